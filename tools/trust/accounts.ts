import { isDeepStrictEqual } from 'node:util';
import { ApiProcess, type Answered } from './api-process.ts';
import { Findings, percentile } from './statistics.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';
import { someAddress, solvedCaptcha } from './people.ts';

/** Maximum difference of the medians: response times must not reveal whether an address is registered. */
const APART = 0.1;
/**
 * Addresses of the sample world, and as many unknown ones. Each is used again when its limits have expired.
 */
const KNOWN = ['user', 'developer', 'reviewer', 'operator', 'lighthouse', 'harbour', 'newcomer', 'plain'];
const BETWEEN = 4 * 3_600_000;

const known = (round: number): string => `${KNOWN[round % KNOWN.length]}@yunduo.test`;
const unknown = (round: number): string => `nobody-${KNOWN[round % KNOWN.length]}@yunduo.test`;

type Ask = (api: ApiProcess, email: string) => Promise<Answered>;

const code =
  (scene: string): Ask =>
  async (api, email) => {
    const address = someAddress();
    const captcha_ticket = await solvedCaptcha(api, 'send_email', address);
    return api.ask('POST', '/user_auth/send_email', { data: { email, scene, captcha_ticket }, address });
  };

const QUESTIONS: Record<string, Ask> = {
  'a wrong password': (api, email) => {
    const data = { email, password: 'Not-the-one7', agree: true };
    return api.ask('POST', '/user_auth/login', { data, address: someAddress() });
  },
  'a code to register': code('AUTH_REGISTER_EMAIL'),
  'a code to reset': code('AUTH_RESET_PWD'),
};

/**
 * Known and unknown addresses alternate, each first equally often; responses must be equal in text and time.
 */
export async function accounts(count: number, deadline: number, postgres: boolean): Promise<boolean> {
  return withTestEnvironment(postgres, async (environment) => {
    const findings = new Findings();
    const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
    try {
      for (const [name, ask] of Object.entries(QUESTIONS)) {
        const took: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
        let different = 0;
        let tried = 0;
        // Warm-up: the first requests find cold caches.
        for (let round = -2; round < count && Date.now() < deadline; round += 1) {
          const place = round + 2;
          const one = { known: () => ask(api, known(place)), unknown: () => ask(api, unknown(place)) };
          const first = place % 2 === 0 ? 'known' : 'unknown';
          const started = await one[first]();
          const second = first === 'known' ? 'unknown' : 'known';
          const then = await one[second]();
          if (round >= 0) {
            took[first].push(started.took);
            took[second].push(then.took);
            tried += 1;
            const output = ({ status, code: word, data }: Answered) => ({ status, word, data });
            if (!isDeepStrictEqual(output(started), output(then))) different += 1;
          }
          await later(api);
        }
        const medians = [percentile(took.known, 50), percentile(took.unknown, 50)] as const;
        const apart = Math.abs(medians[0] - medians[1]) / Math.max(...medians);
        findings.check(
          tried === count && different === 0,
          `${name}: ${tried} pairs, ${different} answered otherwise`,
        );
        findings.check(
          apart <= APART,
          `${name}: medians ${medians.map((one) => one.toFixed(1)).join(' and ')} ms (known, unknown), ${(apart * 100).toFixed(1)} % apart (limit ${APART * 100} %)`,
        );
      }
      return findings.good;
    } finally {
      await api.end();
    }
  });
}

/** Advances the process's clock, so that no limits accumulate. */
async function later(api: ApiProcess): Promise<void> {
  const moved = await fetch(`${api.origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: BETWEEN }),
  });
  if (!moved.ok) throw new Error(`/dev/clock: ${moved.status}`);
}
