import { health as calls } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { published, type Audience, type OpenApiDocument } from '../../plugins/openapi.ts';
import { yearToImport } from '../calendar/clock.ts';

/** Milliseconds after which a part that has not answered counts as away. */
const PATIENCE = 1_200;
/** Milliseconds for which the mail server's answer is kept: anybody may ask, and each look is a connection. */
const MAIL_KEPT = 15_000;

async function inTime<T>(check: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, otherwise);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}

const answers = (check: Promise<unknown>): Promise<boolean> =>
  inTime(
    check.then(
      () => true,
      () => false,
    ),
    false,
  );

/** Looks one time at once, and not again for a while; until a look has ended, what was known before stands. */
function mailLook({ mail, clock }: FastifyInstance): () => Promise<boolean> {
  let known = false;
  let due = 0;
  let look: Promise<void> | null = null;
  return async () => {
    if (!look && clock.now().getTime() >= due) {
      look = mail.check().then((answer) => {
        known = answer;
        due = clock.now().getTime() + MAIL_KEPT;
        look = null;
      });
    }
    if (look) await inTime(look, undefined);
    return known;
  };
}

/** Liveness, readiness, and the document of the calls. */
export async function health(app: FastifyInstance): Promise<void> {
  const mailAnswers = mailLook(app);

  route(app, calls.live, contentSchemas.live, () => ({ status: 'ok' }));

  route(app, calls.ready, contentSchemas.ready, async (_input, _request, reply) => {
    const [database, storage, mail, calendar] = await Promise.all([
      answers(app.database.ping()),
      answers(app.files.check()),
      mailAnswers(),
      inTime(
        yearToImport(app.db, app.clock.now()).then(
          (year) => year === null,
          () => false,
        ),
        false,
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

  const documents: Partial<Record<Audience, OpenApiDocument>> = {};
  /** Made once: the routes do not change while the process runs. */
  const documentFor = (audience: Audience) =>
    (documents[audience] ??= published(app.swagger() as unknown as OpenApiDocument, audience));
  route(app, calls.openapi, contentSchemas.document, () => documentFor('public'));
  route(app, calls.openapiOperators, contentSchemas.operatorsDocument, () => documentFor('operators'));
}
