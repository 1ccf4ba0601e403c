import { APP_NAME, codePoints, visibleLine, type AppStatus, type NameState } from '@yunduo/validation';
import { and, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { appDrafts, appNames, versionSubmissions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';

/**
 * App names are unique after trimming, case folding and Unicode normalisation (specification §5), among live, reviewed
 * and drafted names, and across both languages. Names that only look alike are allowed and flagged.
 */

/** A name in normalised form: width and compatibility forms, case and runs of spaces folded. */
export function nameKey(name: string): string {
  // Upper and then lower case is JavaScript's closest approximation of case folding: it unifies ß, ſ and ς with their
  // equivalents.
  const folded = name.toWellFormed().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  // Variation selectors too: a heart looks the same as text and as emoji.
  return visibleLine(folded.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''));
}

/**
 * Confusable characters: Cyrillic and Greek letters for Latin ones, digits for letters, and Chinese characters that
 * differ by a stroke's length. Based on the Unicode confusables, reduced to characters typed in names.
 */
const LIKENESSES: readonly (readonly [shown: string, ...likes: string[]])[] = [
  ['a', 'а', 'α', '@', '4'],
  ['b', 'ь', 'в', 'β', '8'],
  ['c', 'с'],
  ['d', 'ԁ'],
  ['e', 'е', 'ε', 'є', '3'],
  ['g', 'ɡ', '9'],
  ['h', 'н', 'һ'],
  ['i', 'і', 'ι', '1', 'l', '|', '!', 'ı', 'j', 'ј'],
  ['k', 'к', 'κ'],
  ['m', 'м', 'μ'],
  ['n', 'п', 'η'],
  ['o', 'о', 'ο', '0', '〇', '○', 'θ'],
  ['p', 'р', 'ρ'],
  ['q', 'ԛ'],
  ['s', 'ѕ', '5', '$'],
  ['t', 'т', 'τ', '7'],
  ['u', 'υ', 'ц', 'v', 'ν'],
  ['w', 'ԝ', 'ω', 'ш'],
  ['x', 'х', 'χ', '×'],
  ['y', 'у', 'γ'],
  ['z', 'ζ', '2'],
  ['日', '曰'],
  ['未', '末'],
  ['己', '已', '巳'],
  ['士', '土'],
  ['人', '入', '八'],
  ['大', '太', '犬'],
  ['天', '夭'],
  ['千', '干', '于'],
  ['口', '囗', 'ロ'],
  ['工', 'エ'],
  ['力', 'カ'],
  ['一', '—', 'ー', '丨'],
  ['官', '宫'],
  ['戊', '戌', '戍'],
];
const SHOWN = new Map(LIKENESSES.flatMap(([shown, ...likes]) => likes.map((like) => [like, shown] as const)));

/** Skeleton of a name: names with the same skeleton look alike. */
export function skeletonOf(name: string): string {
  // Compatibility folding makes a sigma of the lunate sigma, which looks like a c.
  const plain = nameKey(name.replace(/[ϲϹ]/g, 'c'))
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '');
  const signs = Array.from(plain, (sign) => SHOWN.get(sign) ?? sign).join('');
  // Joined pairs: vv is already uu, as v is u.
  return signs
    .replace(/rn/g, 'm')
    .replace(/uu/g, 'w')
    .replace(/[\s\p{P}\p{S}]+/gu, '');
}

/** Whether a name is long enough to count: an unfinished one reserves nothing. */
const counts = (name: string): boolean => {
  const length = codePoints(name.trim());
  return length >= APP_NAME.min && length <= APP_NAME.max;
};

/** States in which a submission reserves its names. */
const SUBMITTED = ['in_review', 'changes_requested', 'withdrawn', 'approved', 'rejected'] as const;

/** All names of an app: published, drafted and submitted. */
async function namesOf(db: Db, appId: number): Promise<string[]> {
  const drafted = await db
    .select({ name: sql<Bilingual>`${appDrafts.content}->'name'` })
    .from(appDrafts)
    .where(eq(appDrafts.appId, appId));
  const live = await db
    .select({ name: apps.name })
    .from(apps)
    .where(and(eq(apps.id, appId), isNotNull(apps.firstPublishedAt)));
  const submitted = await db
    .select({ name: sql<Bilingual>`${versionSubmissions.content}->'name'` })
    .from(appVersions)
    .innerJoin(
      versionSubmissions,
      and(eq(versionSubmissions.versionId, appVersions.id), eq(versionSubmissions.round, appVersions.round)),
    )
    .where(and(eq(appVersions.appId, appId), inArray(appVersions.reviewStatus, [...SUBMITTED])));
  return [...drafted, ...live, ...submitted].flatMap(({ name }) => [name.zh, name.en]);
}

