import { health as calls } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/envelope.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { published, type Audience, type OpenApiDocument } from '../../plugins/openapi.ts';

/** Liveness, readiness, and the OpenAPI document. */
export async function health(app: FastifyInstance): Promise<void> {
  route(app, calls.live, contentSchemas.live, () => ({ status: 'ok' }));

  route(app, calls.ready, contentSchemas.ready, async (_input, _request, reply) => {
    const parts = await app.parts();
    // Mails wait in the outbox while the mail server is down: the process stays in service.
    if (parts.database && parts.storage) return { status: 'ok' as const, ...parts };
    return reply
      .code(503)
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send({
        ...ok({ status: 'unavailable', ...parts }),
        code: 'UNAVAILABLE',
        msg: 'unavailable',
      });
  });

  const documents: Partial<Record<Audience, OpenApiDocument>> = {};
  /** Built once: routes do not change at run time. */
  const documentFor = (audience: Audience) =>
    (documents[audience] ??= published(app.swagger() as unknown as OpenApiDocument, audience));
  route(app, calls.openapi, contentSchemas.document, (_input, _request, reply) => {
    shareAnswer(reply);
    return documentFor('public');
  });
  route(app, calls.openapiOperators, contentSchemas.operatorsDocument, () => documentFor('operators'));
}
