import { adminInvite, adminRelease } from '@yunduo/api-contract';
import { downloadSchemas as schemas } from '@yunduo/api-contract/schemas';
import { RELEASE } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { actorOf } from '../audit/audit.ts';
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts';
import { presentInvitation, presentInviteRequest, presentPublished } from './present.ts';
import { readRelease, UPLOAD_MAX } from './release-upload.ts';
import { answerInviteRequest, listInviteRequests } from './requests.ts';
import { publishRelease, withdrawRelease, withPackages } from './releases.ts';

/** What operators do about downloads. */
export function adminDownload(app: FastifyInstance): void {
  route(app, adminInvite.list, schemas.invitations, async (input) =>
    mapPage(await listInvitations(app, input), (row) => presentInvitation(row, app.clock.now())),
  );

  route(app, adminInvite.create, schemas.createInvitation, async (input, request) =>
    withIdempotency(app, request, adminInvite.create, async (context) => {
      const { code, row } = await createInvitation(context, actorOf(signedIn(request)), {
        uses: input.uses,
        note: input.note,
        expiresAt: input.expires_at == null ? input.expires_at : new Date(input.expires_at),
      });
      return { code, invitation: presentInvitation(row, app.clock.now()) };
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

  route(app, adminRelease.withdraw, schemas.withdraw, (input, request) =>
    withIdempotency(app, request, adminRelease.withdraw, async (context) => {
      await withdrawRelease(context, actorOf(signedIn(request)), input);
      return null;
    }),
  );
}
