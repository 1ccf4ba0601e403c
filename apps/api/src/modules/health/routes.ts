import { health as calls } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { yearToImport } from '../review/clock.ts';

const answers = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    () => false,
  );

/** Liveness, readiness, and the document of the calls. */
export async function health(app: FastifyInstance): Promise<void> {
  route(app, calls.live, contentSchemas.live, () => ({ status: 'ok' }));

  route(app, calls.ready, contentSchemas.ready, async (_input, _request, reply) => {
    const [database, storage, mail, calendar] = await Promise.all([
      answers(app.database.ping()),
      answers(app.files.check()),
      app.mail.check(),
      yearToImport(app.db, app.clock.now()).then(
        (year) => year === null,
        () => false,
      ),
    ]);
    // Mails wait in the outbox while their server is away: that is no reason to take the process out of service.
    if (database && storage) return { status: 'ok' as const, database, mail, storage, calendar };
    return reply
      .code(503)
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send({
        ...ok({ status: 'unavailable', database, mail, storage, calendar }),
        code: 'UNAVAILABLE',
        msg: 'unavailable',
      });
  });

  route(app, calls.openapi, contentSchemas.document, () => app.swagger());
}
