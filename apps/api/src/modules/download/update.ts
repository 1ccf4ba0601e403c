import { createHash } from 'node:crypto';
import { clientDownload, type DataOf } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import {
  DOWNLOAD_LINK_TTL,
  SECOND,
  UPDATE_MANIFEST_TTL,
  VERSION_PATTERN,
  type ClientPlatform,
} from '@yunduo/validation';
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { artefacts, releases } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { versionKey } from '../store/version-key.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { keyring, type LicenceKey } from '../licence/keyring.ts';
import { canonical } from '../licence/sign.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { openLink, signLink, updateLinkKey } from './link.ts';
import { offeredReleases, type ArtefactRow, type Release, type ReleaseRow } from './releases.ts';

type Update = DataOf<typeof clientDownload.update>;
export type UpdateManifest = Update['manifest'];

/** Content of a manifest before signing. */
export type UpdateFacts = Omit<UpdateManifest, 'format' | 'key_id' | 'signature'>;

/** Signs a manifest over `canonical` with a licence key: clients ship with those keys, and know how they rotate. */
export function signManifest(key: LicenceKey, facts: UpdateFacts): UpdateManifest {
  const format = 'yunduo-update/1';
  const text = canonical(format, [
    ['status', facts.status],
    ['platform', facts.platform],
    ['installed', facts.installed],
    ['version', facts.version],
    ['sha256', facts.sha256],
    ['size', facts.size],
    ['mandatory', facts.mandatory],
    ['minimum', facts.minimum],
    ['notes_sha256', facts.notes_sha256],
    ['issued_at', facts.issued_at],
    ['expires_at', facts.expires_at],
    ['key_id', key.id],
  ]);
  return { format, ...facts, key_id: key.id, signature: key.sign(text) };
}

/** Prefix of an update link: it identifies a package, not a claim. */
export const UPDATE_LINK = 'u';

export interface UpdateQuestion {
  platform: ClientPlatform;
  installed: string;
  locale: Locale;
  /** Whether the caller gets a link without an invitation. */
  isEntitled: boolean;
}

/** The highest minimum version among the releases. */
const minimumOf = (offered: readonly Release[]): string | null =>
  offered
    .flatMap(({ minimum }) => minimum ?? [])
    .toSorted((one, other) => versionKey(other) - versionKey(one))[0] ?? null;

/**
 * Whether an installed client has an update, signed. Never offers a lower version than the installed one, even if that
 * was withdrawn.
 */
export async function updateFor(context: Context, question: UpdateQuestion): Promise<Update> {
  const { clock, config } = context;
  const { platform, installed, locale, isEntitled } = question;
  const now = clock.now();
  const isNewer = gt(releases.versionKey, versionKey(installed));
  const offered = await offeredReleases(context, 'client', or(isNewer, isNotNull(releases.minimum)));
  const newer = offered.filter((release) => release.versionKey > versionKey(installed));
  const [release] = newer;
  const artefact = release?.artefacts.find(({ target }) => target === platform);
  const minimum = minimumOf(offered);
  const notes = release && artefact ? renderMarkdown(release.notes[locale]) : null;
  const isBelow = minimum !== null && versionKey(installed) < versionKey(minimum);
  const manifest = signManifest(keyring(config).current, {
    status: artefact ? 'update' : 'none',
    platform,
    installed,
    version: artefact ? (release?.version ?? null) : null,
    sha256: artefact?.sha256 ?? null,
    size: artefact?.size ?? null,
    // A mandatory release stays mandatory for clients below it.
    mandatory: artefact !== undefined && (isBelow || newer.some(({ mandatory }) => mandatory)),
    minimum,
    notes_sha256: notes === null ? null : createHash('sha256').update(notes).digest('hex'),
    issued_at: now.toISOString(),
    expires_at: after(now, UPDATE_MANIFEST_TTL).toISOString(),
  });
  const link =
    artefact && isEntitled
      ? UPDATE_LINK + signLink(updateLinkKey(config), artefact.id, after(now, DOWNLOAD_LINK_TTL))
      : null;
  return {
    manifest,
    filename: artefact?.filename ?? null,
    notes,
    url:
      link && `${config.origin}/api${clientDownload.file.url}?${new URLSearchParams({ link, lang: locale })}`,
    expires_in: link === null ? null : DOWNLOAD_LINK_TTL / SECOND,
  };
}

/**
 * The package of an update link, while the link is valid and the release is offered.
 * @throws ApiError DOWNLOAD_NOT_FOUND, DOWNLOAD_EXPIRED
 */
export async function updateOfLink(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  link: string,
): Promise<{ artefact: ArtefactRow; release: ReleaseRow }> {
  const id = openLink(updateLinkKey(config), link.slice(UPDATE_LINK.length), clock.now());
  const [found] = await db
    .select({ artefact: artefacts, release: releases })
    .from(artefacts)
    .innerJoin(releases, eq(releases.id, artefacts.releaseId))
    .where(and(eq(artefacts.id, id), isNull(releases.withdrawnAt)));
  if (!found) throw apiError('DOWNLOAD_NOT_FOUND');
  return found;
}

/** Update rules of a client release, set by operators. */
export interface UpdateRules {
  version: string;
  mandatory?: boolean;
  /** The lowest version that works after this release; null: all do. */
  minimum?: string | null;
  /** The rules that the operator saw. */
  before?: { mandatory: boolean; minimum: string | null };
}

/**
 * Sets whether a release is mandatory, and the lowest version that still works.
 * @throws ApiError RELEASE_NOT_FOUND for an unknown or withdrawn one, VALIDATION_FAILED for a minimum above the
 * release, which no client could reach, STATE_CHANGED when a colleague was faster
 */
export async function setUpdateRules(
  { db, clock }: Context,
  actor: Actor,
  { version, mandatory, minimum, before }: UpdateRules,
): Promise<ReleaseRow> {
  if (
    minimum !== undefined &&
    minimum !== null &&
    (!VERSION_PATTERN.test(minimum) || versionKey(minimum) > versionKey(version))
  )
    throw apiError('VALIDATION_FAILED', { fields: { minimum: 'version_invalid' } });
  return db.transaction(async (tx) => {
    const isOffered = and(
      eq(releases.product, 'client'),
      eq(releases.version, version),
      isNull(releases.withdrawnAt),
    );
    const [held] = await tx.select().from(releases).where(isOffered).for('update');
    if (!held) throw apiError('RELEASE_NOT_FOUND');
    if (before && (held.mandatory !== before.mandatory || held.minimum !== before.minimum))
      throw apiError('STATE_CHANGED');
    const [row] = await tx
      .update(releases)
      .set({ ...(mandatory !== undefined && { mandatory }), ...(minimum !== undefined && { minimum }) })
      .where(isOffered)
      .returning();
    if (!row) throw apiError('RELEASE_NOT_FOUND');
    await audit({ db: tx, clock }, actor, {
      action: 'release.require',
      target: `release:client:${version}`,
      details: {
        ...(mandatory !== undefined && { mandatory }),
        ...(minimum !== undefined && { minimum }),
      },
    });
    return row;
  });
}
