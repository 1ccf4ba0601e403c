import { adminCalendar, adminReview as calls, devApp } from '@yunduo/api-contract';
import { devCenterSchemas, reviewSchemas as schemas } from '@yunduo/api-contract/schemas';
import {
  DAY,
  REVIEW_DUE_SOON,
  REVIEW_WORKING_DAYS,
  type RejectReason,
  type ReviewDecision,
} from '@yunduo/validation';
import { calendarDaySchema, decisionSchema, suggestionSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withTransaction, type Context } from '../../context.ts';
import type { ReviewCheck } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route, signedIn } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { actorOf, type Actor } from '../audit/audit.ts';
import { saveCalendar } from '../calendar/calendar.ts';
import { dueAfter, onUnknownYear, yearToImport } from '../calendar/clock.ts';
import { suggestionsOf } from '../publishing/suggestions.ts';
import { claimOf, releaseClaim, reviewable, takeClaim } from './claims.ts';
import { reviewFile } from './detail.ts';
import { changeSuggestion, decideReview, suggest, type SuggestionInput } from './decide.ts';
import {
  presentCalendar,
  presentChecklist,
  presentClaim,
  presentQueueItem,
  presentReview,
  presentSuggestion,
  type Reader,
} from './present.ts';
import { listQueue } from './queue.ts';
import { reviewReminderJob } from './reminders.ts';
import { reviewWait } from './wait.ts';

/** The review desk, and the working calendar its deadlines are computed with. */
export async function reviewModule(app: FastifyInstance): Promise<void> {
  onUnknownYear((year) =>
    app.log.warn({ year }, 'the calendar does not know this year: its holidays count as working days'),
  );
  app.jobs.add(reviewReminderJob);
  app.jobs.add({
    name: 'calendar_coverage',
    every: DAY,
    async run({ db, clock }) {
      const year = await yearToImport(db, clock.now());
      if (year === null) return 0;
      app.log.warn({ year }, 'the calendar lacks the holidays of this year: ops calendar import');
      return 1;
    },
  });

  const readerOf = async (request: FastifyRequest): Promise<Reader> => {
    const now = app.clock.now();
    const soon = await dueAfter(app.db, now, REVIEW_DUE_SOON);
    return { id: signedIn(request).id, locale: request.locale, now, soon };
  };

  route(app, calls.queue, schemas.queue, async (input, request) => {
    const { id } = signedIn(request);
    const reader = await readerOf(request);
    const { counts, ...page } = await listQueue(app, id, input);
    return {
      ...mapPage(page, (row) => presentQueueItem(row, reader, app.files)),
      counts,
      server_time: reader.now.toISOString(),
    };
  });

  route(app, calls.detail, schemas.detail, async ({ version_id: versionId }, request) => {
    const file = await reviewFile(app, versionId, request.locale);
    return presentReview(file, await readerOf(request), app.files);
  });

  route(app, calls.claim, schemas.claim, async ({ version_id: versionId, action = 'claim' }, request) => {
    const { id } = signedIn(request);
    if (action === 'claim') return { claim: presentClaim(await takeClaim(app, id, versionId), id) };
    await releaseClaim(app, id, versionId);
    return { claim: null };
  });

  route(
    app,
    calls.suggest,
    schemas.suggest,
    async ({ version_id: versionId, round, id, change, ...form }, request) => {
      const actor = reviewer(request);
      const input = id === undefined || change === undefined ? await checkForm(suggestionSchema, form) : null;
      const work = async (context: Context) => {
        const { db, clock } = context;
        if (input) await suggest(context, actor, { versionId, round, ...input } as SuggestionInput);
        else if (id !== undefined && change !== undefined)
          await changeSuggestion(context, actor, { versionId, id, change });
        const version = await reviewable(db, versionId, actor.userId);
        const claim = await claimOf(db, versionId, clock.now());
        const rows = await suggestionsOf(db, version, 'reviewer');
        return {
          list: rows.map((row) => presentSuggestion(row, version, actor.userId)),
          claim: claim && presentClaim(claim, actor.userId),
        };
      };
      // The two changes undo each other, so a repeated request is not idempotent by itself and needs a key.
      if (change === 'resolve' || change === 'reopen')
        return app.db.transaction((tx) => work(withTransaction(app, tx)));
      return withIdempotency(app, request, calls.suggest, work);
    },
  );

  route(app, calls.decide, schemas.decide, async ({ version_id: versionId, round, ...input }, request) => {
    const actor = reviewer(request);
    const form = await checkForm(decisionSchema, input);
    return withIdempotency(app, request, calls.decide, async (context) => {
      const decided = await decideReview(context, actor, {
        versionId,
        round,
        decision: form.decision as ReviewDecision,
        text: form.text ?? '',
        checklist: form.checklist as ReviewCheck[],
        ...(form.reason && { reason: form.reason as RejectReason }),
      });
      return {
        version_id: decided.id,
        review_status: decided.reviewStatus,
        decided_at: decided.decidedAt?.toISOString() ?? null,
      };
    });
  });

  const checklist = presentChecklist();
  route(app, calls.checklist, schemas.checklist, () => checklist);

  route(app, adminCalendar.save, schemas.calendarSave, async ({ year, days, remove = [] }, request) => {
    const actor = actorOf(signedIn(request));
    const named = await Promise.all(days.map((day) => checkForm(calendarDaySchema, day)));
    // A removed day needs no valid names, so only its date is validated.
    const missing = await Promise.all(
      remove.map((day) => checkForm(calendarDaySchema.pick(['day']), { day })),
    );
    if ([...named, ...missing].map(({ day }) => day).some((day) => !day.startsWith(`${year}-`))) {
      throw apiError('VALIDATION_FAILED', { fields: { days: 'calendar_day_invalid' } });
    }
    const rows = await app.db.transaction((tx) =>
      saveCalendar(withTransaction(app, tx), actor, { year, days: named, remove }),
    );
    return presentCalendar(year, rows);
  });

  route(app, devApp.reviewWait, devCenterSchemas.reviewWait, async (_input, _request, reply) => {
    const { waiting, decisions, medianWorkingDays } = await reviewWait(app.db);
    shareAnswer(reply);
    return {
      waiting,
      decisions,
      median_working_days: medianWorkingDays,
      promised_working_days: REVIEW_WORKING_DAYS,
    };
  });
}

function reviewer(request: FastifyRequest): Actor & { userId: number } {
  const user = signedIn(request);
  return { ...actorOf(user), userId: user.id };
}
