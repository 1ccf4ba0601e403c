import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiProcess } from './api-process.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';

const IN_FLIGHT = 16;
const END_LIMIT = 10_000;

/** SIGTERM during calls: every accepted call is answered, and the process exits in time with code 0. */
export async function sigterm(rounds: number, deadline: number, postgres: boolean): Promise<boolean> {
  let errors = 0;
  for (let round = 1; round <= rounds && Date.now() < deadline; round += 1) {
    await withTestEnvironment(postgres, async (environment) => {
      const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
      // A separate account for each: a sign-in of an unknown account costs a password hash, like a real one.
      const calls = Array.from({ length: IN_FLIGHT }, (_, index) =>
        fetch(`${api.origin}/api/user_auth/login`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.8.${round % 256}.${index + 1}`,
          },
          body: JSON.stringify({ email: `nobody-${index}@example.com`, password: 'Yunduo2026', agree: true }),
        }).then(
          // Rejected in the envelope (400), or refused during shutdown (503): both are complete responses.
          async (answer) => {
            const whole = (await answer.text()) !== '' && [400, 503].includes(answer.status);
            return whole ? 'answered' : `status ${answer.status}`;
          },
          // New connections are refused; accepted calls must not be cut off.
          (error: Error & { cause?: { code?: string } }) =>
            error.cause?.code === 'ECONNREFUSED' ? 'answered' : (error.cause?.code ?? error.message),
        ),
      );
      // Late enough to be accepted, too early to be answered: hashing a password takes time.
      await pause(randomInt(150, 300));
      const { code, took } = await api.end();
      const broken = (await Promise.all(calls)).filter((outcome) => outcome !== 'answered');
      const good = broken.length === 0 && code === 0 && took < END_LIMIT;
      if (!good) errors += 1;
      console.log(
        `round ${round}: exit code ${code} after ${Math.round(took)} ms, ${IN_FLIGHT - broken.length} of ${IN_FLIGHT} answered${broken[0] ? ` (${broken[0]})` : ''}`,
      );
    });
  }
  return errors === 0;
}
