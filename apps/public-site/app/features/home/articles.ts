import type { Article } from '@yunduo/api-contract';
import { ARTICLE_PLACES, type ArticlePlace } from '@yunduo/validation';

/** Every section of the home page: `about` is a separate page. */
const HOME_PLACES = ARTICLE_PLACES.filter((place) => place !== 'about');
export type HomePlace = Exclude<ArticlePlace, 'about'>;

/** One request for all sections. */
export const HOME_ARTICLES = { use_to: HOME_PLACES.join(',') } as const;

/** Content of a section: its heading article, and those of its cells or slides. */
export interface SectionArticles {
  head: Article | undefined;
  items: Article[];
}

/**
 * The articles of a section in the editors' order: the one without a picture is the heading, the others are its items.
 */
export function articlesOf(articles: readonly Article[], place: HomePlace): SectionArticles {
  const own = articles.filter((article) => article.use_to === place);
  const head = own.find((article) => article.picture === null);
  return { head, items: own.filter((article) => article !== head) };
}

/** True if an article's picture is an upload, not a drawing of the site. */
export const hasUpload = ({ picture }: Article): boolean => picture?.includes('/') ?? false;