/**
 * Updates the reserved names of an app, in the caller's transaction. Of apps that claim one name concurrently the first
 * to write gets it; the others wait for its transaction and are refused.
 * @throws ApiError APP_NAME_TAKEN with the field
 */
export async function claimNames(db: Db, appId: number, wanted?: Bilingual): Promise<void> {
  const names = (await namesOf(db, appId)).filter(counts);
  // Sorted, so that two apps that swap names cannot deadlock.
  const keys = [...new Map(names.map((name) => [nameKey(name), skeletonOf(name)]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const held = keys.map(([key]) => key);
  await db.delete(appNames).where(and(eq(appNames.appId, appId), notInArray(appNames.key, held)));
  if (keys.length === 0) return;
  await db
    .insert(appNames)
    .values(keys.map(([key, skeleton]) => ({ key, appId, skeleton })))
    .onConflictDoNothing();
  const mine = await db
    .select({ key: appNames.key })
    .from(appNames)
    .where(and(eq(appNames.appId, appId), inArray(appNames.key, held)));
  const own = new Set(mine.map(({ key }) => key));
  rejectName(new Set(held.filter((key) => !own.has(key))), wanted);
}

/**
 * Early check of a new app's names, without a lock.
 * @throws ApiError APP_NAME_TAKEN with the field
 */
export async function rejectTakenNames(db: Db, wanted: Bilingual): Promise<void> {
  const keys = [wanted.zh, wanted.en].filter(counts).map(nameKey);
  const rows = await db.select({ key: appNames.key }).from(appNames).where(inArray(appNames.key, keys));
  rejectName(new Set(rows.map(({ key }) => key)), wanted);
}

/** The wanted name, or the app's current one if another app has taken the wanted name. */
export async function freeName(
  db: Db,
  { id, name }: { id: number; name: Bilingual },
  wanted: Bilingual,
): Promise<Bilingual> {
  const keys = [wanted.zh, wanted.en].filter(counts).map(nameKey);
  const taken = await db.$count(appNames, and(inArray(appNames.key, keys), ne(appNames.appId, id)));
  return taken > 0 ? name : wanted;
}

function rejectName(taken: ReadonlySet<string>, wanted: Bilingual | undefined): void {
  if (taken.size === 0) return;
  const fields = (['zh', 'en'] as const).filter((locale) => wanted && taken.has(nameKey(wanted[locale])));
  throw apiError('APP_NAME_TAKEN', {
    fields: Object.fromEntries(fields.map((locale) => [`name.${locale}`, 'app_name_taken' as const])),
  });
}

export interface LookAlike {
  appId: number;
  appKey: string;
  name: Bilingual;
  status: AppStatus;
  wasPublished: boolean;
}

/**
 * Apps whose names can be confused with one of these, shown to the reviewer and the developer. Includes equal names.
 */
export async function lookAlikes(
  db: Db,
  names: readonly string[],
  exceptAppId?: number,
): Promise<LookAlike[]> {
  const skeletons = [...new Set(names.filter(counts).map(skeletonOf))].filter((skeleton) => skeleton !== '');
  return db
    .selectDistinctOn([apps.id], {
      appId: apps.id,
      appKey: apps.appKey,
      name: apps.name,
      status: apps.status,
      wasPublished: sql<boolean>`${apps.firstPublishedAt} is not null`,
    })
    .from(appNames)
    .innerJoin(apps, eq(apps.id, appNames.appId))
    .where(
      and(
        inArray(appNames.skeleton, skeletons),
        exceptAppId === undefined ? undefined : sql`${apps.id} <> ${exceptAppId}`,
      ),
    )
    .orderBy(apps.id)
    .limit(20);
}

/** Whether a name is available to this app, or to a new one. */
export async function nameState(db: Db, name: string, appId?: number): Promise<NameState> {
  const [owner] = await db
    .select({ appId: appNames.appId })
    .from(appNames)
    .where(eq(appNames.key, nameKey(name)));
  if (owner && owner.appId !== appId) return 'taken';
  const alike = await lookAlikes(db, [name], appId);
  return alike.length > 0 ? 'look_alike' : 'free';
}
