import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildStages } from '../deployment/images/build-stages.ts';
import { configOf, parseDockerfile } from '../deployment/images/dockerfile.ts';
import type { Stage } from '../deployment/images/dockerfile.ts';
import { dockerfileOf, IMAGES, rehearse } from '../deployment/images/rehearse.ts';
import type { Finding, Image } from '../deployment/images/rehearse.ts';
import { root } from './workspace.ts';

// What the image files say, and what comes of it when it is done without an engine.

interface Fault {
  line: number;
  title: string;
}

/** What dockerfilelint finds, by the line. */
function lint(text: string): Fault[] {
  // The linter takes the dash in this option for its end.
  const known = text.replace(/ --start-period=\d+s/, '');
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/dockerfilelint/bin/dockerfilelint'), '-o', 'json', known],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const { files } = JSON.parse(stdout) as { files: { issues: Fault[] }[] };
  return files.flatMap(({ issues }) => issues.map(({ line, title }) => ({ line, title })));
}

const nodeVersion = readFileSync(join(root, '.nvmrc'), 'utf8').trim();

test('the linter finds what is wrong', () => {
  expect(lint('FROM node:latest\nRUN sudo apt-get install curl\n').length).toBeGreaterThan(1);
});

describe.each([...IMAGES, 'edge'] as const)('the image file of %s', (image) => {
  const text = dockerfileOf(image);
  const stages = parseDockerfile(text);
  const last = stages.at(-1) as Stage;

  test('has no fault that dockerfilelint knows', () => {
    expect(lint(text)).toEqual([]);
  });

  test('begins with images of one version and one digest, and Node is the project’s', () => {
    const bases = stages.map(({ base }) => base);
    expect(bases.filter((base) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(base))).toEqual([]);
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(devDependencies['node']).toBe(nodeVersion);
    const nodes = new Set(bases.filter((base) => base.startsWith('node:')));
    expect([...nodes]).toEqual([expect.stringContaining(`node:${nodeVersion}-`)]);
  });

  test('installs from the lockfile alone', () => {
    const commands = stages.flatMap(({ instructions }) =>
      instructions.filter(({ name }) => name === 'RUN').map(({ args }) => args[0] ?? ''),
    );
    expect(commands).toContain('npm ci');
    expect(commands.filter((command) => /npm (i|install|update)\b|\bcurl\b|\bwget\b/.test(command))).toEqual(
      [],
    );
  });

  test('ends as a user without rights, with a health check, and without secrets', () => {
    const { user, health, command, port, env } = configOf(last);
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(health.length).toBeGreaterThan(0);
    expect(command.length).toBeGreaterThan(0);
    expect(port).toBeGreaterThan(1023);
    expect(Object.keys(env).filter((name) => /KEY|SECRET|PASSWORD|TOKEN|_URL/.test(name))).toEqual([]);
  });

  test('says that nobody has built it, and where its digests come from', () => {
    expect(text).toContain('# UNBUILT');
    expect(text.replaceAll('\n# ', ' ')).toContain(
      'the digests are those that public repositories name, not looked up in a registry by us.',
    );
  });
});

test('the edge’s configuration is written when its image is built', () => {
  const work = mkdtempSync(join(tmpdir(), 'yunduo-edge-'));
  try {
    const options = { root, work: join(work, 'edge'), built: true, print: () => undefined };
    const folder = buildStages(parseDockerfile(dockerfileOf('edge')), options);
    expect(readFileSync(join(folder, 'srv/nginx.conf'), 'utf8')).toContain('server public-site:4320');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

test('all of them begin with the same steps', () => {
  const manifests = IMAGES.map((image) => parseDockerfile(dockerfileOf(image))[0]);
  expect(manifests[1]).toEqual({ ...manifests[0], instructions: expect.any(Array) as unknown });
  const steps = manifests.map((stage) => stage?.instructions.map(({ name, args }) => [name, ...args]));
  expect(steps[1]).toEqual(steps[0]);
  expect(steps[2]).toEqual(steps[0]);
});

describe('without an engine', () => {
  let findings: Map<Image, Finding>;
  beforeAll(async () => {
    const found = await rehearse(IMAGES, { built: true, print: () => undefined });
    findings = new Map(found.map((finding) => [finding.image, finding]));
  }, 300_000);

  const of = (image: Image): Finding => findings.get(image) as Finding;
  /** Where mounts are ours to make; elsewhere the files of an image are those of whoever builds it. */
  const isIsolated = (image: Image): boolean => of(image).isolation !== 'plain';

  test('the API starts, is ready and answers a call', () => {
    const { answers } = of('api');
    expect(answers['/api/health/ready']?.status).toBe(200);
    expect(JSON.parse(answers['/api/site/info']?.text ?? '')).toMatchObject({ data: { name: '云舵' } });
  });

  test('the public site renders a page with what the API says, and names its build', () => {
    const { answers } = of('public-site');
    expect(answers['/en']?.status).toBe(200);
    expect(answers['/en']?.text).toContain('Yunduo');
    expect(answers['/builds/latest.json']?.status).toBe(200);
  });

  test('the console sends its page, its configuration of this start, and 404 for no page', () => {
    const { answers } = of('developer-console');
    const page = answers['/en/developer-center']?.text ?? '';
    expect(page).toContain('lang="en"');
    const addresses = [
      ...page.matchAll(
        /<(?:link rel="(?:canonical|alternate)" href|meta property="og:(?:url|image)" content)="([^"]*)"/g,
      ),
    ];
    expect(addresses.map(([, address]) => address)).toEqual([
      'https://www.example.com/en/developer-center',
      'https://www.example.com/developer-center',
      'https://www.example.com/en/developer-center',
      'https://www.example.com/developer-center',
      'https://www.example.com/en/developer-center',
      'https://www.example.com/share.png',
    ]);
    expect(JSON.parse(answers['/developer-center/config.json']?.text ?? '')).toEqual({
      apiBaseUrl: '',
      devDocs: 'https://docs.example.com/',
    });
    expect(answers['/developer-center/nowhere']?.status).toBe(404);
    expect(answers['/en/developer-center/document']?.status).toBe(302);
  });

  test('chunks of a build that is gone are served beside those of the build that runs, which keeps its own', () => {
    for (const [image, below] of [
      ['public-site', ''],
      ['developer-console', '/developer-center'],
    ] as const) {
      const { answers, kept } = of(image);
      const { id } = JSON.parse(answers[`${below}/builds/latest.json`]?.text ?? '') as { id: string };
      expect(kept).toEqual([id, 'earlier']);
      expect(answers[`${below}/assets/earlier-12345678.js`]).toEqual({ status: 200, text: '// earlier' });
    }
  });

  test('none of them can write but where it is named', () => {
    const written = IMAGES.filter(isIsolated).map((image) => [image, of(image).written]);
    const named = {
      api: ['/tmp', '/data'],
      'public-site': ['/tmp'],
      'developer-console': ['/tmp', '/run/console'],
    };
    expect(written).toEqual(Object.entries(named).filter(([image]) => isIsolated(image as Image)));
  });

  test.each(IMAGES)('%s ends in time with its own stop signal', (image) => {
    expect(of(image).ended).toEqual({ code: 0, inTime: true });
  });

  test('the web images are small', () => {
    const { all, node } = of('public-site').megabytes;
    expect(all - node).toBeLessThan(20);
    expect(of('developer-console').megabytes.all).toBeLessThan(20);
  });
});
