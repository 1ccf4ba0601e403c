import { createHash } from 'node:crypto';

/** The hashes of a document's inline scripts and styles, as sources of `script-src` and `style-src`. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

const SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/g;
const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const inlineHashes = (html: string): InlineHashes => ({
  scripts: [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/type="(?!module|text\/javascript)/.test(attributes))
    .map(([, , text = '']) => source(text)),
  styles: [...html.matchAll(STYLE)].map(([, text = '']) => source(text)),
});
