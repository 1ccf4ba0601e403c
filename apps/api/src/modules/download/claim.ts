import {
  DOWNLOAD_LINK_TTL,
  parseInvitationCode,
  type ClientPlatform,
  type ProtocolSlug,
} from '@yunduo/validation';
import { and, desc, eq, isNull, lte } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { artefacts, consents, downloadClaims, protocolVersions, releases } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { findInvitation, spendInvitation, unknownCode } from './invitations.ts';
import { openLink, linkKey, signLink } from './link.ts';
import { UPDATE_LINK, updateOfLink } from './update.ts';
import { offeredReleases, type ArtefactRow, type ReleaseRow } from './releases.ts';

/** The agreement required for a download. */
export const DOWNLOAD_PROTOCOL: ProtocolSlug = 'client-download';

export interface ClaimInput {
  code: string;
  platform: ClientPlatform;
  protocolId: string;
  protocolVersion: string;
}

export interface Visitor {
  /** Null: not signed in. */
  userId: number | null;
  /** Identifies the same visitor, see `visitorOf`. */
  key: string;
}

export interface Claimed {
  link: string;
  artefact: ArtefactRow;
  version: string;
}

/** The current version of the download agreement; null when none is published. */
export async function currentProtocol({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<string | null> {
  const [row] = await db
    .select({ version: protocolVersions.version })
    .from(protocolVersions)
    .where(and(eq(protocolVersions.slug, DOWNLOAD_PROTOCOL), lte(protocolVersions.publishedAt, clock.now())))
    .orderBy(desc(protocolVersions.publishedAt))
    .limit(1);
  return row?.version ?? null;
}

/** The error for a missing consent, or one to an outdated version. */
export const protocolRequired = () =>
  apiError('PROTOCOL_REQUIRED', { fields: { agree: 'protocol_agree_required' } });

/**
 * Grants a download for an invitation (specification §5), in the caller's transaction: the use is spent and the consent
 * is recorded, or neither.
 * @throws ApiError PROTOCOL_REQUIRED, INVITATION_NOT_FOUND, INVITATION_REVOKED, INVITATION_EXPIRED, INVITATION_USED_UP,
 * DOWNLOAD_NOT_FOUND when the platform has no release
 */
export async function claimDownload(context: Context, visitor: Visitor, input: ClaimInput): Promise<Claimed> {
  const { db, clock, config } = context;
  const now = clock.now();
  const protocolVersion = await currentProtocol(context);
  if (input.protocolId !== DOWNLOAD_PROTOCOL || input.protocolVersion !== protocolVersion) {
    throw protocolRequired();
  }
  const code = parseInvitationCode(input.code);
  if (code === null) throw unknownCode();
  const invitation = await findInvitation(db, code);
  const [release] = await offeredReleases(context, 'client');
  const artefact = release?.artefacts.find(({ target }) => target === input.platform);
  if (!release || !artefact) throw apiError('DOWNLOAD_NOT_FOUND');

  await spendInvitation(db, invitation, visitor.key, now);
  const consent = { protocol: DOWNLOAD_PROTOCOL, agreedAt: now, userId: visitor.userId };
  const [claim] = await db
    .insert(downloadClaims)
    .values({
      ...consent,
      protocolVersion,
      invitationId: invitation.id,
      artefactId: artefact.id,
      visitor: visitor.key,
    })
    .returning({ id: downloadClaims.id });
  if (!claim) throw new Error('no claim was written');
  if (visitor.userId !== null) {
    await db
      .insert(consents)
      .values({ ...consent, userId: visitor.userId, version: protocolVersion })
      .onConflictDoNothing();
  }
  const link = signLink(linkKey(config), claim.id, after(now, DOWNLOAD_LINK_TTL));
  return { link, artefact, version: release.version };
}

/**
 * The file of a link, while the link is valid and the release is offered.
 * @throws ApiError DOWNLOAD_NOT_FOUND, DOWNLOAD_EXPIRED
 */
export async function fileOfLink(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  link: string | undefined,
): Promise<{ artefact: ArtefactRow; release: ReleaseRow }> {
  if (link?.startsWith(UPDATE_LINK)) return updateOfLink({ db, clock, config }, link);
  const claimId = openLink(linkKey(config), link, clock.now());
  return artefactOf(db, claimId);
}

async function artefactOf(db: Db, claimId: number): Promise<{ artefact: ArtefactRow; release: ReleaseRow }> {
  const [found] = await db
    .select({ artefact: artefacts, release: releases })
    .from(downloadClaims)
    .innerJoin(artefacts, eq(artefacts.id, downloadClaims.artefactId))
    .innerJoin(releases, eq(releases.id, artefacts.releaseId))
    .where(and(eq(downloadClaims.id, claimId), isNull(releases.withdrawnAt)));
  if (!found) throw apiError('DOWNLOAD_NOT_FOUND');
  return found;
}
