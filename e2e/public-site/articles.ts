import type { APIRequestContext } from '@playwright/test';
import type { Locale } from '@yunduo/i18n';

/** Editorial content, as far as tests compare it. */
export interface Article {
  title: string;
  intro: string;
  /** Rich text. */
  html: string;
  picture: string | null;
  facts: { label: string; value: string }[];
}

/** Editorial content of a place: the heading article, and the others, each with a picture. */
export async function articles(request: APIRequestContext, lang: Locale, place: string) {
  const answer = await request.get(`/api/home_article/special_article?use_to=${place}`, {
    headers: { lang: lang === 'zh' ? 'zh-cn' : 'us' },
  });
  const { list } = ((await answer.json()) as { data: { list: Article[] } }).data;
  const head = list.find(({ picture }) => picture === null);
  if (!head) throw new Error(`Nothing heads ${place}.`);
  return { head, items: list.filter((article) => article !== head) };
}

export const factsOf = ({ facts }: Article) => ({
  labels: facts.map(({ label }) => label),
  values: facts.map(({ value }) => value),
});
