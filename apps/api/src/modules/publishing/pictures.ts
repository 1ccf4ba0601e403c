import {
  DAY,
  isScreenshotSize,
  LOGO_PIXELS_MIN,
  PICTURE_WIDTHS,
  PICTURES_WAITING,
  SCREENSHOT_PIXELS_MIN,
  type PictureKind,
} from '@yunduo/validation';
import { and, asc, eq, gt, inArray, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { appDrafts, appPictures, versionSubmissions } from '../../db/schema/review.ts';
import { apps, appScreenshots } from '../../db/schema/store.ts';
import { randomName, type Files } from '../../files.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { discardFiles } from '../files/discard.ts';
import { openPicture, scaled, squares, uprightSize, type Uploader } from '../files/picture.ts';
import type { Job } from '../jobs/jobs.ts';
import { draftOf, ownApp } from './own.ts';
import { discardIfGone } from '../files/upload.ts';

export type PictureRow = typeof appPictures.$inferSelect;

/** The store shows logos small; the larger width is for high-density screens. */
const LOGO_WIDTHS = PICTURE_WIDTHS.slice(0, 2);
/** The file name stored in an app's row. */
const logoName = (stem: string): string => `${stem}-${LOGO_WIDTHS[0]}.webp`;
/** Every stored file of a picture, in all possible widths. */
export const filesOf = ({ kind, stem }: Pick<PictureRow, 'kind' | 'stem'>): string[] =>
  kind === 'logo'
    ? LOGO_WIDTHS.map((width) => stem.zh.replace(`-${LOGO_WIDTHS[0]}.webp`, `-${width}.webp`))
    : [...new Set([stem.zh, stem.en])].flatMap((one) =>
        PICTURE_WIDTHS.map((width) => `${one}-${width}.webp`),
      );

/** An uploaded picture for one of the user's apps. */
interface SentPicture {
  appId: number;
  bytes: Uint8Array;
  by: Uploader;
}

/**
 * Stores a logo: square, at least 256 px, re-encoded. A save of the draft attaches it.
 * @throws ApiError APP_NOT_FOUND, FILE_TYPE, PICTURE_UNREADABLE, LOGO_SIZE, TOO_MANY_PICTURES
 */
export async function takeLogo(
  context: Context,
  user: SessionUser,
  { appId, bytes, by }: SentPicture,
): Promise<PictureRow> {
  await ownApp(context.db, user, appId);
  const picture = await openPicture(bytes);
  const { width, height } = await uprightSize(picture);
  if (width !== height || width < LOGO_PIXELS_MIN)
    throw apiError('LOGO_SIZE', { words: { pixels: LOGO_PIXELS_MIN } });
  const stem = `logos/${randomName()}`;
  const made = await squares(picture, LOGO_WIDTHS, by);
  const name = logoName(stem);
  return storePicture(context, user, { appId, kind: 'logo', name, width, height, by }, made, stem);
}

/**
 * Stores a screenshot in every width as webp, without metadata.
 * @throws ApiError APP_NOT_FOUND, FILE_TYPE, PICTURE_UNREADABLE, SCREENSHOT_SIZE, TOO_MANY_PICTURES
 */
export async function takeScreenshot(
  context: Context,
  user: SessionUser,
  { appId, bytes, by }: SentPicture,
): Promise<PictureRow> {
  await ownApp(context.db, user, appId);
  const picture = await openPicture(bytes);
  if (!isScreenshotSize(await uprightSize(picture)))
    throw apiError('SCREENSHOT_SIZE', { words: SCREENSHOT_PIXELS_MIN });
  const stem = `screenshots/${randomName()}`;
  const { files, ...size } = await scaled(picture, PICTURE_WIDTHS, by);
  return storePicture(context, user, { appId, kind: 'screenshot', name: stem, ...size, by }, files, stem);
}

interface StoredPicture {
  appId: number;
  kind: PictureKind;
  /** Name by which the draft refers to it. */
  name: string;
  width: number;
  height: number;
  by: Uploader;
}

async function storePicture(
  { db, clock, files }: Context,
  user: SessionUser,
  { appId, kind, name, width, height, by }: StoredPicture,
  made: Map<number, Buffer>,
  stem: string,
): Promise<PictureRow> {
  for (const [size, bytes] of made) await files.put(`${stem}-${size}.webp`, bytes);
  await discardIfGone(files, by, filesOf({ kind, stem: { zh: name, en: name } }));
  try {
    return await db.transaction(async (tx) => {
      await ownApp(tx, user, appId, { lock: true });
      await rejectTooMany(tx, appId, clock.now());
      const [row] = await tx
        .insert(appPictures)
        .values({ appId, kind, stem: { zh: name, en: name }, width, height, createdAt: clock.now() })
        .returning();
      if (!row) throw new Error('no picture was written');
      return row;
    });
  } catch (error) {
    await remove(files, filesOf({ kind, stem: { zh: name, en: name } }));
    throw error;
  }
}

const remove = async (files: Files, names: readonly string[]): Promise<void> => {
  await Promise.all(names.map((name) => files.remove(name)));
};

/** Limits unreferenced uploads. The app is locked: concurrent uploads are counted one by one. */
async function rejectTooMany(db: Db, appId: number, now: Date): Promise<void> {
  const lately = await db
    .select({ stem: appPictures.stem })
    .from(appPictures)
    .where(and(eq(appPictures.appId, appId), gt(appPictures.createdAt, after(now, -PICTURES_WAITING.ttl))));
  const draft = JSON.stringify(await draftOf(db, appId));
  const waiting = lately.filter(({ stem }) => !draft.includes(stem.zh));
  if (waiting.length >= PICTURES_WAITING.count) throw apiError('TOO_MANY_PICTURES');
}

/** Pictures checked per statement: each is searched for in the texts of its app. */
const SLICE = 1_000;

/** Deletes pictures uploaded over a day ago and not referenced by a draft, submission or store page. */
export const forgetPictures: Job = {
  name: 'dev-app-pictures',
  every: DAY,
  long: true,
  async run(context) {
    const { db, clock } = context;
    const old = lt(appPictures.createdAt, after(clock.now(), -PICTURES_WAITING.ttl));
    let forgotten = 0;
    for (let seen = 0; ;) {
      const slice = await db
        .select({ id: appPictures.id })
        .from(appPictures)
        .where(and(gt(appPictures.id, seen), old))
        .orderBy(asc(appPictures.id))
        .limit(SLICE);
      const last = slice.at(-1);
      if (!last) return forgotten;
      const among = and(gt(appPictures.id, seen), lte(appPictures.id, last.id), old);
      forgotten += await db.transaction((tx) => forgetUnused(withTransaction(context, tx), among));
      seen = last.id;
    }
  },
};

/** Deletes the unreferenced among these pictures; returns how many. */
async function forgetUnused({ db, clock }: Context, among: SQL | undefined): Promise<number> {
  const stem = sql`(${appPictures.stem}->>'zh')`;
  const holds = (text: SQL): SQL => sql`position(${stem} in ${text}) > 0`;
  // Names are random: a text that contains one references it, as a screenshot, a logo or a picture in the details.
  const used = sql`(
    exists (select 1 from ${appDrafts} d where d.app_id = ${appPictures.appId} and ${holds(sql`d.content::text`)})
    or exists (select 1 from ${versionSubmissions} s join app_versions v on v.id = s.version_id
      where v.app_id = ${appPictures.appId} and ${holds(sql`s.content::text`)})
    or exists (select 1 from ${apps} a where a.id = ${appPictures.appId}
      and (a.logo = ${stem} or ${holds(sql`a.description::text`)}))
    or exists (select 1 from ${appScreenshots} t where t.app_id = ${appPictures.appId} and t.stem->>'zh' = ${stem}))`;
  const orphans = await db
    .select()
    .from(appPictures)
    .where(and(among, not(used)))
    .for('update', { skipLocked: true });
  await db.delete(appPictures).where(
    inArray(
      appPictures.id,
      orphans.map(({ id }) => id),
    ),
  );
  await discardFiles(db, orphans.flatMap(filesOf), clock.now());
  return orphans.length;
}
