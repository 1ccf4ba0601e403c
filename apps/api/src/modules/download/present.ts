import {
  clientDownload,
  type adminRelease,
  type AdminRelease,
  type ClientRelease,
  type DataOf,
  type DownloadLink,
  type Invitation,
  type InviteRequest,
} from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { downloadAnswers as en } from '@yunduo/i18n/en/download-answers';
import { downloadAnswers as zh } from '@yunduo/i18n/zh/download-answers';
import { CLIENT_PLATFORMS, DOWNLOAD_LINK_TTL } from '@yunduo/validation';
import type { Config } from '../../config.ts';
import { humanSize } from '../text/human.ts';
import { renderMarkdown } from '../text/markdown.ts';
import type { Claimed } from './claim.ts';
import { shownEmail } from '../text/shown-email.ts';
import { stateOf, type InvitationRow } from './invitations.ts';
import type { ArtefactRow, Release } from './releases.ts';
import type { InviteRequestRow } from './requests.ts';

const words = { zh, en };

/** A file of a release, without its storage path. */
const presentArtefact = ({ filename, size, sha256 }: ArtefactRow) => ({
  filename,
  size,
  human_size: humanSize(size),
  sha256,
});

/** A client release with a file for each platform, in platform order. */
export function presentClientRelease(release: Release, current: boolean, locale: Locale): ClientRelease {
  return {
    version: release.version,
    published_at: release.publishedAt.toISOString(),
    current,
    notes: renderMarkdown(release.notes[locale]),
    platforms: CLIENT_PLATFORMS.flatMap((platform) =>
      release.artefacts
        .filter(({ target }) => target === platform)
        .map((artefact) => ({
          platform,
          system: words[locale].system[platform],
          ...presentArtefact(artefact),
        })),
    ),
  };
}

/** All platforms, each with whether the newest release has a client for it; Linux is announced (specification §1). */
export const presentPlatforms = (
  newest: Release | undefined,
): DataOf<typeof clientDownload.releases>['platforms'] => [
  ...CLIENT_PLATFORMS.map((platform) => {
    const isOffered = newest?.artefacts.some(({ target }) => target === platform) ?? false;
    return { platform, state: isOffered ? ('available' as const) : ('unavailable' as const) };
  }),
  { platform: 'linux', state: 'coming' },
];

/**
 * The link includes the reader's language: a browser that follows it sends no header, and an error should be readable.
 */
export function presentClaim(
  { origin }: Pick<Config, 'origin'>,
  lang: Locale,
  { link, artefact, version }: Claimed,
): DownloadLink {
  return {
    url: `${origin}/api${clientDownload.file.url}?${new URLSearchParams({ link, lang })}`,
    expires_in: DOWNLOAD_LINK_TTL / 1000,
    version,
    ...presentArtefact(artefact),
  };
}

/** An invitation as operators see it: the head of its code, never the full code. */
export function presentInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    head: row.head,
    note: row.note,
    state: stateOf(row, now),
    uses: row.uses,
    used: row.used,
    expires_at: row.expiresAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}

/** A release of either product, just published. */
export function presentPublished(release: Release): DataOf<typeof adminRelease.publish> {
  return {
    product: release.product,
    version: release.version,
    published_at: release.publishedAt.toISOString(),
    artefacts: release.artefacts.map((artefact) => ({
      target: artefact.target,
      ...presentArtefact(artefact),
    })),
  };
}

/** A request for an invitation as operators see it. */
export function presentInviteRequest(row: InviteRequestRow): InviteRequest {
  const answered = row.decision === 'invite' ? 'invited' : 'declined';
  return {
    id: row.id,
    email: shownEmail(row.email),
    locale: row.locale,
    purpose: row.purpose,
    state: row.decision === null ? 'open' : answered,
    created_at: row.createdAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
    answer: row.answer,
    invitation: row.head,
  };
}

/** A release as operators see it, including withdrawn ones. */
export const presentForOperator = (release: Release): AdminRelease => ({
  ...presentPublished(release),
  withdrawn_at: release.withdrawnAt?.toISOString() ?? null,
  reason: release.withdrawReason,
  mandatory: release.mandatory,
  minimum: release.minimum,
  notes: release.notes,
  image: release.image,
  digest: release.digest,
});
