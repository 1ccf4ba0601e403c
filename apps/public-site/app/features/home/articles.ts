import type { Article } from '@yunduo/api-contract';
import { ARTICLE_PLACES, type ArticlePlace } from '@yunduo/validation';

/** Every section of the home page: `about` is a page of its own. */
const HOME_PLACES = ARTICLE_PLACES.filter((place) => place !== 'about');
export type HomePlace = Exclude<ArticlePlace, 'about'>;

/** One question for all sections. */
export const HOME_ARTICLES = { use_to: HOME_PLACES.join(',') } as const;

/** What a section is made of: the article that heads it, and those that fill its cells or slides. */
export interface SectionArticles {
  head: Article | undefined;
  items: Article[];
}

/** The articles of a section in the editors' order: the one without a picture heads it, the others are its items. */
export function articlesOf(articles: readonly Article[], place: HomePlace): SectionArticles {
  const own = articles.filter((article) => article.use_to === place);
  const head = own.find((article) => article.picture === null);
  return { head, items: own.filter((article) => article !== head) };
}

/** Whether an article has a picture that was uploaded, not a drawing of the site. */
export const hasUpload = ({ picture }: Article): boolean => picture?.includes('/') ?? false;
