/** @jest-environment node */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { postprocessHtml, type PostprocessOptions } from './postprocess-html.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const STATE = '{"api":{"queries":{"a":"\\u003c/script>"}}}';
const rendered = `<!DOCTYPE html><html lang="zh-CN"><head><title>t</title><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/entry.js"/><link rel="stylesheet" href="/assets/root.css"/><link rel="icon" href="/favicon.svg"/><script type="application/ld+json">{"@type":"Thing"}</script></head><body><main>$&amp; text</main><script id="app-state" type="application/json">${STATE}</script><script>window.ctx = 1;</script><script type="module" async="">import "/assets/manifest-1.js";import("/assets/entry.js");</script><!--$--><script>window.ctx.close();</script><!--/$--></body></html>`;

const options: PostprocessOptions = {
  scripts: 'intent',
  url: '/store?q=a&cate=b',
  buildId: 'b1',
  headScript: { source: 'head()', hash: sha('head()') },
  widget: null,
  styles: new Map([['/assets/root.css', 'a{color:red}']]),
};

test('has the head script and no other executable script', () => {
  const { html, hashes } = postprocessHtml(rendered, options);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)].map(([, , content]) => content);
  expect(scripts).toEqual(['{"@type":"Thing"}', 'head()']);
  expect(hashes.scripts).toEqual([sha('head()')]);
  expect(html).not.toContain('modulepreload');
  expect(html).not.toContain('queries');
});

test('the hydration entry sets the state before importing the entry module', () => {
  const { boot } = postprocessHtml(rendered, options);
  const { source } = boot;
  expect(source).toContain(`globalThis.__appState=${JSON.stringify(STATE)};`);
  expect(source.indexOf('window.ctx = 1')).toBeLessThan(source.indexOf('window.ctx.close'));
  expect(source.indexOf('window.ctx.close')).toBeLessThan(source.indexOf('import("/assets/entry.js")'));
});

test('passes build, hydration entry and prefetch list to the head script', () => {
  const { html, boot } = postprocessHtml(rendered, { ...options, widget: 'frame' });
  expect(html).toContain(
    `<script data-build="b1" data-boot="/boot/${boot.name}?page=%2Fstore%3Fq%3Da%26cate%3Db" data-prefetch="/assets/manifest-1.js /assets/entry.js" data-widget="frame">head()</script></head>`,
  );
});

test('passes the strip’s id to the head script, and none from the page’s text', () => {
  const page = rendered.replace('<main>', '<aside class="a" data-ad="7">strip</aside><main>');
  for (const scripts of ['intent', 'eager'] as const) {
    expect(postprocessHtml(page, { ...options, scripts }).html).toMatch(
      /<script data-build="b1"[^>]* data-ad="7">/,
    );
    const written = rendered.replace('$&amp; text', 'data-ad="7" &lt;aside data-ad="7"&gt;');
    expect(postprocessHtml(written, { ...options, scripts }).html).not.toMatch(/<script[^>]* data-ad=/);
  }
});

test('is deterministic; another state has another hydration entry', () => {
  const first = postprocessHtml(rendered, options);
  expect(postprocessHtml(rendered, options)).toEqual(first);
  const other = postprocessHtml(rendered.replace('"a":', '"b":'), options);
  expect(other.boot.name).not.toBe(first.boot.name);
});

test('inlines small style sheets with their hash and disables the link', () => {
  const { html, hashes } = postprocessHtml(rendered, options);
  expect(html).toContain(
    '<style>a{color:red}</style><link rel="stylesheet" href="/assets/root.css" disabled=""/>',
  );
  expect(hashes.styles).toEqual([sha('a{color:red}')]);
});

test('treats a style sheet with an empty fragment as the same one', () => {
  const shared = rendered.replace('/assets/root.css', '/assets/root.css#');
  const { html } = postprocessHtml(shared, options);
  expect(html).toContain(
    '<style>a{color:red}</style><link rel="stylesheet" href="/assets/root.css#" disabled=""/>',
  );
});

