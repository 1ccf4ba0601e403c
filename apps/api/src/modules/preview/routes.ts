import { devApp as calls } from '@yunduo/api-contract';
import { devCenterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { localePath } from '@yunduo/i18n';
import { PREVIEW_TTL, RATES } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { presentDetail } from '../store/present.ts';
import { developerOf } from '../publishing/own.ts';
import { throttle } from '../throttle/throttle.ts';
import { createPreview, openPreview } from './preview.ts';

/** A draft as the store will show it, without an account. */
export async function previewModule(app: FastifyInstance): Promise<void> {
  route(
    app,
    calls.previewToken,
    schemas.previewToken,
    async ({ id, version_id: versionId = null }, request) => {
      const user = developerOf(request);
      await throttle(app.db, `preview:${user.id}`, app.clock.now(), RATES.previewLinks);
      const { token, expiresAt } = await createPreview(app, user, { appId: id, versionId });
      const page = localePath(request.locale, '/developer-center/app-preview');
      return {
        token,
        url: `${app.config.origin}${page}?${new URLSearchParams({ token })}`,
        expires_at: expiresAt.toISOString(),
        expires_in: PREVIEW_TTL / 1000,
      };
    },
    // A link shows a draft to any holder: a read-only token must not create one.
    { scope: 'app:write' },
  );

  route(app, calls.preview, schemas.preview, async ({ token }, { locale }, reply) => {
    // Unpublished content must not be cached, and its URL must not be sent as a referrer.
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const { row, reviewStatus, expiresAt } = await openPreview(app, token);
    return {
      app: presentDetail(row, locale, app.files),
      review_status: reviewStatus,
      expires_at: expiresAt.toISOString(),
    };
  });
}
