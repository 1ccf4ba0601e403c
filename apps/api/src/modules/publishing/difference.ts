import type { DevDifference } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n/en';
import { appPage as enPage } from '@yunduo/i18n/en/app-page';
import { zh } from '@yunduo/i18n/zh';
import { appPage as zhPage } from '@yunduo/i18n/zh/app-page';
import { type SuggestionField } from '@yunduo/validation';
import { diffArrays } from 'diff';
import { and, desc, eq, inArray, lt, not } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { versionSubmissions, type AppContent, type VersionFacts } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import type { Files } from '../../files.ts';
import { pictureAddresses } from '../files/picture-addresses.ts';
import { humanSize } from '../text/human.ts';
import { emptyContent } from './content.ts';
import { draftOf } from './own.ts';
import { lastDecidedRound, submissionOf } from './rounds.ts';
import type { VersionRow } from './step.ts';
import { EDITABLE, factsOf } from './versions.ts';

type FieldDifference = DevDifference['fields'][number];
type Picture = FieldDifference['pictures'][number];
const LOCALES = ['zh', 'en'] as const;
const terms = { zh: zh.storeTerms, en: en.storeTerms };
const pages = { zh: zhPage, en: enPage };

/** Content and facts at one moment. */
interface Edition {
  content: AppContent;
  facts: VersionFacts;
}
interface Base extends Edition {
  kind: 'submission' | 'release';
  version: string;
  round: number;
  at: Date;
}

/**
 * Changes of a version, field by field: against its previous submission, or for a first submission against the previous
 * release. A version in preparation is compared with the current draft.
 * @param locale language for closed vocabularies (categories, systems, kinds of changes and relations)
 * @param handedIn for a reviewer: the submission under review, without the developer's later edits
 * @throws ApiError VERSION_NOT_FOUND
 */
export async function differenceOf(
  { db, files }: Pick<Context, 'db' | 'files'>,
  versionId: number,
  locale: Locale,
  { handedIn }: { handedIn?: Edition } = {},
): Promise<DevDifference> {
  const [version] = await db.select().from(appVersions).where(eq(appVersions.id, versionId));
  if (!version) throw apiError('VERSION_NOT_FOUND');
  const editable = !handedIn && EDITABLE.includes(version.reviewStatus);
  const submitted = handedIn ?? (editable ? null : await submission(db, version, version.round));
  const present: Edition = submitted ?? {
    content: await draftOf(db, version.appId),
    facts: factsOf(version),
  };
  // A reviewer compares with the last judged submission, skipping those withdrawn before a decision.
  const before = handedIn
    ? await lastDecidedRound(db, version)
    : editable
      ? version.round
      : version.round - 1;
  const base = (await submission(db, version, before)) ?? (await releaseBefore(db, version));
  return {
    base: base?.kind ?? 'nothing',
    base_version: base?.version ?? null,
    base_round: base?.kind === 'submission' ? base.round : null,
    base_at: base?.at.toISOString() ?? null,
    fields: compare(base ?? { content: emptyContent(), facts: NO_FACTS }, present, locale, files),
  };
}

const NO_FACTS: VersionFacts = {
  version: '',
  gitVersion: '',
  repoUrl: null,
  size: 0,
  description: { zh: '', en: '' },
  changes: [],
};

async function submission(db: Db, version: VersionRow, round: number): Promise<Base | null> {
  const row = await submissionOf(db, { id: version.id, round });
  if (!row) return null;
  const { content, facts, submittedAt } = row;
  return { kind: 'submission', version: facts.version, round, at: submittedAt, content, facts };
}

/** The highest lower version that was in the store. For a listing, the version in the store. */
async function releaseBefore(db: Db, version: VersionRow): Promise<Base | null> {
  const before = version.listing
    ? eq(appVersions.version, version.version)
    : and(lt(appVersions.versionKey, version.versionKey), eq(versionSubmissions.round, appVersions.round));
  const [row] = await db
    .select({ submission: versionSubmissions, releasedAt: appVersions.releasedAt })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .innerJoin(versionSubmissions, eq(versionSubmissions.versionId, appVersions.id))
    .where(
      and(
        eq(appVersions.appId, version.appId),
        not(appVersions.listing),
        before,
        inArray(appVersions.reviewStatus, ['released', 'superseded', 'yanked']),
      ),
    )
    .orderBy(desc(appVersions.versionKey), desc(versionSubmissions.round))
    .limit(1)
    // A published listing is the newest round of that version itself.
    .offset(version.listing && version.releasedAt !== null ? 1 : 0);
  if (!row) return null;
  const { content, facts, round, submittedAt } = row.submission;
  return {
    kind: 'release',
    version: facts.version,
    round,
    at: row.releasedAt ?? submittedAt,
    content,
    facts,
  };
}

