import type { Article } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import type { articles } from '../../db/schema/content.ts';
import type { Files } from '../../files.ts';

type Row = typeof articles.$inferSelect;

/** The drawings that the site owns are named; what was uploaded lies in a folder and becomes an address. */
const isUploaded = (picture: string): boolean => picture.includes('/');

/** An article in the reader's language; its picture is an address, or the name of a drawing of the site. */
export function presentArticle(row: Row, locale: Locale, files: Files): Article {
  const { picture, linkText, linkHref } = row;
  return {
    id: row.id,
    use_to: row.place,
    title: row.title[locale],
    intro: row.intro[locale],
    html: row.html[locale],
    picture: picture !== null && isUploaded(picture) ? files.url(picture) : picture,
    link: linkText && linkHref ? { text: linkText[locale], href: linkHref } : null,
    facts: row.facts.map(({ label, value }) => ({ label: label[locale], value: value[locale] })),
  };
}