test('keeps large and unknown style sheets as links', () => {
  const large = postprocessHtml(rendered, {
    ...options,
    styles: new Map([['/assets/root.css', 'a'.repeat(70_000)]]),
  });
  const unknown = postprocessHtml(rendered, { ...options, styles: new Map() });
  for (const { html, hashes } of [large, unknown]) {
    expect(html).toContain('<link rel="stylesheet" href="/assets/root.css"/>');
    expect(hashes.styles).toEqual([]);
  }
});

test('marks an eager page for the head script without inlining its state', () => {
  const { html, boot } = postprocessHtml(rendered, { ...options, scripts: 'eager' });
  expect(html).toContain(
    `data-prefetch="/assets/manifest-1.js /assets/entry.js" data-eager="">head()</script></head>`,
  );
  expect(html).not.toContain('queries');
  expect(boot).toEqual(postprocessHtml(rendered, options).boot);
});

test('passes the drafts that the page shows to the head script', () => {
  const { html } = postprocessHtml(rendered, { ...options, keeps: ['typed:claim', 'typed:order:'] });
  expect(html).toContain(' data-keeps="typed:claim typed:order:">head()</script>');
  expect(postprocessHtml(rendered, options).html).not.toContain('data-keeps');
});

test('marks a page with a countdown for the head script and the cache', () => {
  const timer = rendered.replace('</body>', '<div class="x" role="timer">2</div></body>');
  const { html, timed } = postprocessHtml(timer, options);
  expect(timed).toBe(true);
  expect(html).toContain(' data-timed="">head()</script>');
  expect(postprocessHtml(rendered, options).timed).toBe(false);
  expect(postprocessHtml(rendered, options).html).not.toContain('data-timed');
});

/** Long enough to be deferred. */
const TOAST = `.toast{transition:${'opacity 1s,'.repeat(12)}top 1s}`;
const ROW = TOAST.replace('toast', 'row');

test('moves deferred rules into the hydration entry', () => {
  const page = rendered
    .replace('<main>', '<main class="page wide">')
    .replace('</head>', '<link rel="stylesheet" href="/assets/page.css"/></head>');
  const { html, hashes, boot } = postprocessHtml(page, {
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

test('adjacent style sheets share one placeholder for deferred rules', () => {
  const { html, boot } = postprocessHtml(
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

test('keeps a short deferred rule inline', () => {
  const { html, boot } = postprocessHtml(rendered, {
    ...options,
    styles: new Map([['/assets/root.css', 'a{color:red}.toast{color:blue}p{top:0}']]),
  });
  expect(html).toContain('<style>a{color:red}.toast{color:blue}p{top:0}</style><link');
  expect(boot.source).not.toContain('.toast');
});

test('inlines the style sheet of a shadow root whole', () => {
  const tree =
    '<template shadowrootmode="open"><link rel="stylesheet" href="/assets/rich.css"/><p>a</p></template>';
  const { html, boot } = postprocessHtml(rendered.replace('<main>', `<main>${tree}`), {
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

test('keeps text that looks like a replacement pattern', () => {
  expect(postprocessHtml(rendered, options).html).toContain('<main>$&amp; text</main>');
});

test('a preview page has a banner in its language and no hydration entry', () => {
  const { html, hashes } = postprocessHtml(rendered, { ...options, scripts: 'eager', preview: 'en' });
  expect(html).toContain('<script>head()</script></head><body><style>');
  expect(html).toContain('<aside class="preview-bar" aria-label="Preview">Preview: this page shows a draft');
  expect(postprocessHtml(rendered, { ...options, preview: 'zh' }).html).toContain('>预览：');
  const bar = /<body><style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  expect(hashes.styles).toContain(sha(bar));
  expect(html).not.toContain('/boot/');
});