/** Compares both editions in form order; equal fields are left out. */
function compare(before: Edition, after: Edition, locale: Locale, files: Files): FieldDifference[] {
  const [from, to] = [before.content, after.content];
  const reported = terms[locale];
  const category = (content: AppContent) => (content.category ? reported.category[content.category] : '');
  const systems = ({ os }: AppContent) => os.map((one) => reported.os[one]);
  const architectures = ({ arch }: AppContent) => arch.map((one) => reported.arch[one]);
  const relations = ({ relations: all }: AppContent) => all.map((one) => relationLine(one, locale));
  const changes = (facts: VersionFacts, language: Locale) =>
    facts.changes.map(({ kind, text }) => `[${reported.change[kind]}] ${text[language]}`).join('\n');
  const fields: (FieldDifference | null)[] = [
    ...texts('name', from.name, to.name),
    ...texts('intro', from.intro, to.intro),
    ...texts('description', from.description, to.description),
    ...LOCALES.map((language) => details(language, from.details[language], to.details[language])),
    value('category', category(from), category(to)),
    list('os', systems(from), systems(to)),
    list('arch', architectures(from), architectures(to)),
    logo(from.logo, to.logo, files),
    screenshots(from, to, locale, files),
    list('keywords', from.keywords, to.keywords),
    value('licence', from.licence, to.licence),
    value('homepage', from.homepage ?? '', to.homepage ?? ''),
    ...requirements(from, to),
    list('relations', relations(from), relations(to)),
    value('version', before.facts.version, after.facts.version),
    value('git_version', sourceLine(before.facts), sourceLine(after.facts)),
    value('repo_url', before.facts.repoUrl ?? '', after.facts.repoUrl ?? ''),
    value('size', packageLine(before.facts), packageLine(after.facts)),
    ...texts('version_description', before.facts.description, after.facts.description),
    ...LOCALES.map((language) =>
      text('changes', language, changes(before.facts, language), changes(after.facts, language)),
    ),
  ];
  return fields.filter((field) => field !== null);
}

/** Source of a version with its pin, so that a moved tag or a rebuilt package shows as a change. */
const sourceLine = ({ gitVersion, gitCommit }: VersionFacts): string =>
  [gitVersion, gitCommit].filter(Boolean).join(' · ');
const packageLine = ({ size, packageSha256 }: VersionFacts): string =>
  [size > 0 ? humanSize(size) : '', packageSha256 ? `SHA-256 ${packageSha256}` : '']
    .filter(Boolean)
    .join(' · ');
const RELATIONS = { dependency: 'dependencies', conflict: 'conflicts' } as const;

function relationLine(
  { kind, appKey, package: name, constraint, note }: AppContent['relations'][number],
  locale: Locale,
): string {
  const notes = LOCALES.map((language) => note[language]).filter(Boolean);
  const words = [pages[locale][RELATIONS[kind]].heading, appKey ?? name, constraint]
    .filter(Boolean)
    .join(' ');
  return notes.length > 0 ? `${words} (${notes.join(' / ')})` : words;
}

const plain = (
  field: SuggestionField,
  kind: FieldDifference['kind'],
  rest: Partial<FieldDifference>,
): FieldDifference => ({
  field,
  kind,
  locale: null,
  before: null,
  after: null,
  parts: [],
  added: [],
  removed: [],
  pictures: [],
  ...rest,
});

const texts = (field: SuggestionField, before: Bilingual, after: Bilingual) =>
  LOCALES.map((locale) => text(field, locale, before[locale], after[locale]));

function text(field: SuggestionField, locale: Locale, before: string, after: string): FieldDifference | null {
  if (before === after) return null;
  return plain(field, 'text', { locale, before, after, parts: partsOf(before, after, locale) });
}

/** With more changed words, two full texts are easier to read. It bounds the work too, at any load of the machine alike. */
const EDITS_MAX = 700;
const segmenters = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  en: new Intl.Segmenter('en', { granularity: 'word' }),
};

