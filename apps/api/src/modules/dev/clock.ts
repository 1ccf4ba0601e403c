import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../clock.ts';
import { apiError } from '../../http/errors.ts';

/** A settable clock: `MovableClock`, or a test's own. */
interface Movable extends Clock {
  set(moment: Date): void;
  advance(milliseconds: number): void;
}

const isMovable = (clock: Clock): clock is Movable => 'set' in clock && 'advance' in clock;

const Move = Type.Object(
  {
    /** ISO 8601. */
    now: Type.Optional(Type.String({ maxLength: 40 })),
    /** Milliseconds. */
    advance: Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
);

/** `/dev/clock`, test mode only: returns, sets or advances the time of the services. */
export function devClock(app: FastifyInstance): void {
  const answer = (): { now: string } => ({ now: app.clock.now().toISOString() });

  app.get('/dev/clock', answer);

  app.post<{ Body: { now?: string; advance?: number } }>(
    '/dev/clock',
    { schema: { body: Move } },
    (request) => {
      const { clock } = app;
      const { now, advance } = request.body;
      if (!isMovable(clock)) throw apiError('NOT_FOUND');
      if (now !== undefined) {
        const moment = new Date(now);
        if (Number.isNaN(moment.getTime())) throw apiError('BAD_REQUEST');
        clock.set(moment);
      }
      if (advance !== undefined) clock.advance(advance);
      return answer();
    },
  );
}
