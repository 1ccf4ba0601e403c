import { activity as calls, adminActivity } from '@yunduo/api-contract';
import { activitySchemas as schemas } from '@yunduo/api-contract/schemas';
import { ACTIVITY } from '@yunduo/validation';
import { activitySchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { shareUntil } from '../../http/public-cache.ts';
import { route, signedIn } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { actorOf } from '../audit/audit.ts';
import { presentActivity, presentForOperator } from './present.ts';
import {
  activityOf,
  currentActivity,
  joinActivity,
  listActivities,
  saveActivity,
  withdrawActivity,
} from './service.ts';
import { nextBorder } from './state.ts';

/** Promotional activities; their state follows from the server's clock. */
export async function activityModule(app: FastifyInstance): Promise<void> {
  route(app, calls.current, schemas.current, async (_input, { locale }, reply) => {
    const now = app.clock.now();
    const { current, until } = await currentActivity(app.db, now);
    // A public response: cacheable, but not beyond the time at which it changes.
    shareUntil(reply, now, until, ACTIVITY.fresh);
    return { activity: current && presentActivity(current, locale, now), server_time: now.toISOString() };
  });

  route(app, calls.detail, schemas.activityDetail, async ({ id }, request, reply) => {
    const now = app.clock.now();
    const found = await activityOf(app.db, id, request.user?.id ?? null);
    if (!request.user) shareUntil(reply, now, nextBorder([found.activity], now), ACTIVITY.fresh);
    return {
      activity: presentActivity(found, request.locale, now),
      server_time: now.toISOString(),
      joined_at: found.joinedAt?.toISOString() ?? null,
    };
  });

  route(app, calls.join, schemas.join, async ({ id }, request) => {
    const { joinedAt, joined } = await joinActivity(app, id, signedIn(request).id);
    return { joined_at: joinedAt.toISOString(), joined_count: joined };
  });

  route(app, adminActivity.list, schemas.adminActivities, async (input) => {
    const now = app.clock.now();
    return mapPage(await listActivities(app.db, input), (one) => presentForOperator(one, now));
  });

  route(app, adminActivity.save, schemas.saveActivity, async (input, request) => {
    const { id, revision, ...form } = input;
    const { starts_at: startsAt, ends_at: endsAt, ...words } = await checkForm(activitySchema, form);
    const dated = { ...words, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
    const edited = editedOf(id, revision);
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, adminActivity.save, async (context) =>
      presentForOperator(await saveActivity(context, actor, dated, edited), context.clock.now()),
    );
  });

  route(app, adminActivity.withdraw, schemas.withdrawActivity, async (input, request) =>
    withIdempotency(app, request, adminActivity.withdraw, async (context) =>
      presentForOperator(
        await withdrawActivity(context, actorOf(signedIn(request)), input),
        context.clock.now(),
      ),
    ),
  );
}

/** An edit names the revision that it is based on; a new activity has none. */
function editedOf(
  id: number | undefined,
  revision: number | undefined,
): { id: number; revision: number } | null {
  if (id === undefined) return null;
  if (revision === undefined) throw apiError('VALIDATION_FAILED', { fields: { revision: 'field_invalid' } });
  return { id, revision };
}
