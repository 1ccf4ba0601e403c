/** @jest-environment node */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { shapePage, type ShapeOptions } from './shape-page.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const STATE = '{"api":{"queries":{"a":"\\u003c/script>"}}}';
const rendered = `<!DOCTYPE html><html lang="zh-CN"><head><title>t</title><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/entry.js"/><link rel="stylesheet" href="/assets/root.css"/><link rel="icon" href="/favicon.svg"/><script type="application/ld+json">{"@type":"Thing"}</script></head><body><main>$&amp; text</main><script id="app-state" type="application/json">${STATE}</script><script>window.ctx = 1;</script><script type="module" async="">import "/assets/manifest-1.js";import("/assets/entry.js");</script><!--$--><script>window.ctx.close();</script><!--/$--></body></html>`;

const options: ShapeOptions = {
  scripts: 'intent',
  url: '/store?q=a&cate=b',
  buildId: 'b1',
  headScript: { source: 'head()', hash: sha('head()') },
  widget: null,
  styles: new Map([['/assets/root.css', 'a{color:red}']]),
};

test('a content page carries the head script and no other script that runs', () => {
  const { html, hashes } = shapePage(rendered, options);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)].map(([, , content]) => content);
  expect(scripts).toEqual(['{"@type":"Thing"}', 'head()']);
  expect(hashes.scripts).toEqual([sha('head()')]);
  expect(html).not.toContain('modulepreload');
  expect(html).not.toContain('queries');
});

test('the boot file sets what the entry reads before it imports it', () => {
  const { boot } = shapePage(rendered, options);
  const { source } = boot;
  expect(source).toContain(`globalThis.__appState=${JSON.stringify(STATE)};`);
  expect(source.indexOf('window.ctx = 1')).toBeLessThan(source.indexOf('window.ctx.close'));
  expect(source.indexOf('window.ctx.close')).toBeLessThan(source.indexOf('import("/assets/entry.js")'));
});

test('the head script is told build, boot file with its page, and what to prefetch', () => {
  const { html, boot } = shapePage(rendered, { ...options, widget: 'frame' });
  expect(html).toContain(
    `<script data-build="b1" data-boot="/boot/${boot.name}?page=%2Fstore%3Fq%3Da%26cate%3Db" data-prefetch="/assets/manifest-1.js /assets/entry.js" data-widget="frame">head()</script></head>`,
  );
});

test('the head script is told of the strip, on pages of both kinds, and of nothing that only looks like it', () => {
  const page = rendered.replace('<main>', '<aside class="a" data-ad="7">strip</aside><main>');
  for (const scripts of ['intent', 'eager'] as const) {
    expect(shapePage(page, { ...options, scripts }).html).toMatch(
      /<script data-build="b1"[^>]* data-ad="7">/,
    );
    const written = rendered.replace('$&amp; text', 'data-ad="7" &lt;aside data-ad="7"&gt;');
    expect(shapePage(written, { ...options, scripts }).html).not.toMatch(/<script[^>]* data-ad=/);
  }
});

test('the same page gives the same bytes, another state another boot file', () => {
  const first = shapePage(rendered, options);
  expect(shapePage(rendered, options)).toEqual(first);
  const other = shapePage(rendered.replace('"a":', '"b":'), options);
  expect(other.boot.name).not.toBe(first.boot.name);
});

test('small styles go into the page with their hash; the link stays for React, disabled', () => {
  const { html, hashes } = shapePage(rendered, options);
  expect(html).toContain(
    '<style>a{color:red}</style><link rel="stylesheet" href="/assets/root.css" disabled=""/>',
  );
  expect(hashes.styles).toEqual([sha('a{color:red}')]);
});

test('a sheet with an empty fragment is the same sheet', () => {
  const shared = rendered.replace('/assets/root.css', '/assets/root.css#');
  const { html } = shapePage(shared, options);
  expect(html).toContain(
    '<style>a{color:red}</style><link rel="stylesheet" href="/assets/root.css#" disabled=""/>',
  );
});

test('large and unknown styles stay links', () => {
  const large = shapePage(rendered, {
    ...options,
    styles: new Map([['/assets/root.css', 'a'.repeat(70_000)]]),
  });
  const unknown = shapePage(rendered, { ...options, styles: new Map() });
  for (const { html, hashes } of [large, unknown]) {
    expect(html).toContain('<link rel="stylesheet" href="/assets/root.css"/>');
    expect(hashes.styles).toEqual([]);
  }
});

test('a page that shows nothing without its scripts says so, and carries them no more than the others', () => {
  const { html, boot } = shapePage(rendered, { ...options, scripts: 'eager' });
  expect(html).toContain(
    `data-prefetch="/assets/manifest-1.js /assets/entry.js" data-eager="">head()</script></head>`,
  );
  expect(html).not.toContain('queries');
  expect(boot).toEqual(shapePage(rendered, options).boot);
});

