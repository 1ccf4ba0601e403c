import { createHash } from 'node:crypto';
import { marksOf, shownStyles } from '@yunduo/app-shell/shown-styles';

const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
const STYLESHEET = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

export interface LandingParts {
  loader: string;
  /** Where the files of the build live. */
  base: string;
  /** The built style sheets by their address. */
  styles: ReadonlyMap<string, string>;
}

export interface ShapedLanding {
  html: string;
  /** What starts the application: a file of its own, named by its content. */
  boot: { name: string; source: string };
}

/**
 * The landing page as it is sent, from what React Router prerendered: the application's scripts wait in a file of their
 * own. Where its scripts stood there are empty ones, which React expects when it hydrates. Of the application's style
 * sheet the page carries what it uses itself; the link stays for React, and asks for nothing until the application
 * starts. Everything else is untouched.
 * @throws when the prerendered page holds no application, or names a style sheet that is not there
 */
export function shapeLanding(prerendered: string, { loader, base, styles }: LandingParts): ShapedLanding {
  const files = [...prerendered.matchAll(PRELOAD)].flatMap(
    ([tag]) => /\bhref="([^"]*)"/.exec(tag)?.[1] ?? [],
  );
  const classic: string[] = [];
  const modules: string[] = [];
  const styled = prerendered.replace(STYLESHEET, (link) => {
    const css = styles.get(/\bhref="([^"#]*)/.exec(link)?.[1] ?? '');
    if (css === undefined)
      throw new Error(`the landing page names styles that the build does not hold: ${link}`);
    const now = shownStyles(css, marksOf(prerendered)).flatMap(({ rules, shown }) => (shown ? rules : []));
    return `<style>${now.join('')}</style>${link.replace(/\s*\/?>$/, ' disabled=""/>')}`;
  });
  const html = styled.replace(PRELOAD, '').replace(SCRIPT, (whole, attributes: string, text: string) => {
    // The head's script and the one that brings back the scroll position stay: they are for before the application.
    if (!text.includes('__reactRouter')) return whole;
    (attributes.includes('type="module"') ? modules : classic).push(text);
    return `<script${attributes}></script>`;
  });
  if (files.length === 0 || modules.length === 0)
    throw new Error('the prerendered landing page starts no application');
  // Imports are hoisted anyway; the classic part sets what the entry reads.
  const source = `${classic.join('\n')}\n${modules.join('\n')}`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
  const name = `assets/boot-${hash}.js`;
  const tag = `<script data-boot="${base}${name}" data-files="${files.join(' ')}">${loader}</script>`;
  return { html: html.replace('</head>', () => `${tag}</head>`), boot: { name, source } };
}
