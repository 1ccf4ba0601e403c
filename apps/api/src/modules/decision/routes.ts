import { adminDecision } from '@yunduo/api-contract';
import { decisionSchemas as schemas } from '@yunduo/api-contract/schemas';
import { decisionDeclineSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import { listProposals } from '../second-operator/proposals.ts';
import { confirmProposal, declineProposal } from './confirm.ts';

/** Decisions about money that need a second operator. */
export async function decisionModule(app: FastifyInstance): Promise<void> {
  route(app, adminDecision.list, schemas.decisionList, (input) => listProposals(app, input));

  route(app, adminDecision.confirm, schemas.decisionConfirm, ({ id }, request) => {
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, adminDecision.confirm, (context) =>
      confirmProposal(context, actor, id),
    );
  });

  route(app, adminDecision.decline, schemas.decisionDecline, async ({ id, ...form }, request) => {
    const actor = actorOf(signedIn(request));
    const { note } = await checkForm(decisionDeclineSchema, form);
    return withIdempotency(app, request, adminDecision.decline, (context) =>
      declineProposal(context, actor, { id, note }),
    );
  });
}
