/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { splitLocale } from '@yunduo/i18n';
import { curlOf, typescriptOf } from './calls.ts';
import { codesOf, readDocument, type Call, type Schema } from './document.ts';
import { operationSection } from './operation.ts';
import { GUIDES, referencePages } from './pages.ts';
import { fill, WORDS } from './words.ts';

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

/** Links of a page beside the reference. */
const BESIDE = {
  zh: ['/', '/developer-center', '/api/openapi.json'],
  en: ['/en', '/en/developer-center', '/api/openapi.json'],
};
test('every link leads to an existing page and id in the reader’s language', () => {
  for (const [path, html] of pages) {
    const ids = idsOf(html);
    expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    for (const [link, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>/g)) {
      if (/^https:|-vectors\.json$/.test(href) || BESIDE[splitLocale(path).locale].includes(href)) continue;
      const [to = '', place] = href.split('#');
      const target = pages.get(to || path);
      expect([path, href, target !== undefined]).toEqual([path, href, true]);
      // Only the switch of languages leads to the other one.
      const isOwn = splitLocale(to || path).locale === splitLocale(path).locale;
      expect([path, href, isOwn]).toEqual([path, href, !link.includes(' hreflang=')]);
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
  expect(upload && [typescriptOf(upload), curlOf(upload).split(' \\\n  ').slice(-2)]).toEqual([
    null,
    ['-F id=1', '-F file=@picture.png'],
  ]);
});

test('each page marks itself in the list of all pages, and lists its parts if it has more than two', () => {
  for (const [path, html] of pages) {
    const current = [...html.matchAll(/<a href="([^"]+)"\s+aria-current="page"/g)].map(([, to]) => to);
    expect([path, current]).toEqual([path, [path]]);
    const [, content = ''] = /<div class="guide">(.*)<\/main>/s.exec(html) ?? [];
    const sections = [...content.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => `#${id}`);
    if (!content) continue;
    const [, list = ''] = /<nav class="on-page"(.*?)<\/nav>/s.exec(html) ?? [];
    const listed = [...list.matchAll(/href="([^"]+)"/g)].map(([, to]) => to);
    expect([path, listed]).toEqual([path, sections.length > 2 ? sections : []]);
  }
  expect(pages.get('/en/developers/errors')).toMatch(
    /<tr id="APP_NOT_FOUND">\s*<th scope="row"><code>APP_NOT_FOUND<\/code><\/th>\s*<td>404<\/td>\s*<td>[A-Z]/,
  );
});

const callWith = (more: Partial<Call>): Call => ({
  method: 'POST',
  path: '/api/thing/{id}',
  operationId: 'thing',
  summary: '',
  description: '',
  tags: ['x'],
  security: [],
  parameters: [],
  responses: {},
  ...more,
});
const json = (example: unknown) => ({ content: { 'application/json': { example } } });

test('curl examples fill in the path, quote what the shell would read, and break long bodies', () => {
  const schema = { type: 'string' };
  expect(
    curlOf(
      callWith({
        security: [{ user: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema },
          { name: 'q', in: 'query', example: 'a b&c', schema },
          { name: 'page', in: 'query', schema },
          { name: 'X-Name', in: 'header', example: "it's", schema },
        ],
        requestBody: json({ a: "it's", b: 'long enough that the body takes several lines' }),
      }),
    ),
  ).toBe(`curl 'https://yunduo.example/api/thing/<id>?q=a%20b%26c' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'X-Name: it'\\''s' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "a": "it'\\''s",
  "b": "long enough that the body takes several lines"
}'`);
  const plain = callWith({ path: '/api/thing' });
  expect(curlOf(plain)).toBe('curl https://yunduo.example/api/thing \\\n  -X POST');
  expect(curlOf({ ...plain, method: 'GET' })).toBe('curl https://yunduo.example/api/thing');
  // It is also for visitors without an account.
  expect(curlOf({ ...plain, method: 'GET', security: [{ user: [] }, {}] })).not.toContain('Authorization');
});

test('TypeScript examples are written as a person would', () => {
  const written = (example: unknown) => typescriptOf(callWith({ requestBody: json(example) }));
  expect(written({ a: {}, 'b-c': ["it's", 'x', null] }))
    .toBe(`const { data, error } = await api.POST('/api/thing/{id}', {
  body: { a: {}, 'b-c': ["it's", 'x', null] },
});`);
  expect(written({ name: 'long enough that the body takes', list: ['several lines', { of: {} }] }))
    .toBe(`const { data, error } = await api.POST('/api/thing/{id}', {
  body: {
    name: 'long enough that the body takes',
    list: ['several lines', { of: {} }],
  },
});`);
  // As much as a phone shows in one line.
  for (const [length, body] of [
    [44, `{ text: '${'x'.repeat(44)}' }`],
    [45, `{\n    text: '${'x'.repeat(45)}',\n  }`],
    [60, `{\n    text: '${'x'.repeat(60)}',\n  }`],
  ] as const)
    expect(written({ text: 'x'.repeat(length) })).toContain(`  body: ${body},\n`);
  expect(typescriptOf(callWith({ method: 'GET' }))).toBe(
    "const { data, error } = await api.GET('/api/thing/{id}');",
  );
});

test('lists the codes of a call by status, without those of its answers', () => {
  const responses = {
    200: { description: 'Not `OK`' },
    400: { description: '`B` or `A_1`' },
    404: { description: '`C`' },
  };
  expect(codesOf(callWith({ responses }))).toEqual(['B', 'A_1', 'C']);
});

const context = {
  locale: 'en' as const,
  words: WORDS.en,
  fill,
  path: (to: string) => `/en${to}`,
  schemas: {},
};
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const sectionOf = (more: Partial<Call>) => operationSection(context, callWith(more), 'Thing').text;
/** The fields of an answer whose data has these properties. */
const fieldsOf = (properties: Record<string, Schema>, required: string[] = []) => {
  const data = { type: 'object', properties, required };
  const schema = { type: 'object', properties: { data } };
  const markup = sectionOf({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const [, list = ''] = /<ul class="fields">(.*)<\/ul>/s.exec(markup) ?? [];
  return list.split('<li>').slice(1).map(textOf);
};

test('describes the type, bounds and values of each field', () => {
  const number = { type: 'integer' };
  const text = { type: 'string' };
  const all: Record<string, Schema> = {
    plain: text,
    date: { ...text, format: 'date-time' },
    upload: { ...text, format: 'binary' },
    upto: { ...text, maxLength: 9 },
    between: { ...text, minLength: 2, maxLength: 9 },
    range: { ...number, minimum: 0, maximum: 5 },
    id: { ...number, minimum: 1, maximum: 2_147_483_647 },
    most: { ...number, maximum: 5 },
    list: { type: 'array', items: text, maxItems: 3 },
    nothing: { type: ['string', 'null'] },
    named: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
    either: { anyOf: [text, number] },
    word: { ...text, enum: ['a', 'b'], description: 'A **word**.' },
    words: { type: 'array', items: { ...text, enum: ['c'] } },
    part: { type: 'object', properties: { inner: text }, required: ['inner'] },
    record: { type: 'object', additionalProperties: number },
    both: {
      allOf: [
        { type: 'object', properties: { one: text }, required: ['one'] },
        { type: 'object', properties: { two: text } },
      ],
    },
  };
  expect(fieldsOf(all, Object.keys(all))).toEqual([
    'plain string',
    'date string, date-time',
    'upload file',
    'upto string, up to 9 characters',
    'between string, 2 to 9 characters',
    'range integer, 0 to 5',
    'id integer, 1 or more',
    'most integer, up to 5',
    'list list of string, up to 3 items',
    'nothing string or null',
    'named Thing or null',
    'either string | integer',
    'word string A word . One of: a b',
    'words list of string One of: c',
    'part object',
    'inner string',
    'record object',
    '* integer',
    'both object',
    'one string',
    'two string optional',
  ]);
  expect(fieldsOf({ plain: text })).toEqual(['plain string optional']);
  const content = { 'application/json': { schema: { properties: { a: text, b: text }, required: ['a'] } } };
  expect(textOf(sectionOf({ requestBody: { content } }))).toContain(
    'Request body application/json a string required b string Response',
  );
});

test('says what a call needs', () => {
  const badgesOf = (more: Partial<Call>) => {
    const [, badges = ''] = /<ul class="badges">(.*?)<\/ul>/s.exec(sectionOf(more)) ?? [];
    return badges
      .split('<li>')
      .slice(1)
      .map((badge) => textOf(badge).concat(/ href="\/en(.*?)"/.exec(badge)?.[1] ?? ''));
  };
  const authentication = '/developers/authentication';
  expect(badgesOf({})).toEqual([`Public${authentication}`]);
  expect(badgesOf({ security: [{ session: [] }, {}] })).toEqual([
    `With or without a session${authentication}`,
  ]);
  expect(badgesOf({ security: [{ session: [] }] })).toEqual([`Session${authentication}`]);
  const security = [{ session: [] }, { buildToken: [] }];
  expect(badgesOf({ security, 'x-token-scope': 'publish', 'x-proof': 'x' })).toEqual([
    `Session or build token${authentication}`,
    'Token scope: publish',
    `Requires identity confirmation${authentication}#proof`,
  ]);
  const parameters = ['IdempotencyKey', 'IfNoneMatch', 'Range'].map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  expect(badgesOf({ parameters }).slice(1)).toEqual([
    'Accepts Idempotency-Key/developers/idempotency',
    'Supports ETag/developers/conditional-requests',
    'Supports Range/developers/conditional-requests#ranges',
  ]);
});

test('says what a call answers', () => {
  const partOf = (media: string | null, content: object = {}, more: Partial<Call> = {}) => {
    const responses = { 200: { description: '', content: media === null ? {} : { [media]: content } } };
    const text = textOf(sectionOf({ responses, ...more }));
    return text.slice(text.indexOf('Response'), text.indexOf(' Error codes'));
  };
  const json = (properties: object) => ({ schema: { type: 'object', properties } });
  expect(partOf(null)).toBe('Response 303 with the page to open in Location.');
  expect(partOf('image/png', { schema: {} })).toBe('Response Returns image/png directly.');
  expect(partOf('application/json')).toBe('Response Returns application/json directly.');
  expect(partOf('application/json', json({ data: { type: 'null' } }))).toBe('Response data is null.');
  expect(partOf('application/json', json({ token: { type: 'string' } }))).toBe(
    'Response token string optional',
  );
  expect(partOf('application/json', json({ data: { type: 'integer' } }))).toBe('Response: data integer');

  const says = (more: Partial<Call>) => /<p>([^<]*)<\/p>/.exec(sectionOf(more))?.[1];
  expect(says({ summary: 'Make a thing', description: 'Make a thing.' })).not.toContain('Make');
  expect(says({ summary: 'Make a thing', description: 'Makes one thing.' })).toBe('Makes one thing.');
  const description = '`APP_NOT_FOUND` or `INTERNAL`';
  expect(textOf(sectionOf({ responses: { 404: { description } } }))).toMatch(
    / Error codes APP_NOT_FOUND Common codes /,
  );
  const example = { code: 0 };
  const answered = { 200: { description: '', content: { 'application/json': { example } } } };
  expect(textOf(sectionOf({ responses: answered }))).toContain('Response { &quot;code&quot;: 0 }');
});
