import { clientDownload as calls, invite } from '@yunduo/api-contract';
import { downloadSchemas as schemas } from '@yunduo/api-contract/schemas';
import { INVITATION, normalEmail, RATES, RELEASE, VERSION_PATTERN } from '@yunduo/validation';
import { claimSchema, inviteRequestSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { apiError, ApiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { hasLicence } from '../licence/verify.ts';
import { sendFile } from '../files/send-file.ts';
import { networkOf } from '../throttle/network.ts';
import { requireTurn, takeTurn, throttle } from '../throttle/throttle.ts';
import { adminDownload } from './admin-routes.ts';
import { claimDownload, currentProtocol, DOWNLOAD_PROTOCOL, fileOfLink, protocolRequired } from './claim.ts';
import { forgetVisits } from './invitations.ts';
import { presentClaim, presentClientRelease, presentPlatforms } from './present.ts';
import { offeredReleases } from './releases.ts';
import { inviteAddressKey, requestInvitation } from './requests.ts';
import { updateFor } from './update.ts';
import { deriveKey, type Config } from '../../config.ts';
import { keyedHash } from '../codes/tokens.ts';

/**
 * Identifies a claiming visitor: the account, or a keyed hash of network, browser and device version. It distinguishes
 * visitors for a day and authorises nothing; the address is not stored.
 */
function visitorOf(request: FastifyRequest, config: Pick<Config, 'signingKey'>): string {
  if (request.user) return `user:${request.user.id}`;
  const key = deriveKey(config.signingKey ?? '', 'visitor');
  const header = (name: string): string => String(request.headers[name] ?? '').slice(0, 500);
  return keyedHash(key, networkOf(request.ip), header('user-agent'), header('device-version'));
}

/** The desktop client: releases, invitations, and the files. */
export async function downloadModule(app: FastifyInstance): Promise<void> {
  route(app, calls.releases, schemas.releases, async (_, { locale }, reply) => {
    const list = await offeredReleases(app, 'client');
    const version = await currentProtocol(app);
    shareAnswer(reply);
    return {
      list: list.map((release, index) => presentClientRelease(release, index === 0, locale)),
      linux: 'coming' as const,
      platforms: presentPlatforms(list[0]),
      protocol: version === null ? null : { id: DOWNLOAD_PROTOCOL, version },
    };
  });

  route(app, calls.update, schemas.clientUpdate, async (input, request) => {
    const key = `client_update:${networkOf(request.ip)}`;
    await throttle(app.db, key, app.clock.now(), RATES.clientUpdates, 'RATE_LIMITED');
    if (!VERSION_PATTERN.test(input.version))
      throw apiError('VALIDATION_FAILED', { fields: { version: 'field_invalid' } });
    const { code, fingerprint } = input;
    const isEntitled =
      request.user !== null ||
      (code !== undefined && fingerprint !== undefined && (await hasLicence(app, { code, fingerprint })));
    return updateFor(app, {
      platform: input.platform,
      installed: input.version,
      locale: request.locale,
      isEntitled,
    });
  });

  route(app, calls.claim, schemas.claim, async (input, request) => {
    const now = app.clock.now();
    const network = networkOf(request.ip);
    const claimant = request.user ? `user:${request.user.id}` : network;
    const claims = request.user ? INVITATION.claimsOfUser : INVITATION.claims;
    await throttle(app.db, `claim:${claimant}`, now, claims);
    if (!input.agree) throw protocolRequired();
    // Reports missing fields; a malformed code is refused below like an unknown one.
    if (input.invitation_code.trim() === '') await checkForm(claimSchema, input);

    // Only unknown codes are counted: users behind one address may claim at the same time.
    const guesses = `invitation-guess:${network}`;
    await requireTurn(app.db, guesses, now, INVITATION.guesses);
    const visitor = { userId: request.user?.id ?? null, key: visitorOf(request, app.config) };
    const fields = {
      code: input.invitation_code,
      platform: input.platform,
      protocolId: input.protocol_id,
      protocolVersion: input.protocol_version,
    };
    const claim = async (context: Context) =>
      presentClaim(app.config, request.locale, await claimDownload(context, visitor, fields));
    try {
      return await withIdempotency(
        app,
        request,
        calls.claim,
        claim,
        request.user ? {} : { visitor: visitor.key },
      );
    } catch (error) {
      // Outside the transaction, which was rolled back.
      if (error instanceof ApiError && error.code === 'INVITATION_NOT_FOUND') {
        await takeTurn(app.db, guesses, now, INVITATION.guesses);
      }
      throw error;
    }
  });

  route(
    app,
    calls.file,
    schemas.clientFile,
    async ({ link }, request, reply) => {
      const { artefact, release } = await fileOfLink(app, link);
      const file = { ...artefact, modifiedAt: release.publishedAt, cache: 'private, no-store' };
      return sendFile(request, reply, app.files, file);
    },
    // The default time limit would cut off a slow download.
    { timeout: RELEASE.transfer, opened: { page: '/client-download?link=gone' } },
  );

  route(app, invite.request, schemas.inviteRequest, async (input, request) => {
    const form = await checkForm(inviteRequestSchema, input);
    const email = normalEmail(form.email);
    const { captcha_ticket: captchaTicket, locale } = input;
    const ask = async (context: Context) => {
      const network = networkOf(request.ip);
      await requestInvitation(context, { email, purpose: form.purpose, captchaTicket, locale, network });
      return null;
    };
    return withIdempotency(app, request, invite.request, ask, {
      visitor: inviteAddressKey(app.config, email),
    });
  });

  adminDownload(app);
  app.jobs.add(forgetVisits);
}
