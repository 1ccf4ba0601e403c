import { buffer } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import { cards as en } from '@yunduo/i18n/en/cards';
import { storeTerms as enTerms } from '@yunduo/i18n/en/store-terms';
import type { Locale } from '@yunduo/i18n';
import { cards as zh } from '@yunduo/i18n/zh/cards';
import { storeTerms as zhTerms } from '@yunduo/i18n/zh/store-terms';
import { CARD_FOLDER, CARD_PAGES, type CardPage } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { isPublished } from '../store/list.ts';
import { siteName } from '../site/settings.ts';
import { localized } from '../text/localized.ts';
import { type Card, drawCard } from './draw.ts';

const words = { zh, en };
const terms = { zh: zhTerms, en: enTerms };

/** `app-7-zh.png`, `page-home-en.png`. */
const NAME = /^(?:app-(?<id>[1-9]\d{0,9})|page-(?<page>[a-z-]+))-(?<locale>zh|en)\.png$/;
const ID_MAX = 2_147_483_647;

/** Cache time of a card in seconds: sharing a link fetches it once. */
const FRESH = 3600;
/** Number of cards cached in memory, about 30 kB each. */
const KEPT = 200;

interface Drawn {
  /** Input of the card: another text or logo is another card. */
  source: string;
  png: Buffer;
  etag: string;
}

/**
 * Preview images of shared links, drawn on first request. They are files, not API calls: their URLs are in pages, for
 * programs without knowledge of the API.
 */
export async function cards(app: FastifyInstance): Promise<void> {
  const stored = new Map<string, Drawn>();
  let drawing: Promise<unknown> = Promise.resolve();

  const cardOf = async (name: string, card: Card): Promise<Drawn> => {
    const source = createHash('sha256')
      .update(JSON.stringify({ ...card, logo: undefined }))
      .update(card.logo && 'bytes' in card.logo ? card.logo.bytes : '')
      .digest('base64url');
    const known = stored.get(name);
    if (known?.source === source) return known;
    // Sequential: a card takes a tenth of a second of CPU.
    const next = drawing.then(() => drawCard(card));
    drawing = next.catch(() => undefined);
    const drawn = { source, png: await next, etag: `"${source.slice(0, 27)}"` };
    stored.delete(name);
    stored.set(name, drawn);
    for (const [oldest] of stored) {
      if (stored.size <= KEPT) break;
      stored.delete(oldest);
    }
    return drawn;
  };

  app.get<{ Params: { name: string } }>(`${CARD_FOLDER}/:name`, async ({ params, headers }, reply) => {
    const { id, page, locale } = NAME.exec(params.name)?.groups ?? {};
    const card =
      locale === undefined
        ? null
        : id === undefined
          ? await pageCard(app, page ?? '', locale as Locale)
          : await appCard(app, Number(id), locale as Locale);
    if (!card) {
      reply.callNotFound();
      return reply;
    }
    const { png, etag } = await cardOf(params.name, card);
    void reply
      .headers({
        etag,
        'cache-control': `public, max-age=${FRESH}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/png');
    return headers['if-none-match'] === etag ? reply.code(304).send() : png;
  });
}

async function pageCard({ db }: Context, name: string, locale: Locale): Promise<Card | null> {
  const page: CardPage | undefined = CARD_PAGES.find((known) => known === name);
  return page ? { brand: await siteName(db, locale), ...words[locale][page] } : null;
}

async function appCard({ db, files }: Context, id: number, locale: Locale): Promise<Card | null> {
  if (id > ID_MAX) return null;
  const [row] = await db
    .select({
      appKey: apps.appKey,
      name: apps.name,
      intro: apps.intro,
      logo: apps.logo,
      category: apps.category,
      source: apps.source,
      version: appVersions.version,
    })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .where(and(isPublished, eq(apps.id, id)));
  if (!row) return null;
  const { source, category } = terms[locale];
  const stored = row.logo === null ? null : await files.open(row.logo);
  return {
    brand: await siteName(db, locale),
    title: localized(row.name, locale),
    facts: [source[row.source], category[row.category], row.version].join(' · '),
    text: localized(row.intro, locale),
    logo: stored
      ? { bytes: await buffer(stored.bytes) }
      : { letter: (/[\p{L}\p{N}]/u.exec(row.appKey)?.[0] ?? '').toUpperCase() },
  };
}
