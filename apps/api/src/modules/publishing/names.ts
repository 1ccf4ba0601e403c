import { APP_NAME, codePoints, visibleLine, type AppStatus, type NameState } from '@yunduo/validation';
import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { appDrafts, appNames, versionSubmissions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';

/**
 * Names of apps are unique after trimming, case folding and Unicode normalisation (specification §5), over what is
 * live, under review and drafted, and across both languages. Names that only look alike are allowed and flagged.
 */

/** A name as it is compared: width and compatibility forms, case and runs of spaces folded. */
export function nameKey(name: string): string {
  // Upper and then lower case is the nearest that JavaScript has to case folding: ß, ſ and ς find their likes.
  const folded = name.toWellFormed().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return visibleLine(folded.replace(/\p{Cf}/gu, ''));
}

/**
 * Signs that pass for another: Cyrillic and Greek letters for Latin ones, digits for letters, and Chinese characters
 * that differ by a stroke's length. After the Unicode list of confusables, cut down to what people type as a name.
 */
const LIKENESSES: readonly (readonly [shown: string, ...likes: string[]])[] = [
  ['a', 'а', 'α', '@', '4'],
  ['b', 'ь', 'в', 'β', '8'],
  ['c', 'с', 'ϲ'],
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

/** What a name looks like at a glance: two names with one skeleton can be taken for each other. */
export function skeletonOf(name: string): string {
  const plain = nameKey(name)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '');
  const signs = Array.from(plain, (sign) => SHOWN.get(sign) ?? sign).join('');
  // Pairs that run together: vv is already uu, as v is u.
  return signs
    .replace(/rn/g, 'm')
    .replace(/uu/g, 'w')
    .replace(/[\s\p{P}\p{S}]+/gu, '');
}

/** A name that can be one: shorter ones, still being typed, reserve nothing. */
const counts = (name: string): boolean => {
  const length = codePoints(name.trim());
  return length >= APP_NAME.min && length <= APP_NAME.max;
};

/** States in which a submission keeps its names. */
const SUBMITTED = ['in_review', 'changes_requested', 'withdrawn', 'approved', 'rejected'] as const;

/** The names that an app holds now: as the store shows it, as drafted, as handed in. */
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
 * Brings the reserved names of an app in line with what it is called now, in the caller's transaction. Of any number
 * of apps that want one name at once the first to write it has it; the others wait for that one's end and are refused.
 * @throws ApiError APP_NAME_TAKEN with the field
 */
export async function claimNames(db: Db, appId: number, wanted?: Bilingual): Promise<void> {
  const names = (await namesOf(db, appId)).filter(counts);
  // In one order, whatever the app calls itself: two apps that swap names must not wait for each other for ever.
  const keys = [...new Map(names.map((name) => [nameKey(name), skeletonOf(name)]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const held = keys.map(([key]) => key);
  await db
    .delete(appNames)
    .where(and(eq(appNames.appId, appId), held.length > 0 ? notInArray(appNames.key, held) : undefined));
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
 * What a new app cannot be called, as far as is known by now.
 * @throws ApiError APP_NAME_TAKEN with the field
 */
export async function rejectTakenNames(db: Db, wanted: Bilingual): Promise<void> {
  const keys = [wanted.zh, wanted.en].filter(counts).map(nameKey);
  if (keys.length === 0) return;
  const rows = await db.select({ key: appNames.key }).from(appNames).where(inArray(appNames.key, keys));
  rejectName(new Set(rows.map(({ key }) => key)), wanted);
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
 * Apps whose names can be taken for one of these: for the reviewer to judge, and for the developer to know. Names that
 * are equal count as alike, too.
 */
export async function lookAlikes(
  db: Db,
  names: readonly string[],
  exceptAppId?: number,
): Promise<LookAlike[]> {
  const skeletons = [...new Set(names.filter(counts).map(skeletonOf))].filter((skeleton) => skeleton !== '');
  if (skeletons.length === 0) return [];
  const rows = await db
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
  return rows;
}

/** Whether a name can be had by this app, or by a new one. */
export async function nameState(db: Db, name: string, appId?: number): Promise<NameState> {
  const [owner] = await db
    .select({ appId: appNames.appId })
    .from(appNames)
    .where(eq(appNames.key, nameKey(name)));
  if (owner && owner.appId !== appId) return 'taken';
  const alike = await lookAlikes(db, [name], appId);
  return alike.length > 0 ? 'look_alike' : 'free';
}
