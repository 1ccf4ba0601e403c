import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from './api-process.ts';
import { ApiProcess } from './api-process.ts';
import { Findings, megabytes, ms, percentile } from './statistics.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';
import { newPerson, SEED_PASSWORD, signIn, someAddress } from './people.ts';

const PER_SECOND = 200;
const P99 = 300;
const ERRORS = 0.001;
const MEMORY_SAMPLE = 5_000;
/**
 * Tolerated growth of resident memory between the second and the last fifth of a run; the heap right after
 * garbage collection varies far less. A leak of a hundred bytes per request is 24 MB in 20 minutes.
 */
const MEMORY_GROWTH = 30_000_000;
const HEAP_GROWTH = 10_000_000;
const WORDS = ['mysql', '备份', 'nginx', '数据库', 'redis', '监控', 'log', 'pstgres'];

export type Call = [method: 'GET' | 'POST', url: string, ask?: Ask];

/** Requests at a steady rate, independent of the responses: a late response counts as slow. */
export async function load(minutes: number, deadline: number): Promise<boolean> {
  return withTestEnvironment(true, async (environment) => {
    const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
    try {
      const member = { token: await signIn(api, 'user@yunduo.test', SEED_PASSWORD) };
      const developer = { token: await signIn(api, 'developer@yunduo.test', SEED_PASSWORD) };
      const buyers = [await newPerson(api), await newPerson(api)];
      const { list } = await api.call<{ list: { id: number }[] }>('GET', '/app_store/list', {
        page_size: '50',
      });
      const ids = list.map(({ id }) => String(id));
      const of = <T>(values: readonly T[], place: number): T => values[place % values.length] as T;
      /** A hundred calls as users make them; the same each time. */
      const mix = (place: number): Call => {
        const part = place % 100;
        if (part < 25) return ['GET', '/app_store/list', { data: { q: of(WORDS, place) } }];
        if (part < 40)
          return [
            'GET',
            '/app_store/list',
            { data: { sort: of(['newest', 'updated', 'downloads'], place) } },
          ];
        if (part < 55) return ['GET', '/app_store/detail', { data: { id: of(ids, place) } }];
        if (part < 63) return ['GET', '/site/info'];
        if (part < 68) return ['GET', '/home_article/special_article', { data: { use_to: 'introduction' } }];
        if (part < 80) return ['GET', '/user_info/index', member];
        if (part < 86) return ['GET', '/order/list', member];
        if (part < 90) return ['GET', '/dev_app/list', developer];
        if (part < 94) return ['GET', '/auth_code/my', member];
        if (part < 97) return ['GET', '/client_download/releases'];
        if (part < 98)
          return [
            'POST',
            '/user_info/save_user',
            {
              ...of(buyers, place),
              data: { nickname: `Buyer${place % 1000}`, gender: 'secret', birthday: '1990-01-01' },
            },
          ];
        return ['POST', '/captcha/challenge', { data: { scene: 'login' }, address: someAddress() }];
      };
      const duration = Math.min(minutes * 60_000, deadline - Date.now());
      return judge(await drive(api, mix, { perSecond: PER_SECOND, duration, sample: MEMORY_SAMPLE }));
    } finally {
      await api.end();
    }
  });
}

interface Figures {
  resident: number;
  heap: number;
}

export interface Driven {
  requests: number;
  /** Milliseconds from when a request was due to its answer. */
  took: number[];
  /** Failed requests by what they were told. */
  failures: Record<string, number>;
  memory: Figures[];
  seconds: number;
}

/** Sends requests at a constant rate, whether earlier ones are answered or not, and samples the memory of the API. */
export async function drive(
  api: ApiProcess,
  mix: (place: number) => Call,
  { perSecond, duration, sample }: { perSecond: number; duration: number; sample: number },
): Promise<Driven> {
  const took: number[] = [];
  const failures: Record<string, number> = {};
  const memory: Figures[] = [];
  const pending = new Set<Promise<void>>();
  const fail = (words: string): void => void (failures[words] = (failures[words] ?? 0) + 1);
  const look = () =>
    api.figures().then(
      (figures) => void memory.push(figures),
      () => undefined,
    );
  const sampler = setInterval(() => void look(), sample);
  const startedAt = performance.now();
  let place = 0;
  while (performance.now() - startedAt < duration) {
    // All requests that are due: a pause that took too long is compensated.
    for (; place < ((performance.now() - startedAt) / 1000) * perSecond; place += 1) {
      const [method, url, ask] = mix(place);
      const due = startedAt + (place / perSecond) * 1000;
      const one: Promise<void> = api
        .ask(method, url, { ...ask, limit: 10_000 })
        .then(
          ({ status, code }) => {
            took.push(performance.now() - due);
            if (status !== 200) fail(`${method} ${url}: ${status} ${code}`);
          },
          (error: Error) => fail(`${method} ${url}: ${error.name}`),
        )
        .finally(() => pending.delete(one));
      pending.add(one);
    }
    await pause(2);
  }
  await Promise.all(pending);
  clearInterval(sampler);
  await look();
  return { requests: place, took, failures, memory, seconds: (performance.now() - startedAt) / 1000 };
}

function judge({ requests, took, failures, memory, seconds }: Driven): boolean {
  const findings = new Findings();
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  for (const [words, count] of Object.entries(failures)) console.log(`  ${count} × ${words}`);
  console.log(
    `${requests} requests in ${Math.round(seconds)} s: ${(requests / seconds).toFixed(1)} a second; p50 ${ms(percentile(took, 50))}, p95 ${ms(percentile(took, 95))}`,
  );
  findings.check(percentile(took, 99) < P99, `p99 ${ms(percentile(took, 99))} (limit ${ms(P99)})`);
  findings.check(failed / requests < ERRORS, `${failed} of ${requests} failed (limit ${ERRORS * 100} %)`);
  const fifth = Math.max(1, Math.floor(memory.length / 5));
  const [early, late] = [memory.slice(fifth, 2 * fifth), memory.slice(-fifth)];
  const moved = (what: string, limit: number, part: number, of: (figures: Figures) => number): void => {
    const [from, to] = [early, late].map((samples) => percentile(samples.map(of), part)) as [number, number];
    const words = `${what} from ${megabytes(from)} to ${megabytes(to)} (limit + ${megabytes(limit)})`;
    const way = [0, 1, 2, 3, 4].map((turn) =>
      megabytes(percentile(memory.slice(turn * fifth, (turn + 1) * fifth).map(of), part)),
    );
    findings.check(to - from < limit, `${words}, ${fifth} looks each; the fifths: ${way.join(', ')}`);
  };
  moved('memory, median', MEMORY_GROWTH, 50, ({ resident }) => resident);
  // The lowest tenth: between two collections the heap contains a random amount of garbage.
  moved('objects, after garbage', HEAP_GROWTH, 10, ({ heap }) => heap);
  return findings.good;
}