test('the head script is told what the page shows of what a tab keeps', () => {
  const { html } = shapePage(rendered, { ...options, keeps: ['typed:claim', 'typed:order:'] });
  expect(html).toContain(' data-keeps="typed:claim typed:order:">head()</script>');
  expect(shapePage(rendered, options).html).not.toContain('data-keeps');
});

test('a page that shows the time that is left says so, to the head script and to the cache', () => {
  const timer = rendered.replace('</body>', '<div class="x" role="timer">2</div></body>');
  const { html, timed } = shapePage(timer, options);
  expect(timed).toBe(true);
  expect(html).toContain(' data-timed="">head()</script>');
  expect(shapePage(rendered, options).timed).toBe(false);
  expect(shapePage(rendered, options).html).not.toContain('data-timed');
});

/** Long enough to be deferred. */
const TOAST = `.toast{transition:${'opacity 1s,'.repeat(12)}top 1s}`;
const ROW = TOAST.replace('toast', 'row');

test('rules for what is not in the page come with the boot file, for the gaps of their sheets', () => {
  const page = rendered
    .replace('<main>', '<main class="page wide">')
    .replace('</head>', '<link rel="stylesheet" href="/assets/page.css"/></head>');
  const { html, hashes, boot } = shapePage(page, {
    ...options,
    styles: new Map([
      ['/assets/root.css', `a{color:red}${TOAST}.page{color:green}`],
      ['/assets/page.css', `.wide{top:0}.wide ${ROW}`],
    ]),
  });
  expect(html).toContain(
    '<style>a{color:red}</style><style data-gap></style><style>.page{color:green}</style><link',
  );
  expect(html).toContain('<style>.wide{top:0}</style><style data-gap></style><link');
  expect(hashes.styles).toEqual([
    sha('a{color:red}'),
    sha(''),
    sha('.page{color:green}'),
    sha('.wide{top:0}'),
  ]);
  expect(boot.source).toContain(`([["${TOAST}"],[".wide ${ROW}"]]);`);
  expect(boot.source.indexOf('.toast')).toBeLessThan(boot.source.indexOf('__appState'));
});

test('sheets that follow each other have their gaps together', () => {
  const { html, boot } = shapePage(
    rendered.replace('<link rel="icon"', '<link rel="stylesheet" href="/assets/page.css"/><link rel="icon"'),
    {
      ...options,
      styles: new Map([
        ['/assets/root.css', `a{color:red}${TOAST}`],
        ['/assets/page.css', `${ROW}p{top:2px}`],
      ]),
    },
  );
  expect(html).toContain(
    '<style>a{color:red}</style><style data-gap></style><style>p{top:2px}</style><link rel="stylesheet" href="/assets/root.css" disabled=""/><link rel="stylesheet" href="/assets/page.css" disabled=""/>',
  );
  expect(boot.source).toContain(`([["${TOAST}","${ROW}"]]);`);
});

test('a short rule that does not show yet is sent with the others', () => {
  const { html, boot } = shapePage(rendered, {
    ...options,
    styles: new Map([['/assets/root.css', 'a{color:red}.toast{color:blue}p{top:0}']]),
  });
  expect(html).toContain('<style>a{color:red}.toast{color:blue}p{top:0}</style><link');
  expect(boot.source).not.toContain('.toast');
});

test('the sheet of a shadow tree is sent whole, in its place', () => {
  const tree =
    '<template shadowrootmode="open"><link rel="stylesheet" href="/assets/rich.css"/><p>a</p></template>';
  const { html, boot } = shapePage(rendered.replace('<main>', `<main>${tree}`), {
    ...options,
    styles: new Map([
      ['/assets/root.css', 'a{color:red}'],
      ['/assets/rich.css', 'p{top:0}.wide{top:1px}'],
    ]),
  });
  expect(html).toContain(
    '<template shadowrootmode="open"><style>p{top:0}.wide{top:1px}</style><link rel="stylesheet" href="/assets/rich.css" disabled=""/>',
  );
  expect(boot.source).not.toContain('.wide');
});

test('text that looks like a replacement pattern stays text', () => {
  expect(shapePage(rendered, options).html).toContain('<main>$&amp; text</main>');
});

test('a page that shows a draft says so, in its language, and starts no application', () => {
  const { html, hashes } = shapePage(rendered, { ...options, scripts: 'eager', preview: 'en' });
  expect(html).toContain('<script>head()</script></head><body><style>');
  expect(html).toContain('<aside class="preview-bar" aria-label="Preview">Preview: this page shows a draft');
  expect(shapePage(rendered, { ...options, preview: 'zh' }).html).toContain('>预览：');
  const bar = /<body><style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  expect(hashes.styles).toContain(sha(bar));
  expect(html).not.toContain('/boot/');
});
