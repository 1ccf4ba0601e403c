// Builds images without an engine, starts them as containers would be, and asks each for something:
//   node tools/deployment/images/rehearse.ts [--built] [api] [public-site] [developer-console]
// `--built` takes what `npm ci` and `nx build` have made in this repository; without it they run again from nothing.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keptBuilds } from '../../build-manifest/keep-files.ts';
import { among, commandLine } from '../../cli.ts';
import { freePort } from '@yunduo/e2e/free-port';
import { buildStages, must } from './build-stages.ts';
import { canIsolate, collect, runIn } from './container.ts';
import type { Container, Ended } from './container.ts';
import { configOf, parseDockerfile } from './dockerfile.ts';
import type { ImageConfig } from './dockerfile.ts';

const root = resolve(import.meta.dirname, '../../..');

export const IMAGES = ['api', 'public-site', 'developer-console'] as const;
export type Image = (typeof IMAGES)[number];

export const dockerfileOf = (image: Image | 'edge'): string =>
  readFileSync(join(import.meta.dirname, `${image}.Dockerfile`), 'utf8');

const READY_LIMIT = 150_000;
/** Between two health checks, each of which starts a process. */
const HEALTH_INTERVAL = 1_000;
const END_LIMIT = 10_000;

/** What may be written to; everything else of an image is read-only (compose.yaml says so too). */
const WRITABLE: Record<Image, string[]> = {
  api: ['/data'],
  'public-site': [],
  'developer-console': ['/run/console'],
};

/** What keeps the files of a build before it goes live, on the volume that is KEPT_FILES (compose.yaml says so too). */
export const KEEPS: Partial<Record<Image, string[]>> = {
  'public-site': ['node', 'keep-files.mts', '--client', 'client'],
  'developer-console': ['sh', 'keep-files.sh', '--client', 'client'],
};
/** A chunk that no build here has: pages that are open name such. */
const EARLIER = 'assets/earlier-12345678.js';

/** What was found about an image. */
export interface Finding {
  image: Image;
  isolation: Container['isolation'];
  /** MB of what the image adds to its base, and of Node within that. */
  megabytes: { all: number; node: number };
  /** Ids of the builds whose files are kept, newest first. */
  kept: string[];
  /** Places that the process could write to, of those that were tried. */
  written: string[];
  /** The answer to one request, by its address. */
  answers: Record<string, { status: number; text: string }>;
  /** How the process ended after the image's own stop signal. */
  ended: { code: number | null; inTime: boolean };
}

const megabytes = (path: string, ...options: string[]): number =>
  existsSync(path) ? Number(must('du', ['-sk', ...options, path]).split('\t')[0]) / 1024 : 0;

async function healthy(container: Container, ended: Promise<Ended>): Promise<void> {
  let gone: Ended | undefined;
  void ended.then((how) => (gone = how));
  const until = Date.now() + READY_LIMIT;
  while (Date.now() < until) {
    if (gone) throw new Error(`it ended with ${gone.code}: ${gone.output}`);
    if ((await collect(runIn(container, container.config.health))).code === 0) return;
    await pause(HEALTH_INTERVAL);
  }
  throw new Error(`its health check did not pass within ${READY_LIMIT / 1000} s`);
}

/** The network is this machine's, so the port of nginx may be taken: in its file and in the health check it is ours. */
function listenOn(folder: string, config: ImageConfig, port: number): void {
  const file = join(folder, config.workdir, 'nginx.conf');
  const text = readFileSync(file, 'utf8').replaceAll(`:${config.port};`, `:${port};`);
  // The file is a link to the one of the stage that wrote it.
  rmSync(file);
  writeFileSync(file, text.replaceAll(`listen ${config.port};`, `listen ${port};`));
  config.health = config.health.map((word) => word.replace(`:${config.port}/`, `:${port}/`));
}

/** Tries to write beside the program, at the top, and where it may. */
async function writtenBy(container: Container): Promise<string[]> {
  const { workdir, env } = container.config;
  const places = [workdir, '/usr', '/', '/tmp', env['KEPT_FILES'] ?? '', ...container.writable].filter(
    Boolean,
  );
  const { output } = await collect(
    container.config.command.includes('node')
      ? runIn(container, [
          'node',
          '-e',
          `for (const place of ${JSON.stringify(places)}) try { require('node:fs').writeFileSync(place + '/probe', ''); console.log(place) } catch {}`,
        ])
      : runIn(container, [
          'sh',
          '-c',
          `for p in ${places.join(' ')}; do (: >$p/probe) 2>/dev/null && echo $p; done`,
        ]),
  );
  return output.split('\n').filter(Boolean);
}

