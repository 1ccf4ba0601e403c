import { describe, expect, test } from '@jest/globals';
import { asciiUrl, isHttpsUrl } from './https-url.ts';
import { articleSchema, webhookSchema } from './schemas/index.ts';

test.each([
  [' https://bell.example.com/a ', 'https://bell.example.com/a'],
  ['Https://Bell.example.com/A?b#c', 'https://Bell.example.com/A?b#c'],
  ['https：／／bell。example．com/钟', 'https://bell.example.com/钟'],
  ['https://a\u2011b\u2014c.example.com/\u2013', 'https://a-b-c.example.com/\u2013'],
  ['https://例子.中国:8443/a', 'https://xn--fsqu00a.xn--fiqs8s:8443/a'],
  ['\u200e\ufeffhttps://bell.example.com/\u200ba\u3164', 'https://bell.example.com/a'],
  ['/store/3', '/store/3'],
  ['\u200b/store/3', '/store/3'],
  ['http://例子.中国', 'http://例子.中国'],
  ['https://', 'https://'],
])('stores the typed URL %s as %s', (typed, stored) => {
  expect(asciiUrl(typed)).toBe(stored);
});

test.each([
  ['https://bell.example.com', true],
  ['https://Bell.example.com:0443', true],
  ['https://xn--fsqu00a.xn--fiqs8s/a', true],
  ['https://bell.example.com:99999/', false],
  ['https://10.0.0.10/', false],
  ['https://999.999.999.999/', false],
  ['https://bell.0x10/', false],
  ['https://bell..com/', false],
  ['https://bell-.com/', false],
])('%s can be opened by a browser as it is written: %s', (url, good) => {
  expect(isHttpsUrl(url)).toBe(good);
});

describe('an operator types the link of an article', () => {
  const article = (href: string) =>
    articleSchema.validate({
      use_to: 'partners',
      title: { zh: '伙伴', en: 'Partner' },
      link: { href, text: { zh: '官网', en: 'Website' } },
    });

  test('a domain in Chinese is stored in ASCII', async () => {
    expect((await article('https://例子.中国/')).link?.href).toBe('https://xn--fsqu00a.xn--fiqs8s/');
    expect((await article(' /store ')).link?.href).toBe('/store');
  });

  test('a path of the site has at most 300 characters', async () => {
    const path = `/${'a'.repeat(299)}`;
    expect((await article(path)).link?.href).toBe(path);
    await expect(article(`${path}a`)).rejects.toMatchObject({ path: 'link.href', message: 'link_invalid' });
  });

  test('spaces alone are no link', async () => {
    const { link } = await articleSchema.validate({
      use_to: 'partners',
      title: { zh: '伙伴', en: 'Partner' },
      link: { href: ' ', text: { zh: '', en: ' ' } },
    });
    expect(link).toBeNull();
  });

  test.each(['https://a.com:99999/', 'https://10.0.0.10/', '//evil.example', 'http://a.com/'])(
    '%s is rejected at the field',
    async (href) => {
      await expect(article(href)).rejects.toMatchObject({ path: 'link.href', message: 'link_invalid' });
    },
  );
});

test('a developer types a webhook with a domain and a path in Chinese: it is stored in ASCII', async () => {
  const stored = async (url: string) =>
    (await webhookSchema.validate({ url, events: ['review.decided'] })).url;
  expect(await stored('https://例子.中国/hook')).toBe('https://xn--fsqu00a.xn--fiqs8s/hook');
  expect(await stored('https://ci.example.com/钩子/%E9%92%A9?为=é')).toBe(
    'https://ci.example.com/%E9%92%A9%E5%AD%90/%E9%92%A9?%E4%B8%BA=%C3%A9',
  );
  await expect(stored('https://ci.example.com/\ud83d')).rejects.toMatchObject({
    message: 'webhook_url_invalid',
  });
});
