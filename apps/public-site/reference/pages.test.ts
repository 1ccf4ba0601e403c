/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { splitLocale } from '@yunduo/i18n';
import { curlOf, typescriptOf } from './calls.ts';
import { readDocument } from './document.ts';
import { GUIDES, referencePages } from './pages.ts';

const pages = new Map(referencePages('/assets/reference.css').map(({ path, html }) => [path, html]));
const document = readDocument();
const calls = document.areas.flatMap((area) => area.calls);
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

test('has a page for each guide and API area in both languages', () => {
  expect(document.areas.length).toBeGreaterThan(15);
  const english = [...pages.keys()].filter((path) => splitLocale(path).locale === 'en');
  expect(english.map((path) => splitLocale(path).path).sort()).toEqual(
    [...pages.keys()].filter((path) => !english.includes(path)).sort(),
  );
  expect(english).toHaveLength(document.areas.length + GUIDES.length);
});

test('documents each endpoint once per language with path, codes and an example', () => {
  const chinese = [...pages].filter(([path]) => splitLocale(path).locale === 'zh');
  expect(calls.length).toBeGreaterThan(100);
  for (const { operationId, path } of calls) {
    const found = chinese.filter(([, html]) => html.includes(`<section id="${operationId}"`));
    expect([operationId, found.length]).toEqual([operationId, 1]);
    expect(found[0]?.[1]).toContain(`<code>${path}</code>`);
  }
});

test('every internal link leads to an existing page and id', () => {
  for (const [path, html] of pages) {
    const ids = idsOf(html);
    expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (!/^(\/(en\/)?developers(?!-)|#)/.test(href) || href.endsWith('.json')) continue;
      const [to = '', place] = href.split('#');
      const target = pages.get(to || path);
      expect([path, href, target !== undefined]).toEqual([path, href, true]);
      if (place) expect([path, href, idsOf(target ?? '').includes(place)]).toEqual([path, href, true]);
    }
  }
});

test('no page has scripts, styles or handlers of its own', () => {
  for (const html of pages.values()) {
    expect(html.replaceAll(/<script type="application\/ld\+json">/g, '')).not.toMatch(
      /<script|<style|\son\w+=| style="/,
    );
    expect(html.match(/<h1/g)).toHaveLength(1);
  }
});

test('marks English text on a Chinese page with lang="en"', () => {
  const html = pages.get('/developers/api/user-device') ?? '';
  expect(html).toContain('<h2>发起设备登录</h2>');
  expect(html).toMatch(/<p\s+lang="en">For clients that must not see a password \(RFC 8628\)/);
  expect(pages.get('/en/developers/api/user-device')).toMatch(/<p ?>For clients that must not see/);
});

test('has a canonical URL, its language, its alternates and a link card in its language', () => {
  const html = pages.get('/en/developers/errors') ?? '';
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<link rel="canonical" href="https://yunduo.example/en/developers/errors" />');
  expect(html).toContain('content="https://yunduo.example/uploads/card/page-developers-en.png"');
  for (const [lang, path] of [
    ['zh-CN', '/developers/errors'],
    ['en', '/en/developers/errors'],
    ['x-default', '/developers/errors'],
  ])
    expect(html).toContain(
      `<link rel="alternate" hreflang="${lang}" href="https://yunduo.example${path}" />`,
    );
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({ '@type': 'TechArticle', headline: 'Errors', inLanguage: 'en' });
});

test('shows each call for curl and TypeScript', () => {
  const order = calls.find(({ operationId }) => operationId === 'orderCreate');
  if (!order) throw new Error('no such call');
  expect(curlOf(order)).toMatch(
    /^curl https:\/\/yunduo\.example\/api\/order\/create \\\n {2}-H "Authorization: Bearer \$TOKEN" \\\n {2}-H "Idempotency-Key: /,
  );
  expect(typescriptOf(order)).toMatch(
    /^const \{ data, error \} = await api\.POST\('\/api\/order\/create', \{/,
  );
  const upload = calls.find(({ operationId }) => operationId === 'devAppUploadLogo');
  expect(upload && [typescriptOf(upload), curlOf(upload).includes('-F file=@picture.png')]).toEqual([
    null,
    true,
  ]);
});
