import { clientDownload as calls } from '@yunduo/api-contract';
import { downloadSchemas as schemas } from '@yunduo/api-contract/schemas';
import { localeOfHeader } from '@yunduo/i18n';
import { DOWNLOAD_LINK_TTL, INVITATION, RELEASE } from '@yunduo/validation';
import { claimSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { once } from '../../http/idempotency.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { sendFile } from '../files/send-file.ts';
import { giveTurnBack, throttle } from '../throttle/throttle.ts';
import { adminDownload } from './admin-routes.ts';
import { claimDownload, currentProtocol, DOWNLOAD_PROTOCOL, fileOfLink, protocolRequired } from './claim.ts';
import { forgetVisits } from './invitations.ts';
import { presentArtefact, presentClientRelease } from './present.ts';
import { offeredReleases } from './releases.ts';
import { networkOf, visitorOf } from './visitor.ts';

/** The desktop client: what there is, who may have it, and the file itself. */
export async function clientDownloadModule(app: FastifyInstance): Promise<void> {
  route(app, calls.releases, schemas.releases, async (_, { locale }, reply) => {
    const list = await offeredReleases(app, 'client');
    const version = await currentProtocol(app);
    shareAnswer(reply);
    return {
      list: list.map((release, index) => presentClientRelease(release, index === 0, locale)),
      linux: 'coming' as const,
      protocol: version === null ? null : { id: DOWNLOAD_PROTOCOL, version },
    };
  });

  route(app, calls.claim, schemas.claim, async (input, request) => {
    const now = app.clock.now();
    const network = networkOf(request.ip);
    await throttle(app.db, `claim:${network}`, now, INVITATION.claims);
    if (!input.agree) throw protocolRequired();
    // Says what is missing; a code that cannot be one is refused below, as one that does not exist.
    if (input.invitation_code.trim() === '') await checkForm(claimSchema, input);

    // A turn is taken before the code is looked up, and given back unless the code was a guess.
    const guesses = `invitation-guess:${network}`;
    await throttle(app.db, guesses, now, INVITATION.guesses);
    let guessed = false;
    try {
      const key = visitorOf(request, app.config);
      const claim = async (context: Parameters<typeof claimDownload>[0]) => {
        const { link, artefact, version } = await claimDownload(
          context,
          { userId: request.user?.id ?? null, key },
          {
            code: input.invitation_code,
            platform: input.platform,
            protocolId: input.protocol_id,
            protocolVersion: input.protocol_version,
          },
        );
        const query = new URLSearchParams({ link, lang: request.locale });
        return {
          url: `${app.config.origin}/api${calls.file.url}?${query}`,
          expires_in: DOWNLOAD_LINK_TTL / 1000,
          version,
          ...presentArtefact(artefact),
        };
      };
      return await once(app, request, calls.claim, claim, { visitor: key });
    } catch (error) {
      guessed = error instanceof ApiError && error.code === 'INVITATION_NOT_FOUND';
      throw error;
    } finally {
      if (!guessed) await giveTurnBack(app.db, guesses, now);
    }
  });

  route(
    app,
    calls.file,
    schemas.clientFile,
    async ({ link, lang }, request, reply) => {
      if (lang !== undefined) request.locale = localeOfHeader(lang === 'zh' ? 'zh-cn' : lang);
      const { artefact, release } = await fileOfLink(app, link);
      return sendFile(request, reply, app.files, {
        ...artefact,
        modifiedAt: release.publishedAt,
        cache: 'private, no-store',
      });
    },
    // The limit of other calls would cut a slow download off.
    { timeout: RELEASE.transfer },
  );

  adminDownload(app);
  app.jobs.add(forgetVisits);
}
