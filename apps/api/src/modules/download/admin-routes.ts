import { adminInvite, adminRelease, type InputOf } from '@yunduo/api-contract';
import { downloadSchemas as schemas } from '@yunduo/api-contract/schemas';
import { RELEASE } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { actorOf } from '../audit/audit.ts';
import {
  createInvitation,
  createInvitations,
  listInvitations,
  revokeInvitation,
  type InvitationInput,
} from './invitations.ts';
import { presentForOperator, presentInvitation, presentInviteRequest, presentPublished } from './present.ts';
import { readRelease, UPLOAD_MAX } from './release-upload.ts';
import { answerInviteRequest, listInviteRequests } from './requests.ts';
import { setUpdateRules } from './update.ts';
import { allReleases, publishRelease, withdrawRelease, withPackages } from './releases.ts';

/** Operators' calls about downloads. */
export function adminDownload(app: FastifyInstance): void {
  route(app, adminInvite.list, schemas.invitations, async (input) =>
    mapPage(await listInvitations(app, input), (row) => presentInvitation(row, app.clock.now())),
  );

  route(app, adminInvite.create, schemas.createInvitation, async (input, request) =>
    withIdempotency(app, request, adminInvite.create, async (context) => {
      const { code, row } = await createInvitation(context, actorOf(signedIn(request)), inputOf(input));
      return { code, invitation: presentInvitation(row, app.clock.now()) };
    }),
  );

  route(app, adminInvite.createMany, schemas.createInvitations, async ({ count, ...input }, request) =>
    withIdempotency(app, request, adminInvite.createMany, async (context) => {
      const made = await createInvitations(context, actorOf(signedIn(request)), inputOf(input), count);
      return {
        list: made.map(({ code, row }) => ({ code, invitation: presentInvitation(row, app.clock.now()) })),
      };
    }),
  );

  route(app, adminInvite.revoke, schemas.revokeInvitation, async ({ id }, request) =>
    presentInvitation(await revokeInvitation(app, actorOf(signedIn(request)), id), app.clock.now()),
  );

  route(app, adminInvite.requests, schemas.inviteRequests, async (input) =>
    mapPage(await listInviteRequests(app, input), presentInviteRequest),
  );

  route(app, adminInvite.answer, schemas.answerInviteRequest, (input, request) =>
    withIdempotency(app, request, adminInvite.answer, async (context) =>
      presentInviteRequest(await answerInviteRequest(context, actorOf(signedIn(request)), input)),
    ),
  );

  route(app, adminRelease.list, schemas.allReleases, async () => ({
    list: (await allReleases(app.db)).map(presentForOperator),
  }));

  route(
    app,
    adminRelease.publish,
    schemas.publish,
    async (_input, request) => {
      const actor = actorOf(signedIn(request));
      const release = await withPackages(app.files, async (store, stored) =>
        publishRelease(app, actor, await readRelease(request, store), stored),
      );
      return presentPublished(release);
    },
    { bodyLimit: UPLOAD_MAX, timeout: RELEASE.transfer },
  );

  route(app, adminRelease.require, schemas.requireRelease, (input, request) =>
    withIdempotency(app, request, adminRelease.require, async (context) => {
      await setUpdateRules(context, actorOf(signedIn(request)), input);
      return null;
    }),
  );

  route(app, adminRelease.withdraw, schemas.withdraw, (input, request) =>
    withIdempotency(app, request, adminRelease.withdraw, async (context) => {
      await withdrawRelease(context, actorOf(signedIn(request)), input);
      return null;
    }),
  );
}

/** Maps an operator's input to the service's. */
const inputOf = ({
  uses,
  note,
  expires_at: at,
}: Omit<InputOf<typeof adminInvite.createMany>, 'count'>): InvitationInput => ({
  uses,
  note,
  expiresAt: at == null ? at : new Date(at),
});
