import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { withTransaction } from '../../context.ts';
import { storeDevice, visitorOf } from '../auth/known-devices.ts';
import { hashPassword } from '../auth/passwords.ts';
import { openAccount } from '../auth/service.ts';

const Account = Type.Object(
  { email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 100 }) },
  { additionalProperties: false },
);

/** `/dev/account`, test mode only: the state after a registration, without its slider, picture and mail. */
export function devAccount(app: FastifyInstance): void {
  app.post<{ Body: { email: string; password: string } }>(
    '/dev/account',
    { schema: { body: Account } },
    async (request, reply) => {
      const { email, password } = request.body;
      const visitor = visitorOf(app, request);
      const passwordHash = await hashPassword(password);
      await app.db.transaction((tx) =>
        openAccount(withTransaction(app, tx), { email, visitor, locale: request.locale }, passwordHash),
      );
      storeDevice(reply, app, visitor);
      return { email };
    },
  );
}
