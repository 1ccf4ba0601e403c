import { devApp } from '@yunduo/api-contract';
import { devCenterSchemas } from '@yunduo/api-contract/schemas';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { onUnknownYear } from './clock.ts';
import { reviewWait } from './wait.ts';

export async function reviewModule(app: FastifyInstance): Promise<void> {
  onUnknownYear((year) =>
    app.log.warn({ year }, 'the calendar does not know this year: its holidays count as working days'),
  );

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
