import type { Article } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import type { articles } from '../../db/schema/content.ts';
import type { Files } from '../../files.ts';

export type ArticleRow = typeof articles.$inferSelect;

/** URL of an uploaded picture, which has a folder; null for an illustration of the site, which has only a name. */
export const pictureAddress = (picture: string | null, files: Files): string | null =>
  picture?.includes('/') ? files.url(picture) : null;

/** Placeholder in a fact for this product's origin, so that a command can be copied and run. */
export const ORIGIN = '{{origin}}';

/** An article in the reader's language; its picture is a URL, or the name of an illustration of the site. */
export function presentArticle(
  row: ArticleRow,
  locale: Locale,
  { files, config }: { files: Files; config: { origin: string } },
): Article {
  const { picture, linkText, linkHref } = row;
  return {
    id: row.id,
    use_to: row.place,
    title: row.title[locale],
    intro: row.intro[locale],
    html: row.html[locale],
    picture: pictureAddress(picture, files) ?? picture,
    link: linkText && linkHref ? { text: linkText[locale], href: linkHref } : null,
    facts: row.facts.map(({ label, value }) => ({
      label: label[locale],
      value: value[locale].replaceAll(ORIGIN, config.origin),
    })),
  };
}
