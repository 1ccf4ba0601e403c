import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { pageCardPath } from '@yunduo/validation';
import { languageHandle } from '../../shell/language.ts';
import { questionsOf } from './questions-of.server.ts';

const textOf = (locale: 'zh' | 'en'): string =>
  readFileSync(join(import.meta.dirname, `questions.${locale}.md`), 'utf8');
for (const locale of ['zh', 'en'] as const)
  jest.unstable_mockModule(`./questions.${locale}.md`, () => ({ default: textOf(locale) }));
const { loader, meta } = await import('./route.tsx');

test('each heading starts a question; placeholders are replaced by limits', () => {
  expect(questionsOf('## One?\n\nIn {{days}} days.\n\n## Two?\n\n`yes` <b>\n')).toEqual([
    { question: 'One?', answer: '<p>In 3 days.</p>' },
    { question: 'Two?', answer: '<p><code>yes</code> &lt;b&gt;</p>' },
  ]);
});

test('an unknown placeholder throws', () => {
  expect(() => questionsOf('## One?\n\n{{years}}')).toThrow('years');
});

test('both languages have the same number of questions with all placeholders filled', () => {
  const [zh, en] = [questionsOf(textOf('zh')), questionsOf(textOf('en'))];
  expect(zh.length).toBeGreaterThan(5);
  expect(en).toHaveLength(zh.length);
  for (const { question, answer } of [...zh, ...en]) {
    expect(question).not.toBe('');
    expect(answer).toMatch(/^<p>/);
    expect(answer).not.toMatch(/\{\{|\}\}/);
  }
});

test.each([
  ['/developer-center', 'zh', /[\u4e00-\u9fff]/],
  ['/en/developer-center', 'en', /^[^\u4e00-\u9fff]+$/],
] as const)('the page at %s has the questions of its language', (path, locale, script) => {
  const { questions } = loader({ request: new Request(`https://yunduo.test${path}`) } as Parameters<
    typeof loader
  >[0]);
  expect(questions).toEqual(questionsOf(textOf(locale)));
  expect(questions[0]?.question).toMatch(script);
});

test.each([
  ['zh', 'https://yunduo.example', 'zh_CN', '/developer-center'],
  ['en', 'https://yunduo.example', 'en_GB', '/en/developer-center'],
] as const)(
  'the page in %s is indexed, under the origin that its host wrote into it',
  (locale, origin, og, path) => {
    document.head.innerHTML = `<link rel="canonical" href="${origin}/developer-center">`;
    const words = locale === 'zh' ? (zh as unknown as typeof en) : en;
    const tags = meta({
      matches: [undefined, { handle: languageHandle(locale, words) }],
      location: { pathname: `${path}/` },
    } as unknown as Parameters<typeof meta>[0]);
    document.head.replaceChildren();
    const { title } = words.landing;
    const description = words.landing.description.replace('{{days}}', '3');
    const link = (rel: string, href: string, hrefLang?: string) => ({ tagName: 'link', rel, href, hrefLang });
    const ofGraph = (name: string, content: string) => ({ property: `og:${name}`, content });
    expect(tags).toEqual([
      { title },
      { name: 'description', content: description },
      link('canonical', origin + path),
      link('alternate', `${origin}/developer-center`, 'zh-CN'),
      link('alternate', `${origin}/en/developer-center`, 'en'),
      link('alternate', `${origin}/developer-center`, 'x-default'),
      ofGraph('type', 'website'),
      ofGraph('title', title),
      ofGraph('description', description),
      ofGraph('url', origin + path),
      ofGraph('site_name', words.frame.title),
      ofGraph('locale', og),
      ofGraph('image', origin + pageCardPath('developer-center', locale)),
      { name: 'twitter:card', content: 'summary_large_image' },
    ]);
  },
);
