import type {
  DataOf,
  DevAppDetail,
  DevAppItem,
  DevContent,
  DevEvent,
  DevSuggestion,
  DevVersion,
  devApp,
} from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { developerTerms as en } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zh } from '@yunduo/i18n/zh/developer-terms';
import type { DeveloperAction } from '@yunduo/validation';
import type { AppContent } from '../../db/schema/review.ts';
import type { Files } from '../../files.ts';
import { presentStorePublisher } from '../store/publisher.ts';
import { pictureAddresses } from '../files/picture-addresses.ts';
import { localized } from '../text/localized.ts';
import { yankReasonsOf } from '../store/detail.ts';
import { humanCount, humanSize } from '../text/human.ts';
import type { Check } from './checks.ts';
import type { OwnDetail, VersionWithWords } from './detail.ts';
import type { listEvents } from './events.ts';
import type { listOwnApps } from './list.ts';
import type { Replacement } from './replacement.ts';
import type { PictureRow } from './pictures.ts';
import type { SuggestionRow } from './suggestions.ts';
import { canShowListing } from './effects.ts';
import { appStateOf } from './app-state.ts';
import type { AppRow, VersionRow } from './step.ts';
import { actionsOf } from './transitions.ts';
import { appealUntil, nextActorOf } from './next-actor.ts';
import { EDITABLE } from './versions.ts';

type ListRow = Awaited<ReturnType<typeof listOwnApps>>['list'][number];

const terms = { zh, en };
const moment = (value: Date | null): string | null => value?.toISOString() ?? null;
const both = ({ zh: chinese, en: english }: { zh: string; en: string }) => ({ zh: chinese, en: english });

