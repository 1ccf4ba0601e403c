import type { FastifyInstance } from 'fastify';
import { plainError } from '../../db/errors.ts';
import { yearToImport } from '../calendar/clock.ts';

/** Dependencies of a process. It serves calls without the last two. */
export const PARTS = ['database', 'storage', 'mail', 'calendar'] as const;
export type PartStates = Record<(typeof PARTS)[number], boolean>;

/** Milliseconds without a response after which a part counts as unavailable. */
const TIMEOUT = 1_200;
/** Milliseconds for which the mail server's state is cached: the call is public, and each check opens a connection. */
const MAIL_KEPT = 15_000;
/** Milliseconds between the process's own checks, independent of calls. */
const LOOK_EVERY = 15_000;

/** Resolves to the reason a part is unavailable; null when it answered in time. */
async function problemOf(check: Promise<unknown>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT, `no answer within ${TIMEOUT} ms`);
  });
  const answered = check.then(
    () => null,
    (error: unknown) => plainError(error).message,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

/** Runs one check at a time, and caches its result for a while; during a check the previous result applies. */
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

/** A year whose holidays are not imported is a problem too: review deadlines would be wrong. */
async function calendarIsKnown({ db, clock }: FastifyInstance): Promise<void> {
  const year = await yearToImport(db, clock.now());
  if (year !== null) throw new Error(`the holidays of ${year} are missing`);
}

/**
 * Checks every part; logs when one becomes unavailable, with the reason, and when it recovers.
 * @returns the shared check
 */
export function watchParts(app: FastifyInstance, repeat: boolean): () => Promise<PartStates> {
  const mailProblem = mailLook(app);
  const away = new Set<string>();

  const probe = async (): Promise<PartStates> => {
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
      running ??= probe().finally(() => (running = null));
    }, LOOK_EVERY);
    timer.unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await running;
    });
  }
  return probe;
}
