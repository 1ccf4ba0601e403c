import { createHmac, timingSafeEqual } from 'node:crypto';
import { ARTICLE, type ArticlePlace } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import { articles } from '../../db/schema/content.ts';
import { apiError } from '../../http/errors.ts';
import type { ArticleRow } from './present.ts';

const TOKEN = /^(\d{1,10})\.(\d{1,11})\.([A-Za-z0-9_-]{43})$/;

type Settings = Pick<Context, 'config' | 'clock'>;
/** A separate key: no other signature of ours opens a preview. */
const signatureOf = ({ config }: Pick<Context, 'config'>, id: string, expires: string): Buffer =>
  Buffer.from(
    createHmac('sha256', deriveKey(config.signingKey ?? '', 'article preview'))
      .update(`${id}.${expires}`)
      .digest('base64url'),
  );

/**
 * A token that shows one article's draft on its page for a limited time: `<article>.<seconds since 1970>.<signature>`.
 */
export function signPreview(settings: Settings, id: number): { token: string; expiresAt: Date } {
  const seconds = Math.floor(after(settings.clock.now(), ARTICLE.previewTtl).getTime() / 1000);
  const expires = String(seconds);
  const signature = signatureOf(settings, String(id), expires).toString();
  return { token: `${id}.${expires}.${signature}`, expiresAt: new Date(seconds * 1000) };
}

/** The article of a token; null if the token is unsigned or expired. */
function openPreview(settings: Settings, token: string): number | null {
  const [, id, expires, signature] = TOKEN.exec(token) ?? [];
  if (id === undefined || expires === undefined || signature === undefined) return null;
  if (!timingSafeEqual(Buffer.from(signature), signatureOf(settings, id, expires))) return null;
  return settings.clock.now().getTime() < Number(expires) * 1000 ? Number(id) : null;
}

/**
 * The published articles of these places, with the draft of the token's article in its place.
 * @throws ApiError ARTICLE_PREVIEW_NOT_FOUND for an expired token, and for a deleted article
 */
export async function withDraft(
  context: Context,
  token: string,
  { rows, places }: { rows: readonly ArticleRow[]; places: readonly ArticlePlace[] },
): Promise<ArticleRow[]> {
  const id = openPreview(context, token);
  const [row] = id === null ? [] : await context.db.select().from(articles).where(eq(articles.id, id));
  if (!row) throw apiError('ARTICLE_PREVIEW_NOT_FOUND');
  const shown = { ...row, ...row.draft };
  return [
    ...rows.filter((one) => one.id !== row.id),
    ...(places.includes(shown.place) ? [shown] : []),
  ].toSorted((one, other) => one.position - other.position || one.id - other.id);
}