/** Two roll-outs, as far as their files go: a build that is gone by now, then this one. Returns what is kept. */
async function storeImage(image: Image, container: Container): Promise<string[]> {
  const command = KEEPS[image];
  const place = container.config.env['KEPT_FILES'];
  if (!command || !place) return [];
  const kept = join(container.root, place);
  mkdirSync(join(kept, 'assets'), { recursive: true });
  writeFileSync(join(kept, EARLIER), '// earlier');
  writeFileSync(join(kept, 'kept.json'), JSON.stringify([{ id: 'earlier', files: [EARLIER] }]));
  if (process.getuid?.() === 0) must('chown', ['-R', container.config.user, kept]);
  const { code, output } = await collect(
    runIn({ ...container, writable: [...container.writable, place] }, command),
  );
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`);
  return keptBuilds(kept).map(({ id }) => id);
}

export interface Rehearsal {
  /** Ends what was started and removes what was made. */
  end(): Promise<void>;
  /** Builds and starts an image; the variables are those that its deployment would give it. */
  image(image: Image, env: Record<string, string>, asks: readonly string[]): Promise<Running>;
}

export interface Running {
  origin: string;
  /** Asks, writes, stops, and says what came of it. */
  finish(): Promise<Finding>;
}

export function rehearsal({ built, print }: { built: boolean; print(line: string): void }): Rehearsal {
  const work = mkdtempSync(join(tmpdir(), 'yunduo-images-'));
  chmodSync(work, 0o755);
  const children = new Set<ChildProcess>();
  const isolated = canIsolate();
  return {
    async image(image, env, asks) {
      const stages = parseDockerfile(dockerfileOf(image));
      const last = stages.at(-1);
      if (!last) throw new Error(`${image} has no stage`);
      print(`${image}: building`);
      const folder = buildStages(stages, { root, work: join(work, image), built, print });
      const config = configOf(last);
      const ofNginx = last.base.startsWith('nginx');
      const port = await freePort();
      if (ofNginx) listenOn(folder, config, port);
      const container: Container = {
        root: folder,
        config,
        isolation: isolated ? (ofNginx ? 'host' : 'chroot') : 'plain',
        writable: WRITABLE[image],
        env: { ...env, ...(!ofNginx && { PORT: String(port), HOST: '127.0.0.1' }) },
      };
      // Before anything runs: the database of a trial is no part of an image.
      const node = megabytes(join(folder, 'usr/local/bin/node'));
      const all = [config.workdir, ...container.writable].reduce(
        (sum, path) => sum + megabytes(join(folder, path)),
        node,
      );
      const kept = await storeImage(image, container);
      const child = runIn(container);
      children.add(child);
      const ended = collect(child);
      void ended.then(() => children.delete(child));
      await healthy(container, ended);
      const origin = `http://127.0.0.1:${port}`;
      print(`${image}: healthy at ${origin} (${container.isolation})`);
      return {
        origin,
        async finish() {
          const answers: Finding['answers'] = {};
          for (const ask of asks) {
            const answer = await fetch(origin + ask, { redirect: 'manual' });
            answers[ask] = { status: answer.status, text: await answer.text() };
          }
          const written = await writtenBy(container);
          const begun = Date.now();
          child.kill(config.stopSignal);
          const { code } = await ended;
          const inTime = Date.now() - begun < END_LIMIT;
          return {
            image,
            isolation: container.isolation,
            megabytes: { all, node },
            kept,
            written,
            answers,
            ended: { code, inTime },
          };
        },
      };
    },
    async end() {
      await Promise.all(
        [...children].map((child) => {
          const gone = new Promise((done) => child.once('close', done));
          child.kill('SIGKILL');
          return gone;
        }),
      );
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** All three, one after the other, the public site before the API that it asks. */
export async function rehearse(
  images: readonly Image[],
  options: { built: boolean; print(line: string): void },
): Promise<Finding[]> {
  const { image, end } = rehearsal(options);
  const findings: Finding[] = [];
  try {
    const trial = { APP_MODE: 'trial', LOG_LEVEL: 'warn' };
    const needsApi = images.includes('api') || images.includes('public-site');
    const api = needsApi
      ? await image('api', trial, ['/api/health/ready', '/api/site/info', '/uploads/none'])
      : null;
    if (images.includes('public-site')) {
      const env = { API_BASE_URL: api?.origin ?? '', ORIGIN: 'https://www.example.com' };
      findings.push(
        await (await image('public-site', env, ['/en', '/builds/latest.json', `/${EARLIER}`])).finish(),
      );
    }
    if (api) findings.push(await api.finish());
    if (images.includes('developer-console')) {
      const env = { LINK_DEV_DOCS: 'https://docs.example.com/', ORIGIN: 'https://www.example.com' };
      const asks = [
        '/en/developer-center',
        '/developer-center/config.json',
        '/developer-center/nowhere',
        '/en/developer-center/document',
        `/developer-center/${EARLIER}`,
        '/developer-center/builds/latest.json',
      ];
      findings.push(await (await image('developer-console', env, asks)).finish());
    }
  } finally {
    await end();
  }
  return findings;
}

if (process.argv[1] === import.meta.filename) {
  const usage = `node tools/deployment/images/rehearse.ts [${IMAGES.join('|')} …] [--built]

  --built   takes what is installed and built already`;
  const { images, built } = commandLine(
    usage,
    { options: { built: { type: 'boolean', default: false } }, allowPositionals: true },
    ({ values, positionals }) => ({ images: among(IMAGES, positionals), built: values.built }),
  );
  const findings = await rehearse(images, {
    built,
    print: (line) => console.log(line),
  });
  for (const { image, isolation, megabytes: size, kept, written, answers, ended } of findings) {
    const asked = Object.entries(answers).map(([address, { status }]) => `${address} ${status}`);
    console.log(
      [
        `${image} (${isolation}): ${size.all.toFixed(0)} MB over its base${size.node ? `, Node ${size.node.toFixed(0)} of them` : ''}`,
        ...(kept.length > 0 ? [`  keeps the files of ${kept.join(', ')}`] : []),
        `  writes to ${written.join(', ') || 'nothing'}; ${asked.join(', ')}`,
        `  ended with ${ended.code}${ended.inTime ? '' : ', too late'}`,
      ].join('\n'),
    );
  }
}
