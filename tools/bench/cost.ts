// The CPU time per request of each kind in each process, in milliseconds, and the memory of each process: the
// figures that docs/operations/scale.md calculates with. CPU time hardly depends on other load. npm run bench
// -- cost [--write]
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { among, commandLine } from '../cli.ts';
import { freePort } from '@yunduo/e2e/free-port';
import { provideNginx, startNginx } from '../test/nginx.ts';
import { startPostgres } from '../test/postgres.ts';
import { ApiProcess, startSite } from '../trust/api-process.ts';
import { onServer } from '../trust/test-env.ts';
import { someAddress } from '../trust/people.ts';
import { record } from './measurements.ts';

const USAGE = `npm run bench -- cost

  --write   writes the figures (docs/measurements)`;

const write = commandLine(
  USAGE,
  { options: { write: { type: 'boolean', default: false } }, allowPositionals: true },
  ({ values, positionals }) => {
    among(['cost'], positionals);
    return values.write;
  },
);

const CONNECTIONS = 4;
/** Ticks of /proc per second, on every known Linux. */
const TICKS = 100;

interface Stat {
  parent: number;
  /** Milliseconds of CPU time, including children that have exited. */
  cpu: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, cpu: ((utime + stime + cutime + cstime) * 1000) / TICKS };
  } catch {
    return null;
  }
}

/** CPU time of a process and its children, in ms. */
function cpuOf(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return all.reduce((sum, one) => {
    const stat = statOf(one);
    return stat && (one === pid || stat.parent === pid) ? sum + stat.cpu : sum;
  }, 0);
}

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Sends this many requests; returns the number of busy responses. */
async function many(count: number, ask: (index: number) => Promise<Response>): Promise<number> {
  let next = 0;
  let busy = 0;
  const connection = async (): Promise<void> => {
    while (next < count) {
      const answer = await ask((next += 1));
      await answer.arrayBuffer();
      if (answer.status >= 500) busy += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return busy;
}

const nginx = await provideNginx();
if (!nginx) throw new Error('There is no nginx, and none could be installed.');
const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-cost-'));
const ends: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
try {
  const cluster = await startPostgres();
  ends.push(() => cluster.stop());
  await onServer(cluster.url, 'create database cost template template0');
  const databaseUrl = cluster.url.replace(/\/postgres$/, '/cost');
  const api = await ApiProcess.start(dataDir, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' });
  ends.push(() => api.kill());
  const port = await freePort();
  const site = await startSite({ PORT: String(port), API_BASE_URL: api.origin });
  ends.push(() => site.kill());
  const siteOrigin = `http://127.0.0.1:${port}`;
  const edge = await startNginx(nginx, {
    api: [new URL(api.origin).host],
    site: [`127.0.0.1:${port}`],
    console: ['127.0.0.1:1'],
    trust: ['127.0.0.1'],
    unlimited: true,
  });
  ends.push(() => edge.stop());

  const browser = { 'accept-encoding': 'br, gzip' };
  const get = (url: string): Promise<Response> => fetch(url, { headers: browser });
  const call = (url: string): Promise<Response> =>
    fetch(`${edge.origin}/api${url}`, { headers: { 'x-forwarded-for': someAddress(), lang: 'zh-cn' } });
  const word = (): string => randomBytes(3).toString('hex');
  const kinds: [name: string, count: number, ask: (index: number) => Promise<Response>][] = [
    ['a page that the edge has kept', 4_000, () => get(`${edge.origin}/store`)],
    ['a page that the site has kept', 4_000, () => get(`${siteOrigin}/store`)],
    ['a page that nobody has: rendered', 600, () => get(`${edge.origin}/store?q=${word()}`)],
    ['a call: a list of the store', 500, (index) => call(`/app_store/list?page=${(index % 3) + 1}`)],
    ['a call: one app', 500, (index) => call(`/app_store/detail?id=${(index % 20) + 1}`)],
    ['a call: a search', 300, () => call(`/app_store/list?q=${encodeURIComponent('数据库')}`)],
    [
      'a captcha picture',
      200,
      () =>
        fetch(`${edge.origin}/api/captcha/challenge`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
          body: JSON.stringify({ scene: 'login' }),
        }),
    ],
    [
      'a sign-in (the hash of a password)',
      40,
      () =>
        fetch(`${edge.origin}/api/user_auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
          body: JSON.stringify({ email: `${word()}@example.com`, password: 'Yunduo2026', agree: true }),
        }),
    ],
  ];
  const pids = { nginx: edge.pid, site: site.pid, api: api.pid, postgres: cluster.pid };
  const measuredRows: string[][] = [];
  for (const [name, count, ask] of kinds) {
    // As many before: code of a long-running process is already compiled.
    await many(count, ask);
    const before = Object.values(pids).map(cpuOf);
    const busy = await many(count, ask);
    if (busy > 0) console.log(`${name}: ${busy} of ${count} found the server busy`);
    const spent = Object.values(pids).map((pid, index) => (cpuOf(pid) - (before[index] ?? 0)) / count);
    const all = spent.reduce((sum, one) => sum + one, 0);
    console.error(`${name}: ${count} asked`);
    measuredRows.push([name, ...[...spent, all].map((one) => one.toFixed(2))]);
    console.log(measuredRows.at(-1)?.join(' | '));
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'yunduo-%' group by 1 order by 1`,
  );
  await client.end();
  const notes = [
    `One process of the API holds ${Math.round(residentOf(api.pid))} MB and ${rows.map(({ name, count }) => `${count} connections of ${name}`).join(', ')} after it; one of the public site ${Math.round(residentOf(site.pid))} MB.`,
  ];
  console.log(notes.join('\n'));
  if (write) {
    record('cost', {
      title: 'What a request costs',
      command: 'npm run bench -- cost',
      method: 'Milliseconds of a processor for one request, by process',
      tables: [
        { columns: ['Request', 'nginx', 'public site', 'API', 'PostgreSQL', 'all'], rows: measuredRows },
      ],
      notes,
    });
  }
} finally {
  for (const end of ends.toReversed()) await end();
}
process.exit();