/** An app in its developer's list: the live version, the pending version, and who acts next. */
export function presentOwnApp(row: ListRow, locale: Locale, files: Files, now: Date): DevAppItem {
  const pending = row.pending?.id == null ? null : { ...row.pending, withdrawnAt: row.withdrawnAt };
  const turn = nextActorOf(row, pending, now);
  const { state, nextStep } = appStateOf({
    app: row,
    pending,
    live: row.liveVersion !== null,
    differs: row.draftDiffers,
    now,
  });
  return {
    id: row.id,
    app_key: row.appKey,
    name: localized(row.name, locale),
    intro: localized(row.intro, locale),
    logo: row.logo === null ? null : files.url(row.logo),
    status: row.status,
    state,
    next_step: nextStep,
    store_version: row.status === 'published' ? row.liveVersion : null,
    store_since: row.status === 'published' ? moment(row.liveSince) : null,
    review_status: pending?.reviewStatus ?? null,
    version: row.liveVersion ?? pending?.version ?? row.newestVersion,
    coming_version: pending?.version ?? null,
    coming_listing: pending?.listing ?? false,
    due_at: moment(pending?.dueAt ?? null),
    waits_for: turn.waitsFor,
    waits_since: moment(turn.since),
    open_suggestions: row.openSuggestions,
    taken_down: row.takenDownAt !== null,
    download_num: row.downloadCount,
    human_download_num: humanCount(row.downloadCount, locale),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** An app's content in both languages; screenshots are the ones for `locale`. */
export function presentContent(
  content: AppContent,
  logoId: number | null,
  locale: Locale,
  files: Files,
): DevContent {
  const { os, gpu, hard_disk, mem, cpu, network_card } = content.requirements;
  return {
    name: both(content.name),
    intro: both(content.intro),
    description: both(content.description),
    details: both(content.details),
    category: content.category,
    os: content.os,
    arch: content.arch,
    logo: content.logo === null ? null : { id: logoId ?? 0, src: files.url(content.logo) },
    screenshots: content.screenshots.map(({ id, stem, width, height, alt }) => ({
      id,
      ...pictureAddresses(files, stem[locale], width),
      width,
      height,
      alt: both(alt),
    })),
    keywords: content.keywords,
    licence: content.licence,
    homepage: content.homepage,
    requirements: {
      os: both(os),
      gpu: both(gpu),
      hard_disk: both(hard_disk),
      mem: both(mem),
      cpu: both(cpu),
      network_card: both(network_card),
    },
    relations: content.relations.map(({ kind, appKey, package: name, constraint, note }) => ({
      kind,
      app_key: appKey,
      package: name,
      constraint,
      note: both(note),
    })),
  };
}

/** Checklist entries in wire format. */
export const presentChecks = (checks: Check[]): DevAppDetail['checks'] =>
  checks.map(({ field, ok, message, faults }) => ({ field, ok, message, faults }));

/** A suggestion as the developer sees it, without its author. */
export const presentSuggestion = (row: SuggestionRow): DevSuggestion => ({
  id: row.id,
  version_id: row.versionId,
  round: row.round,
  field: row.field,
  text: row.text,
  created_at: row.createdAt.toISOString(),
  resolved: row.resolvedAt !== null,
  answer: row.answer,
  answered_at: moment(row.answeredAt),
});

/** State besides the version itself that decides the allowed actions. */
interface Surroundings {
  app: Pick<AppRow, 'status' | 'takenDownAt'>;
  /** The version that the store shows or last showed. */
  live: Pick<VersionRow, 'versionKey' | 'submittedAt'> | null;
  /** The version in preparation or under review. */
  open: Pick<VersionRow, 'id'> | null;
}

/** A version as its developer sees it; `actions` are those the server allows now. */
export function presentVersion(
  { version, suggestions }: VersionWithWords,
  { app, live, open }: Surroundings,
  { locale, now }: { locale: Locale; now: Date },
): DevVersion {
  const until = appealUntil(version, now);
  const actions = actionsOf('developer', { reviewStatus: version.reviewStatus, appStatus: app.status });
  return {
    id: version.id,
    version: version.version,
    git_version: version.gitVersion,
    git_commit: version.gitCommit,
    package_sha256: version.packageSha256,
    repo_url: version.repoUrl,
    size: version.size,
    human_size: humanSize(version.size),
    description: both(version.description),
    changes: version.changes.map(({ kind, text }) => ({ kind, text: both(text) })),
    review_status: version.reviewStatus,
    listing: version.listing,
    revision: version.revision,
    round: version.round,
    created_at: version.createdAt.toISOString(),
    submitted_at: moment(version.submittedAt),
    due_at: moment(version.dueAt),
    decided_at: moment(version.decidedAt),
    released_at: moment(version.releasedAt),
    reject_reason: version.rejectReason,
    decision_text: version.decisionText,
    yank_reason: version.yankReason === null ? null : localized(yankReasonsOf(version), locale),
    appeal_until: moment(until),
    editable: EDITABLE.includes(version.reviewStatus),
    // Removes actions that the table allows but this app does not: an appeal that is too late or blocked by an open
    // version, a release overtaken by a higher one, an app taken down by an operator.
    actions: actions.filter((action) => {
      if (action === 'appeal') return until !== null && open === null;
      if (version.listing && action === 'release') return canShowListing(version, app, live);
      if (action === 'release' && live && live.versionKey >= version.versionKey) return false;
      return !['release', 'relist'].includes(action) || app.takenDownAt === null;
    }),
    suggestions: suggestions.map(presentSuggestion),
  };
}

/** The app that replaces another, in the reader's language. */
export const presentReplacement = (
  { id, appKey, name, status }: Replacement,
  locale: Locale,
): NonNullable<DevAppDetail['replaced_by']> => ({
  id,
  app_key: appKey,
  name: localized(name, locale),
  published: status === 'published',
});

/** An app with its draft and all versions, as its developer sees it. */
export function presentOwnDetail(detail: OwnDetail, locale: Locale, files: Files, now: Date): DevAppDetail {
  const { app, turn } = detail;
  return {
    id: app.id,
    app_key: app.appKey,
    app_key_fixed: detail.keyFixed,
    status: app.status,
    taken_down_reason: app.takenDownAt ? (app.takenDownReason ?? '') : null,
    replaced_by: detail.replacement && presentReplacement(detail.replacement, locale),
    revision: app.revision,
    updated_at: app.updatedAt.toISOString(),
    waits_for: turn.waitsFor,
    waits_since: moment(turn.since),
    state: detail.standing.state,
    next_step: detail.standing.nextStep,
    draft: presentContent(detail.draft, detail.logoId, locale, files),
    draft_differs: detail.draftChanges?.length !== 0,
    draft_changes: detail.draftChanges,
    listing_since: moment(detail.listingSince),
    current_version_id: app.currentVersionId,
    open_version_id: detail.open?.id ?? null,
    coming_version_id: detail.pending?.id ?? null,
    versions: detail.versions.map((version) => presentVersion(version, detail, { locale, now })),
    checks: presentChecks(detail.checks),
    ready: detail.ready,
    download_num: app.downloadCount,
    human_download_num: humanCount(app.downloadCount, locale),
    listing: {
      developer: both(detail.developer),
      ...(detail.publisher && { publisher: presentStorePublisher(detail.publisher) }),
      source: app.source,
      certified: app.certified,
      free: app.free,
      downloads: { zh: humanCount(app.downloadCount, 'zh'), en: humanCount(app.downloadCount, 'en') },
      repo_url: app.repoUrl,
      first_published_at: moment(app.firstPublishedAt),
    },
  };
}

/** A logo just stored. */
export const presentLogo = (row: PictureRow, files: Files): DataOf<typeof devApp.uploadLogo> => ({
  id: row.id,
  src: files.url(row.stem.zh),
  width: row.width,
  height: row.height,
});

/** A screenshot just stored. */
export const presentScreenshot = (row: PictureRow, files: Files): DataOf<typeof devApp.uploadScreenshot> => ({
  id: row.id,
  ...pictureAddresses(files, row.stem.zh, row.width),
  width: row.width,
  height: row.height,
});

/** Events of the app as a whole are not in the file of a review. */
export const isVersionEvent = (event: DevEvent): event is DevEvent & { action: DeveloperAction } =>
  event.action !== 'replace';

/** A timeline event with the actor's role, never their identity. */
export const presentEvent = (
  row: Awaited<ReturnType<typeof listEvents>>['list'][number],
  locale: Locale,
): DevEvent => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  role: row.role,
  actor: terms[locale].role[row.role],
  version_id: row.versionId,
  version: row.version,
  listing: row.listing ?? false,
  text: (row.replacement && localized(row.replacement, locale)) || row.text,
});
