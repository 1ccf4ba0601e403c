// npm run bench -- search: the store's list and search over a generated catalogue on its own PostgreSQL, with
// requests at a constant rate: the database alone, one API process, two. --write puts the figures into
// docs/measurements.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { among, commandLine, count } from '../cli.ts';
import { startChild } from '../start/child.ts';
import type { Child } from '../start/child.ts';
import { startPostgres } from '../test/postgres.ts';
import { root } from '../test/run.ts';
import { percentile } from '../trust/statistics.ts';
import { openLoop } from './open-loop.ts';
import type { OpenLoopResult } from './open-loop.ts';
import { record } from './measurements.ts';

interface Question {
  kind: string;
  path: string;
  lang: string;
  /** The name of a prepared statement; empty for one that is planned each time. */
  name: string;
  sql: string;
  params: unknown[];
}

const USAGE = `npm run bench -- search

  --apps 20000       how many apps the catalogue has
  --rate 200         questions a second
  --connections 50   over so many connections
  --seconds 30       so long
  --rounds 3         so often
  --server <url>     a PostgreSQL that is there already
  --kinds            shows the times of each kind of question
  --write            writes the figures (docs/measurements)`;

const { options, rate, connections, duration, rounds } = commandLine(
  USAGE,
  {
    options: {
      apps: { type: 'string', default: '20000' },
      rate: { type: 'string', default: '200' },
      connections: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '3' },
      server: { type: 'string' },
      kinds: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    among(['search'], positionals);
    return {
      options: { ...values, apps: String(count(values.apps)) },
      rate: count(values.rate),
      connections: count(values.connections),
      duration: count(values.seconds) * 1000,
      rounds: count(values.rounds),
    };
  },
);
const DATABASE = 'bench';

/** Fills the database and answers requests. */
async function fill(url: string): Promise<Question[]> {
  const child = spawn(
    process.execPath,
    [join(root, 'apps/api/src/testing/large-catalogue-command.ts'), options.apps],
    { cwd: root, env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
}

/** Every request in a shuffled, repeating order. */
const pick = <T>(list: readonly T[], index: number): T => {
  const item = list[(index * 101) % list.length];
  if (item === undefined) throw new Error('nothing to ask');
  return item;
};

interface Measured extends OpenLoopResult {
  byKind: Map<string, number[]>;
}

async function measure(
  questions: readonly Question[],
  ask: (question: Question, index: number) => Promise<void>,
) {
  const byKind = new Map<string, number[]>();
  // Warm-up: the database's caches, compiled code.
  await openLoop({ rate, duration: 3000, connections, ask: (index) => ask(pick(questions, index), index) });
  const result = await openLoop({
    rate,
    duration,
    connections,
    ask: async (index) => {
      const question = pick(questions, index);
      const startedAt = performance.now();
      await ask(question, index);
      byKind.set(question.kind, [...(byKind.get(question.kind) ?? []), performance.now() - startedAt]);
    },
  });
  return { ...result, byKind };
}

async function atDatabase(url: string, questions: readonly Question[]): Promise<Measured> {
  // Connects as the server does (apps/api/src/db/postgres.ts): without JIT, which takes longer than a search.
  const pool = new pg.Pool({ connectionString: url, max: connections, options: '-c jit=off' });
  try {
    return await measure(questions, async ({ name, sql, params }) => {
      await pool.query({ ...(name && { name }), text: sql, values: params });
    });
  } finally {
    await pool.end();
  }
}

async function overHttp(url: string, questions: readonly Question[], processes: number): Promise<Measured> {
  const folders: string[] = [];
  const children: Child[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    for (let number = 0; number < processes; number += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'yunduo-bench-'));
      folders.push(folder);
      children.push(
        startChild({
          name: `API ${number + 1}`,
          args: ['apps/api/src/server.ts'],
          env: {
            ...process.env,
            NODE_ENV: 'production',
            APP_MODE: 'trial',
            HOST: '127.0.0.1',
            PORT: '0',
            LOG_LEVEL: 'warn',
            DATABASE_URL: url,
            DATA_DIR: folder,
          },
          print: () => undefined,
        }),
      );
      await children.at(-1)?.ready;
    }
    const origins = await Promise.all(children.map(({ ready }) => ready));
    const get = (address: string, lang: string): Promise<void> =>
      new Promise((resolve, reject) => {
        request(address, { agent, headers: { lang } }, (answer) => {
          answer
            .resume()
            .once('end', () =>
              answer.statusCode === 200 ? resolve() : reject(new Error(String(answer.statusCode))),
            );
        })
          .once('error', reject)
          .end();
      });
    return await measure(questions, ({ path, lang }, index) =>
      get(`${origins[index % origins.length] ?? ''}${path}`, lang),
    );
  } finally {
    agent.destroy();
    for (const child of children) await child.stop(3000);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

const ms = (value: number): string => value.toFixed(1);

const rowOf = (name: string, { times, failures, ownShare, lag }: Measured): (string | number)[] => [
  name,
  ...[50, 95, 99].map((part) => ms(percentile(times, part))),
  ms(times.at(-1) ?? 0),
  failures,
  `${(ownShare * 100).toFixed(0)} %`,
  ms(lag),
  loadavg()[0]?.toFixed(1) ?? '',
];

function printKinds({ byKind }: Measured): void {
  for (const [kind, times] of byKind) {
    console.log(`${kind.padEnd(34)} p50 ${ms(percentile(times, 50))}  p99 ${ms(percentile(times, 99))}`);
  }
}

const cluster = options.server ? null : await startPostgres();
try {
  const server = options.server ?? cluster?.url ?? '';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${DATABASE} with (force)`);
  await admin.query(`create database ${DATABASE} template template0`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${DATABASE}`;
  console.log(`Filling ${options.apps} apps …`);
  const questions = await fill(url.href);
  console.log(
    `${questions.length} questions, ${rate} a second, ${connections} connections, ${options.seconds} s`,
  );
  const rows: (string | number)[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const measured = [
      ['the database', await atDatabase(url.href, questions)],
      ['one API process', await overHttp(url.href, questions, 1)],
      ['two API processes', await overHttp(url.href, questions, 2)],
    ] as const;
    for (const [name, result] of measured) {
      const row = rowOf(rounds > 1 ? `${name}, round ${round}` : name, result);
      rows.push(row);
      console.log(row.join(' | '));
    }
    if (options.kinds) printKinds(measured[0][1]);
  }
  if (options.write) {
    record('search', {
      title: 'Search',
      command: 'npm run bench -- search',
      method: `PostgreSQL, ${Number(options.apps).toLocaleString('en')} generated apps, ${rate} queries a second for ${options.seconds} s over ${connections} connections, ${questions.length} different ones; times count from when a query was due`,
      tables: [
        {
          columns: [
            'What answers',
            'p50 ms',
            'p95 ms',
            'p99 ms',
            'longest',
            'failed',
            'load generator, of one core',
            'its longest delay ms',
            'load of the machine',
          ],
          rows,
        },
      ],
      notes: ['Aim: p99 below 20 ms with 50 readers.'],
    });
  }
} finally {
  await cluster?.stop();
}
