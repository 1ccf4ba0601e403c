import type { FastifyInstance } from 'fastify';
import { plainError } from '../../db/errors.ts';
import { yearToImport } from '../calendar/clock.ts';

/** What a process needs beside itself. It serves calls without the last two. */
export const PARTS = ['database', 'storage', 'mail', 'calendar'] as const;
export type PartStates = Record<(typeof PARTS)[number], boolean>;

/** Milliseconds after which a part that has not answered counts as away. */
const PATIENCE = 1_200;
/** Milliseconds for which the mail server's answer is kept: anybody may ask, and each look is a connection. */
const MAIL_KEPT = 15_000;
/** Milliseconds between two looks of the process itself, whether somebody asks or not. */
const LOOK_EVERY = 15_000;

/** Resolves to why a part is away; null when it answered in time. */
async function problemOf(check: Promise<unknown>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, `no answer within ${PATIENCE} ms`);
  });
  const answered = check.then(
    () => null,
    (error: unknown) => plainError(error).message,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

/** Looks one time at once, and not again for a while; until a look has ended, what was known before stands. */
function mailLook({ mail, clock }: FastifyInstance): () => Promise<string | null> {
  let known: string | null = 'not asked yet';
  let due = 0;
  let look: Promise<void> | null = null;
  return async () => {
    if (!look && clock.now().getTime() >= due) {
      look = mail.check().then(
        () => ended(null),
        (error: unknown) => ended(plainError(error).message),
      );
    }
    if (look) await problemOf(look);
    return known;
  };
  function ended(problem: string | null): void {
    known = problem;
    due = clock.now().getTime() + MAIL_KEPT;
    look = null;
  }
}

/** A year of holidays that nobody has imported is a problem as well: promises of reviews would be wrong. */
async function calendarIsKnown({ db, clock }: FastifyInstance): Promise<void> {
  const year = await yearToImport(db, clock.now());
  if (year !== null) throw new Error(`the holidays of ${year} are missing`);
}

/**
 * Looks at every part; a line of the log says when one goes away, with the reason, and when it is back.
 * @returns the look that everybody shares
 */
export function watchParts(app: FastifyInstance, repeat: boolean): () => Promise<PartStates> {
  const mailProblem = mailLook(app);
  const away = new Set<string>();

  const look = async (): Promise<PartStates> => {
    const [database, storage, mail, calendar] = await Promise.all([
      problemOf(app.database.ping()),
      problemOf(app.files.check()),
      mailProblem(),
      problemOf(calendarIsKnown(app)),
    ]);
    const problems = { database, storage, mail, calendar };
    for (const part of PARTS) {
      const reason = problems[part];
      if (reason !== null && !away.has(part)) {
        away.add(part);
        app.log.warn({ part, reason }, 'part is away');
      } else if (reason === null && away.delete(part)) app.log.info({ part }, 'part is back');
    }
    return {
      database: database === null,
      storage: storage === null,
      mail: mail === null,
      calendar: calendar === null,
    };
  };

  if (repeat) {
    let running: Promise<unknown> | null = null;
    const timer = setInterval(() => {
      running ??= look().finally(() => (running = null));
    }, LOOK_EVERY);
    timer.unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await running;
    });
  }
  return look;
}
