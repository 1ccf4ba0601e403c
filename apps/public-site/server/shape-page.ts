import { createHash } from 'node:crypto';
import { marksOf, shownStyles } from '@yunduo/app-shell/shown-styles';
import type { Locale } from '@yunduo/i18n';
import { previewBar } from '@yunduo/i18n/link-unset';
import type { ScriptStart } from '../app/route-map.ts';
import { escape } from './escape.ts';
import { cspHash } from './security.ts';

/** The constant script of every head, and what the policy calls it. */
export interface HeadScript {
  source: string;
  hash: string;
}

export interface ShapeOptions {
  scripts: ScriptStart;
  /** Beginnings of names in `sessionStorage`: what the page shows of them, it shows without a touch. */
  keeps?: readonly string[] | undefined;
  /** Path and query that the page was rendered for. */
  url: string;
  buildId: string;
  headScript: HeadScript;
  /** Where the help widget runs; null without one. */
  widget: 'frame' | 'page' | null;
  /** Built styles by their address; what a page shows of them is put into it. */
  styles: ReadonlyMap<string, string>;
  /** Its language, for a page that shows a draft: it says so, and does without the application. */
  preview?: Locale | null;
}

export interface ShapedPage {
  html: string;
  hashes: { scripts: string[]; styles: string[] };
  /** The script that starts the application. */
  boot: { name: string; source: string };
  /** It shows the time that is left until something. */
  timed: boolean;
  /** What the server knew when it rendered the page, as JSON; the page's data file is made of it. */
  state: string;
}

// More than this is better cached than carried along (bytes before compression).
const INLINE_STYLES_LIMIT = 64 * 1024;

// Signs: what comes later costs two elements and a line of the policy now; a rule or two are not worth them.
const WORTH_WAITING = 120;

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
const STYLESHEET = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
const STYLESHEETS = new RegExp(`(?:${STYLESHEET.source})+`, 'g');
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Makes the page that is sent from the page that React rendered. It works on our own markup, in which React has
 * escaped every `<` of content, and touches nothing that React owns: it only adds nodes and takes out the scripts,
 * which React ignores when it hydrates.
 */
export function shapePage(rendered: string, options: ShapeOptions): ShapedPage {
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

  // Imports are hoisted anyway; the classic part sets what the entry reads.
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
 * Puts small styles into the page: one answer, and the first picture waits for nothing. Rules for what does not stand in
 * it (a message, a dialog, a list that is still empty, a button that is busy) come with the boot file, which puts them
 * back into their places before the application starts. Each such place is a style element of its own: a browser styles
 * a page anew when a sheet changes that it shows, and not at all when one comes that matches nothing yet.
 */
function withStyles(
  html: string,
  styles: ReadonlyMap<string, string>,
): { html: string; hashes: string[]; rest: string } {
  const sheetsOf = (links: string): (string | undefined)[] =>
    // React Router marks a sheet that several chunks share with an empty fragment.
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
    // What stands in the body is the sheet of a shadow tree, which the boot file does not reach: it is sent whole.
    const runs = at < headEnd ? shownStyles(css, marks, WORTH_WAITING) : [{ rules: [css], shown: true }];
    const elements = runs.map(({ rules, shown }) => {
      const text = shown ? rules.join('') : '';
      if (!shown) later.push(rules);
      hashes.add(cspHash(text));
      return shown ? `<style>${text}</style>` : '<style data-gap></style>';
    });
    // The links stay for React, which hydrates them; disabled, they ask for nothing.
    return elements.join('') + links.replaceAll(/\s*\/?>/g, ' disabled=""/>');
  });
  return {
    html: styled,
    hashes: [...hashes],
    rest: found.length > 0 ? `(${putBack})(${JSON.stringify(later)});(${nameSheets})();\n` : '',
  };
}

// Fills the gaps in their order; a rule that this browser cannot read is left out, as in a sheet.
const putBack = `gaps=>{document.querySelectorAll('style[data-gap]').forEach(({sheet},at)=>{if(sheet)for(const rule of gaps[at]??[])try{sheet.insertRule(rule,sheet.cssRules.length)}catch{}})}`;

// The fragment hides a sheet from the loader of chunks, which would add it a second time, after all others: React Router
// means sheets that go when their route does. These stay, so that each is named without the fragment, too.
const nameSheets = `()=>{for(const link of document.querySelectorAll('link[rel=stylesheet][disabled][href$="#"]')){const name=link.cloneNode();name.setAttribute('href',link.getAttribute('href').slice(0,-1));document.head.append(name)}}`;

/** Data blocks (JSON, JSON-LD) never run and need no place in the policy. */
const isExecutable = (attributes: string): boolean => {
  const type = attribute(attributes, 'type');
  return (
    !/\bsrc=/.test(attributes) && (type === undefined || type === 'module' || type === 'text/javascript')
  );
};

/** Which activity the strip above the page tells of: the head script knows whether this visitor sent it away. */
function adOf(rendered: string): { ad?: string } {
  const ad = /<aside\b[^>]*\bdata-ad="(\d+)"/.exec(rendered)?.[1];
  return ad ? { ad } : {};
}

function headTag({ source }: HeadScript, data: Record<string, string>): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(value)}"`);
  return `<script${attributes.join('')}>${source}</script>`;
}

const withHead = (html: string, tag: string): string => html.replace('</head>', () => `${tag}</head>`);
