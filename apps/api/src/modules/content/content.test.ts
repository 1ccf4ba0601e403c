import { homeArticle } from '@yunduo/api-contract';
import { ARTICLE_PLACES } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createArticle } from '../../testing/builders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

const ask = (use_to: string, lang: 'zh' | 'en' = 'zh') =>
  api.call(homeArticle.specialArticle, { use_to }, { lang });

describe('home articles', () => {
  test('[R7.04] GET /home_article/special_article?use_to= returns the articles of one place', async () => {
    const response = await api.app.inject('/api/home_article/special_article?use_to=banner');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      code: 'OK',
      data: {
        list: [
          {
            use_to: 'banner',
            title: expect.stringMatching(/\p{Script=Han}/u),
            picture: null,
            link: null,
            facts: [],
          },
        ],
      },
    });
  });

  test('exist in both languages for every place', async () => {
    for (const place of ARTICLE_PLACES) {
      const zh = (await ask(place)).data.list;
      const en = (await ask(place, 'en')).data.list;
      expect(zh.length).toBeGreaterThan(0);
      expect(en.map(({ id }) => id)).toEqual(zh.map(({ id }) => id));
      expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u);
    }
  });

  test('of several places are returned in page order, whatever the order in use_to', async () => {
    const { data } = await ask('partners, banner,banner');
    expect([...new Set(data.list.map(({ use_to }) => use_to))]).toEqual(['banner', 'partners']);
  });

  test.each(['home', '', ',', 'banner,', 'banner;partners', 'Banner', '__proto__'])(
    'reject an unknown use_to at its field: %p',
    async (use_to) => {
      const answer = await ask(use_to);
      expect([answer.status, answer.error.fields]).toEqual([400, { use_to: 'field_invalid' }]);
    },
  );

  test('require use_to', async () => {
    const answer = await api.call(homeArticle.specialArticle, {} as never);
    expect([answer.status, answer.error.fields]).toEqual([400, { use_to: 'field_invalid' }]);
  });

  test('omit drafts, resolve picture and origin, and sanitise HTML', async () => {
    const words = (text: string) => ({ zh: text, en: text });
    const { now } = { now: api.clock.now() };
    await createArticle(api.db, { place: 'email', title: words('draft'), published: false, now });
    await createArticle(api.db, {
      place: 'email',
      title: words('extra'),
      html: words('<p onclick="x">text</p><script>alert(1)</script>'),
      picture: 'articles/letter.webp',
      link: { text: words('read'), href: '/store' },
      facts: [{ label: words('a'), value: words('{{origin}}/b') }],
      now,
    });
    const { data } = await ask('email');
    expect(data.list.map(({ title }) => title)).not.toContain('draft');
    expect(data.list.find(({ title }) => title === 'extra')).toMatchObject({
      html: '<p>text</p>',
      picture: '/uploads/articles/letter.webp',
      link: { text: 'read', href: '/store' },
      // This product's origin, in place of an editor's placeholder.
      facts: [{ label: 'a', value: `${api.app.config.origin}/b` }],
    });
  });
});
