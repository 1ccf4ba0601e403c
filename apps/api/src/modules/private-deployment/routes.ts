import { privateDeploy as calls } from '@yunduo/api-contract';
import { downloadSchemas as schemas } from '@yunduo/api-contract/schemas';
import { RELEASE } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '@yunduo/api-contract';
import { releases } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { shareAnswer, shareCheckedAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { offeredReleases } from '../download/releases.ts';
import { sendFile } from '../files/send-file.ts';
import { presentDetail, presentVersion, scriptOf, type Offered } from './present.ts';

/** Private deployment: versions, installation, and files; public. */
export async function privateDeploymentModule(app: FastifyInstance): Promise<void> {
  const { origin } = app.config;

  async function offered(version: string | undefined, code: ErrorCode): Promise<Offered> {
    const [newest] = await offeredReleases(app, 'private');
    const [release] =
      version === undefined || version === newest?.version
        ? [newest]
        : await offeredReleases(app, 'private', eq(releases.version, version));
    if (!release) throw apiError(code);
    return { release, current: release === newest };
  }

  route(app, calls.versions, schemas.versions, async (_, { locale }, reply) => {
    const list = await offeredReleases(app, 'private');
    shareAnswer(reply);
    return { list: list.map((release, index) => presentVersion({ release, current: index === 0 }, locale)) };
  });

  route(app, calls.detail, schemas.detail, async ({ version }, { locale }, reply) => {
    const found = await offered(version, 'RELEASE_NOT_FOUND');
    shareAnswer(reply);
    return presentDetail(found, origin, locale);
  });

  route(app, calls.installScript, schemas.installScript, async ({ version, lang }, { locale }, reply) => {
    const { release } = await offered(version, 'RELEASE_NOT_FOUND');
    shareCheckedAnswer(reply);
    void reply
      .type('text/x-shellscript; charset=utf-8')
      .header('content-disposition', 'inline; filename="yunduo-install.sh"');
    return reply.send(scriptOf(release, origin, lang ?? locale));
  });

  route(
    app,
    calls.file,
    schemas.privateFile,
    async ({ version, arch }, request, reply) => {
      const { release } = await offered(version, 'DOWNLOAD_NOT_FOUND');
      const artefact = release.artefacts.find(({ target }) => target === arch);
      if (!artefact) throw apiError('DOWNLOAD_NOT_FOUND');
      // Revalidated every time: a withdrawn release must not be served from a cache.
      const file = { ...artefact, modifiedAt: release.publishedAt, cache: 'no-cache' };
      return sendFile(request, reply, app.files, file);
    },
    { timeout: RELEASE.transfer, opened: { page: '/private?link=gone' } },
  );
}
