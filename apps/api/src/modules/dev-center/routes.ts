import { devCenter as calls } from '@yunduo/api-contract';
import { devCenterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { joinSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { route, signedIn } from '../../http/route.ts';
import { presentUser } from '../user-auth/accounts.ts';
import { joinDevelopers } from './join.ts';
import { noticesOf } from './notices.ts';

/** The way into the developer center, and what waits there. */
export async function devCenterModule(app: FastifyInstance): Promise<void> {
  route(app, calls.join, schemas.join, async (input, request) => {
    const { id } = signedIn(request);
    await checkForm(joinSchema, input);
    return presentUser(app, await joinDevelopers(app, id, input.version));
  });

  route(app, calls.notices, schemas.notices, async (_input, request) => ({
    list: await noticesOf(app, signedIn(request).id, request.locale),
  }));
}
