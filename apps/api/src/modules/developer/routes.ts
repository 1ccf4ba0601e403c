import { devCenter as calls } from '@yunduo/api-contract';
import { devCenterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { PUBLISHER, RATES } from '@yunduo/validation';
import { joinSchema, publisherSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { withTransaction } from '../../context.ts';
import { checkForm } from '../../http/form.ts';
import { route, signedIn } from '../../http/route.ts';
import { throttle } from '../throttle/throttle.ts';
import { presentUser } from '../auth/accounts.ts';
import { joinDevelopers } from './join.ts';
import { noticesOf } from './notices.ts';
import { presentPublisher, provePublisher, publisherOf, savePublisher } from './publisher.ts';

/** Time for the response beyond the website check, ms. */
const PROOF_MARGIN = 2_000;

/** Joining the developer center, the publisher profile, and a developer's notices. */
export async function developerModule(app: FastifyInstance): Promise<void> {
  route(app, calls.join, schemas.join, async ({ version, ...input }, request) => {
    const { id } = signedIn(request);
    const { publisher } = await checkForm(joinSchema, input);
    return presentUser(app, await joinDevelopers(app, id, { version, publisher }));
  });

  route(app, calls.publisher, schemas.publisher, async (_input, request) => {
    const row = await publisherOf(app.db, signedIn(request).id);
    return { publisher: row && presentPublisher(row, app.config) };
  });

  route(app, calls.publisherSave, schemas.publisherSave, async ({ revision, ...input }, request) => {
    const { id } = signedIn(request);
    const form = await checkForm(publisherSchema, input);
    await throttle(app.db, `publisher:${id}`, app.clock.now(), RATES.publishers);
    const row = await app.db.transaction((tx) =>
      savePublisher(withTransaction(app, tx), id, form, { revision }),
    );
    return presentPublisher(row, app.config);
  });

  route(
    app,
    calls.publisherProve,
    schemas.publisherProve,
    async ({ method }, request) => {
      const { id } = signedIn(request);
      await throttle(app.db, `publisher_proof:${id}`, app.clock.now(), RATES.publisherProofs);
      const { row, failure } = await provePublisher(app, id, method, {
        // Users of the store follow the link: an address that they cannot reach proves nothing.
        rules: { loopback: false },
        ...app.nameServers,
      });
      return { publisher: presentPublisher(row, app.config), failure };
    },
    { timeout: PUBLISHER.proofTimeout + PROOF_MARGIN },
  );

  route(app, calls.notices, schemas.notices, async (_input, request) => ({
    list: await noticesOf(app, signedIn(request).id, request.locale),
  }));
}
