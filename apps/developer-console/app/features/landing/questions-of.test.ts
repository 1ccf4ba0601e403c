import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { questionsOf } from './questions-of.server.ts';

const textOf = (locale: 'zh' | 'en'): string =>
  readFileSync(join(import.meta.dirname, `questions.${locale}.md`), 'utf8');
for (const locale of ['zh', 'en'] as const)
  jest.unstable_mockModule(`./questions.${locale}.md`, () => ({ default: textOf(locale) }));
const { loader } = await import('./route.tsx');

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
