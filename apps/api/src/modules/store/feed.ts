import type { Locale } from '@yunduo/i18n';
import { htmlLang, localePath } from '@yunduo/i18n';
import { storeAnswers as en } from '@yunduo/i18n/en/store-answers';
import { storeAnswers as zh } from '@yunduo/i18n/zh/store-answers';
import { FEED_ENTRIES } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/account.ts';
import { publishers } from '../../db/schema/publisher.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { fill } from '../../http/envelope.ts';
import { siteName } from '../site/settings.ts';
import { localized, languageOf } from '../text/localized.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { isPublished } from './list.ts';

/** New apps, or apps with a new release. */
export type FeedKind = 'new' | 'updated';

const words = { zh: zh.feed, en: en.feed };

/** The apps of a feed, newest first, with the fields of an entry. */
function entriesOf({ db }: Pick<Context, 'db'>, kind: FeedKind) {
  const moment = kind === 'new' ? apps.firstPublishedAt : apps.lastReleasedAt;
  return db
    .select({
      id: apps.id,
      appKey: apps.appKey,
      name: apps.name,
      intro: apps.intro,
      version: appVersions.version,
      changes: appVersions.changes,
      developer: users.nickname,
      publisher: publishers.name,
      at: moment,
    })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .leftJoin(users, eq(users.id, apps.developerId))
    .leftJoin(publishers, eq(publishers.userId, apps.developerId))
    .where(isPublished)
    .orderBy(sql`${moment} desc nulls last`, sql`${apps.id} desc nulls last`)
    .limit(FEED_ENTRIES);
}

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

/** Characters forbidden in XML, escaped or not. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML elements and attributes. */
export const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(FORBIDDEN, ''));

const element = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escapeXml(text)}</${name}>`;

/** Attribute of an element in another language than the feed; empty otherwise. */
const foreign = (language: Locale, locale: Locale): string =>
  language === locale ? '' : ` xml:lang="${htmlLang(language)}"`;
const iso = (moment: Date | null): string => (moment ?? new Date(0)).toISOString();

/**
 * The Atom feed (RFC 4287) of new or updated apps in one language. Entry ids do not depend on the language or the
 * site's address, so that no reader shows an app twice.
 */
export async function storeFeed(context: Context, kind: FeedKind, locale: Locale): Promise<string> {
  const { origin } = context.config;
  const entries = await entriesOf(context, kind);
  const brand = await siteName(context.db, locale);
  const own = `${origin}/api/app_store/feed/${kind}.xml?lang=${locale}`;
  const page = `${origin}${localePath(locale, '/store')}`;
  const text = words[locale];
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${htmlLang(locale)}">`,
    element('id', `urn:yunduo:store:${kind}:${locale}`),
    element('title', fill(text[`${kind}_title`], { brand })),
    element('subtitle', fill(text[`${kind}_subtitle`], {})),
    element('updated', iso(entries[0]?.at ?? null)),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(own)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<author>${element('name', brand)}</author>`,
    ...entries.map((entry) => entryOf(entry, { kind, locale, brand, page })),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

interface Surroundings {
  kind: FeedKind;
  locale: Locale;
  brand: string;
  /** URL of the store. */
  page: string;
}

function entryOf(entry: Entry, { kind, locale, brand, page }: Surroundings): string {
  const { id, appKey, name, version, intro, changes, developer, publisher, at } = entry;
  const ofName = languageOf([name], locale);
  const title = kind === 'new' ? name[ofName] : fill(words[ofName].entry, { name: name[ofName], version });
  const texts = kind === 'updated' && changes.length > 0 ? changes.map(({ text }) => text) : [intro];
  const ofTexts = languageOf(texts, locale);
  const about = texts.map((text) => localized(text, ofTexts)).join('\n');
  return [
    '<entry>',
    // Each release is a new entry; a new app has one entry.
    element('id', `urn:yunduo:app:${appKey}${kind === 'updated' ? `:${version}` : ''}`),
    element('title', title, foreign(ofName, locale)),
    element('updated', iso(at)),
    element('published', iso(at)),
    `<link rel="alternate" type="text/html" href="${escapeXml(`${page}/${id}`)}"/>`,
    `<author>${element('name', publisher ? localized(publisher, locale) : (developer ?? brand))}</author>`,
    element('summary', about, ` type="text"${foreign(ofTexts, locale)}`),
    '</entry>',
  ].join('\n');
}
