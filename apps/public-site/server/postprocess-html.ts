import { createHash } from 'node:crypto';
import { marksOf, criticalCss } from '@yunduo/app-shell/critical-css';
import type { Locale } from '@yunduo/i18n';
import { previewBar } from '@yunduo/i18n/link-unset';
import type { ScriptStart } from '../app/route-map.ts';
import { escape } from './escape.ts';
import { cspHash } from './security.ts';

/** The constant script of every head, with its CSP hash. */
export interface HeadScript {
  source: string;
  hash: string;
}

export interface PostprocessOptions {
  scripts: ScriptStart;
  /** Prefixes of names in `sessionStorage`: the page shows that stored data without an interaction. */
  keeps?: readonly string[] | undefined;
  /** Path and query that the page was rendered for. */
  url: string;
  buildId: string;
  headScript: HeadScript;
  /** Place of the help widget: in a frame or in the page; null without one. */
  widget: 'frame' | 'page' | null;
  /** Built stylesheets by their address; the rules that a page uses are inlined into it. */
  styles: ReadonlyMap<string, string>;
  /** Language of a draft preview: such a page says so, and has no application scripts. Null for other pages. */
  preview?: Locale | null;
}

export interface ProcessedPage {
  html: string;
  hashes: { scripts: string[]; styles: string[] };
  /** The script that starts the application. */
  boot: { name: string; source: string };
  /** The page shows a remaining time. */
  timed: boolean;
  /** The server's state of this page as JSON; the page-data file is built from it. */
  state: string;
}

// Larger stylesheets are better cached than inlined (bytes before compression).
const INLINE_STYLES_LIMIT = 64 * 1024;

// Characters: a deferred run of rules costs two elements and a line of the policy, so one or two rules are not worth
// it.
const WORTH_WAITING = 120;

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
const STYLESHEET = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
const STYLESHEETS = new RegExp(`(?:${STYLESHEET.source})+`, 'g');
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Turns React's markup into the page that is sent. It works on our own markup, in which React has escaped every `<` of
 * content, and changes nothing that React owns: it only adds nodes and removes the scripts, which React ignores when it
 * hydrates.
 */
export function postprocessHtml(rendered: string, options: PostprocessOptions): ProcessedPage {
  const { headScript, buildId, styles, url, widget, keeps = [], preview = null } = options;
  const preloads = [...rendered.matchAll(PRELOAD)].flatMap(([tag]) => attribute(tag, 'href') ?? []);
  const classic: string[] = [];
  const modules: string[] = [];
  let state = '';
  const html = rendered.replace(PRELOAD, '').replace(SCRIPT, (whole, attributes: string, content: string) => {
    if (attribute(attributes, 'id') === 'app-state') {
      state = content;
      classic.unshift(`globalThis.__appState=${JSON.stringify(content)};`);
    } else if (!isExecutable(attributes)) return whole;
    else if (attribute(attributes, 'type') === 'module') modules.push(content);
    else classic.push(content);
    return '';
  });

  const styled = withStyles(html, styles);

  // Imports are hoisted anyway; the classic scripts set what the entry reads.
  const source = `${styled.rest}${classic.join('\n')}\n${modules.join('\n')}`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 16);
  const name = `${hash}.js`;
  const boot = `/boot/${name}?page=${encodeURIComponent(url)}`;
  if (preview) {
    const { html: note, style } = previewBar(preview);
    return {
      html: withHead(styled.html, headTag(headScript, {})).replace(/<body[^>]*>/, (tag) => tag + note),
      timed: false,
      state,
      hashes: { scripts: [headScript.hash], styles: [...styled.hashes, cspHash(style)] },
      boot: { name, source },
    };
  }
  const timed = /<\w+\b[^>]*\brole="timer"/.test(rendered);
  return {
    html: withHead(
      styled.html,
      headTag(headScript, {
        build: buildId,
        boot,
        prefetch: preloads.join(' '),
        ...(options.scripts === 'eager' && { eager: '' }),
        ...(keeps.length > 0 && { keeps: keeps.join(' ') }),
        ...(widget && { widget }),
        ...(timed && { timed: '' }),
        ...adOf(rendered),
      }),
    ),
    timed,
    state,
    hashes: { scripts: [headScript.hash], styles: styled.hashes },
    boot: { name, source },
  };
}

