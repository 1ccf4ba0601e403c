import { createHash } from 'node:crypto';
import { marksOf, criticalCss } from '@yunduo/app-shell/critical-css';

const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
const STYLESHEET = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

export interface LandingParts {
  loader: string;
  /** Base URL of the built files. */
  base: string;
  /** The built stylesheets by their address. */
  styles: ReadonlyMap<string, string>;
}

export interface ShapedLanding {
  html: string;
  /** Starts the application: a separate file, named by its content hash. */
  boot: { name: string; source: string };
}

/**
 * Turns a landing page prerendered by React Router into the page that is sent. The application's scripts move to a
 * separate file; empty scripts take their places, which React expects when it hydrates. The rules that the page uses
 * from the application's stylesheet are inlined; its link stays for React, disabled until the application starts.
 * Everything else is unchanged.
 * @throws if the prerendered page contains no application, or names a missing stylesheet
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
    const now = criticalCss(css, marksOf(prerendered)).flatMap(({ rules, shown }) => (shown ? rules : []));
    return `<style>${now.join('')}</style>${link.replace(/\s*\/?>$/, ' disabled=""/>')}`;
  });
  const html = styled.replace(PRELOAD, '').replace(SCRIPT, (whole, attributes: string, text: string) => {
    // The head script and the one that restores the scroll position stay: they run before the application.
    if (!text.includes('__reactRouter')) return whole;
    (attributes.includes('type="module"') ? modules : classic).push(text);
    return `<script${attributes}></script>`;
  });
  if (files.length === 0 || modules.length === 0)
    throw new Error('the prerendered landing page starts no application');
  // Imports are hoisted anyway; the classic scripts set what the entry reads.
  const source = `${classic.join('\n')}\n${modules.join('\n')}`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
  const name = `assets/boot-${hash}.js`;
  const tag = `<script data-boot="${base}${name}" data-files="${files.join(' ')}">${loader}</script>`;
  return { html: html.replace('</head>', () => `${tag}</head>`), boot: { name, source } };
}