/** Word-level difference of a text, including Chinese. */
function partsOf(before: string, after: string, locale: Locale): FieldDifference['parts'] {
  const words = (line: string): string[] =>
    Array.from(segmenters[locale].segment(line), ({ segment }) => segment);
  const changes = diffArrays(words(before), words(after), { maxEditLength: EDITS_MAX });
  if (!changes) {
    return [
      ...(before ? [{ change: 'removed' as const, text: before }] : []),
      ...(after ? [{ change: 'added' as const, text: after }] : []),
    ];
  }
  return changes.map(({ added, removed, value: segments }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text: segments.join(''),
  }));
}

function value(field: SuggestionField, before: string, after: string): FieldDifference | null {
  return before === after ? null : plain(field, 'value', { before: before || null, after: after || null });
}

function list(
  field: SuggestionField,
  before: readonly string[],
  after: readonly string[],
): FieldDifference | null {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  const [from, to] = [before.join(', '), after.join(', ')];
  // The same entries in another order.
  if (added.length === 0 && removed.length === 0) return value(field, from, to);
  return plain(field, 'list', { before: from, after: to, added, removed });
}

function requirements(from: AppContent, to: AppContent): (FieldDifference | null)[] {
  const names = ['os', 'gpu', 'hard_disk', 'mem', 'cpu', 'network_card'] as const;
  const lines = ({ requirements: all }: AppContent, locale: Locale): string =>
    names
      .filter((name) => all[name][locale])
      .map((name) => `${pages[locale].requirements[name]}: ${all[name][locale]}`)
      .join('\n');
  return LOCALES.map((locale) => text('requirements', locale, lines(from, locale), lines(to, locale)));
}

function logo(before: string | null, after: string | null, files: Files): FieldDifference | null {
  if (before === after) return null;
  const picture = (name: string, change: Picture['change']): Picture => ({
    change,
    id: 0,
    src: files.url(name),
    alt: '',
    from: change === 'removed' ? 1 : null,
    to: change === 'added' ? 1 : null,
  });
  return plain('logo', 'pictures', {
    pictures: [...(before ? [picture(before, 'removed')] : []), ...(after ? [picture(after, 'added')] : [])],
  });
}

function screenshots(from: AppContent, to: AppContent, locale: Locale, files: Files): FieldDifference | null {
  const place = (content: AppContent, stem: string): number | null => {
    const index = content.screenshots.findIndex((one) => one.stem.zh === stem);
    return index === -1 ? null : index + 1;
  };
  const missing = from.screenshots.filter(({ stem }) => place(to, stem.zh) === null);
  // Only the order among kept pictures counts: one shifted by an insertion or removal has not moved.
  const stayed = from.screenshots
    .filter(({ stem }) => place(to, stem.zh) !== null)
    .map(({ stem }) => stem.zh);
  const stored = to.screenshots.filter(({ stem }) => stayed.includes(stem.zh)).map(({ stem }) => stem.zh);
  const pictures: Picture[] = [
    ...to.screenshots.map(({ id, stem, width, alt }, index): Picture => {
      const old = from.screenshots.find((one) => one.stem.zh === stem.zh);
      const reworded = old !== undefined && (old.alt.zh !== alt.zh || old.alt.en !== alt.en);
      const moved = old !== undefined && stayed.indexOf(stem.zh) !== stored.indexOf(stem.zh);
      return {
        change: old === undefined ? 'added' : moved ? 'moved' : reworded ? 'reworded' : 'same',
        id,
        src: pictureAddresses(files, stem[locale], width).src,
        alt: alt[locale],
        from: place(from, stem.zh),
        to: index + 1,
      };
    }),
    ...missing.map(({ id, stem, width, alt }): Picture => ({
      change: 'removed',
      id,
      src: pictureAddresses(files, stem[locale], width).src,
      alt: alt[locale],
      from: place(from, stem.zh),
      to: null,
    })),
  ];
  if (pictures.every(({ change }) => change === 'same')) return null;
  return plain('screenshots', 'pictures', { pictures });
}

/** Rich text is compared as lines of plain text; as HTML if only its formatting changed. */
function details(locale: Locale, before: string, after: string): FieldDifference | null {
  return text('details', locale, linesOf(before), linesOf(after)) ?? text('details', locale, before, after);
}

/** Links and pictures keep their URLs. */
function linesOf(html: string): string {
  return html
    .replace(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)')
    .replace(/<img\s[^>]*?src="([^"]*)"[^>]*>/g, '[$1]')
    .replace(/<li>/g, '• ')
    .replace(/<h([1-6])>/g, (_, level: string) => `${'#'.repeat(Number(level))} `)
    .replace(/<\/(?:p|li|h[1-6]|blockquote|pre|tr|figure|ul|ol|table)>|<br\s*\/?>|<hr\s*\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