/**
 * Inlines small stylesheets: one response, and no request delays the first paint. Rules that match nothing in the page
 * (toasts, dialogs, an empty list, a busy button) come with the boot file, which inserts them at their places before
 * the application starts. Each gap is a separate style element: a browser restyles the page when a sheet in use
 * changes, but not when one is added that matches nothing yet.
 */
function withStyles(
  html: string,
  styles: ReadonlyMap<string, string>,
): { html: string; hashes: string[]; rest: string } {
  const sheetsOf = (links: string): (string | undefined)[] =>
    // React Router marks a stylesheet that several chunks share with an empty fragment.
    [...links.matchAll(STYLESHEET)].map(([tag]) =>
      styles.get((attribute(tag, 'href') ?? '').replace(/#$/, '')),
    );
  const found = sheetsOf(html);
  const total = found.reduce((sum, css) => sum + (css?.length ?? Infinity), 0);
  if (total > INLINE_STYLES_LIMIT) return { html, hashes: [], rest: '' };

  const marks = marksOf(html);
  const headEnd = html.indexOf('</head>');
  const later: (readonly string[])[] = [];
  const hashes = new Set<string>();
  const styled = html.replace(STYLESHEETS, (links, at: number) => {
    const css = sheetsOf(links).join('');
    // A stylesheet in the body belongs to a shadow tree, which the boot file does not reach: it is inlined whole.
    const runs = at < headEnd ? criticalCss(css, marks, WORTH_WAITING) : [{ rules: [css], shown: true }];
    const elements = runs.map(({ rules, shown }) => {
      const text = shown ? rules.join('') : '';
      if (!shown) later.push(rules);
      hashes.add(cspHash(text));
      return shown ? `<style>${text}</style>` : '<style data-gap></style>';
    });
    // The links stay for React, which hydrates them; disabled, they load nothing.
    return elements.join('') + links.replaceAll(/\s*\/?>/g, ' disabled=""/>');
  });
  return {
    html: styled,
    hashes: [...hashes],
    rest: found.length > 0 ? `(${putBack})(${JSON.stringify(later)});(${nameSheets})();\n` : '',
  };
}

// Fills the gaps in order; a rule that this browser cannot parse is skipped, as in a stylesheet.
const putBack = `gaps=>{document.querySelectorAll('style[data-gap]').forEach(({sheet},at)=>{if(sheet)for(const rule of gaps[at]??[])try{sheet.insertRule(rule,sheet.cssRules.length)}catch{}})}`;

// The fragment hides a stylesheet from the chunk loader, which would add it a second time, after all others: React
// Router uses it for sheets that are removed with their route. These stay, so each is also listed without the fragment.
const nameSheets = `()=>{for(const link of document.querySelectorAll('link[rel=stylesheet][disabled][href$="#"]')){const name=link.cloneNode();name.setAttribute('href',link.getAttribute('href').slice(0,-1));document.head.append(name)}}`;

/** Data blocks (JSON, JSON-LD) never run and need no entry in the policy. */
const isExecutable = (attributes: string): boolean => {
  const type = attribute(attributes, 'type');
  return (
    !/\bsrc=/.test(attributes) && (type === undefined || type === 'module' || type === 'text/javascript')
  );
};

/** The activity of the strip above the page: the head script knows whether this visitor dismissed it. */
function adOf(rendered: string): { ad?: string } {
  const ad = /<aside\b[^>]*\bdata-ad="(\d+)"/.exec(rendered)?.[1];
  return ad ? { ad } : {};
}

function headTag({ source }: HeadScript, data: Record<string, string>): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(value)}"`);
  return `<script${attributes.join('')}>${source}</script>`;
}

const withHead = (html: string, tag: string): string => html.replace('</head>', () => `${tag}</head>`);
