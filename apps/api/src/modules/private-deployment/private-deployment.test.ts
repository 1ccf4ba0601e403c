import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { homeArticle, privateDeploy, type PrivateRelease } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { and, eq, like } from 'drizzle-orm';
import { samplePackage } from '../../seed/download.ts';
import { tarGz } from '../../seed/download-archives.ts';
import { artefacts, releases } from '../../db/schema/index.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { versionKey } from '../store/version-key.ts';
import { installScript, shellQuote } from './install-script.ts';

let api: TestApp;
let origin: string;
let folder: string;
let counter = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunduo-install-test-'));
  // The script contains the configured origin, so the port must be known before the app is built.
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  api = await testApp({ seeded: true, env: { ORIGIN: origin } });
  await api.app.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = await listening(() => undefined);
  const { port } = server.address() as AddressInfo;
  await closed(server);
  return port;
}
async function listening(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const detail = async (version?: string, lang: 'zh' | 'en' = 'zh'): Promise<PrivateRelease> =>
  (await api.call(privateDeploy.detail, version === undefined ? {} : { version }, { lang })).data;
const scriptText = async (query = ''): Promise<string> =>
  (await api.app.inject(`/api/private_deploy/install.sh${query}`)).body;

interface Result {
  code: number | null;
  out: string;
  err: string;
}
interface Run {
  shell?: string;
  args?: string[];
  /** Tools in the PATH; by default all of this computer's. */
  tools?: readonly string[];
  machine?: string;
  system?: string;
  env?: Record<string, string>;
  cwd?: string;
}

const TOOLS = ['sh', 'bash', 'mktemp', 'dirname', 'tar', 'gzip', 'rm', 'mkdir', 'cp', 'cat', 'pwd'];
const USUAL = [...TOOLS, 'curl', 'sha256sum'];

/** A PATH with selected tools, and a `uname` with the given output. */
async function pathOf({ tools = USUAL, machine = 'x86_64', system = 'Linux' }: Run): Promise<string> {
  const bin = join(folder, `bin-${(counter += 1)}`);
  await mkdir(bin);
  for (const tool of tools) {
    for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
      if (!(await exists(join(place, tool)))) continue;
      await symlink(join(place, tool), join(bin, tool));
      break;
    }
  }
  const uname = `#!/bin/sh\ncase $1 in -m) echo ${machine} ;; *) echo ${system} ;; esac\n`;
  await writeFile(join(bin, 'uname'), uname);
  await chmod(join(bin, 'uname'), 0o755);
  return bin;
}

/** Runs a command line as an administrator would; its own temporary folder must be empty afterwards. */
async function run(command: string, args: string[], options: Run = {}): Promise<Result & { left: string[] }> {
  const temporary = join(folder, `tmp-${(counter += 1)}`);
  await mkdir(temporary);
  const child = spawn(command, args, {
    cwd: options.cwd ?? folder,
    env: { PATH: await pathOf(options), TMPDIR: temporary, no_proxy: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err, left: await readdir(temporary) };
}

/** Writes a script to a file and runs it, by default as `sh script --prefix <a new folder>`. */
async function install(script: string, options: Run = {}) {
  const file = join(folder, `script-${(counter += 1)}.sh`);
  const prefix = join(folder, `installed-${counter}`);
  await writeFile(file, script);
  const shell = join('/bin', options.shell ?? 'sh');
  const result = await run(shell, [file, ...(options.args ?? ['--prefix', prefix])], options);
  return { ...result, prefix, installed: await exists(prefix) };
}

describe('Private deployment releases', () => {
  test('[R7.16] lists the offered versions, newest first, in the reader’s language', async () => {
    const { data, headers } = await api.call(privateDeploy.versions, undefined);
    expect(data.list.map(({ version, current }) => [version, current])).toEqual([
      ['1.4.0', true],
      ['1.3.2', false],
    ]);
    expect(headers['cache-control']).toMatch(/^public/);
    expect(data.list[0]?.notes).toContain('<li>支持 arm64 服务器');
    const en = await api.call(privateDeploy.versions, undefined, { lang: 'en' });
    expect(en.data.list[0]?.notes).toContain('<li>Runs on arm64 servers');
  });

  test('pins script, image and packages by checksum', async () => {
    const data = await detail('1.3.2');
    expect(data).toMatchObject({
      version: '1.3.2',
      current: false,
      image: 'registry.yunduo.test/yunduo/private',
      minutes: [3, 5],
    });
    expect(data.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(data.docker_command).toContain(` ${data.image}@${data.digest}`);
    expect(data.items.map(({ arch, name }) => [arch, name])).toEqual([
      ['x86_64', 'yunduo-private-1.3.2-x86_64.tar.gz'],
      ['arm64', 'yunduo-private-1.3.2-arm64.tar.gz'],
    ]);
    for (const { arch, size, sha256, url } of data.items) {
      const bytes = samplePackage('private', '1.3.2', arch);
      expect([size, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
      const response = await fetch(url);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const script = await (await fetch(data.script.url)).text();
    expect(createHash('sha256').update(script).digest('hex')).toBe(data.script.sha256);
    expect(data.bash_command).toContain(data.script.sha256);
    expect(data.bash_command).not.toMatch(/\|\s*(sudo )?(ba)?sh\b/);
  });

  test('defaults to the current version', async () => {
    expect((await detail()).version).toBe('1.4.0');
    expect(await scriptText()).toContain("version='1.4.0'");
  });

  test('keeps the commands of a version that the page no longer lists', async () => {
    const made = await api.db
      .insert(releases)
      .values(
        Array.from({ length: 31 }, (_, number) => ({
          product: 'private' as const,
          version: `7.0.${number}`,
          versionKey: versionKey(`7.0.${number}`),
          notes: { zh: '修复', en: 'Fixes' },
          image: 'registry.example.com/yunduo/private',
          digest: `sha256:${'0'.repeat(64)}`,
          publishedAt: SEED_NOW,
        })),
      )
      .returning({ releaseId: releases.id });
    await api.db.insert(artefacts).values(
      made.map(({ releaseId }) => ({
        releaseId,
        target: 'x86_64',
        filename: 'yunduo.tar.gz',
        file: `private/releases/${releaseId}.bin`,
        size: 1,
        sha256: '0'.repeat(64),
      })),
    );
    try {
      expect(await detail('1.3.2')).toMatchObject({ version: '1.3.2', current: false });
      expect(await scriptText('?version=1.3.2')).toContain("version='1.3.2'");
      expect(await detail('7.0.30')).toMatchObject({ current: true });
    } finally {
      await api.db.delete(releases).where(like(releases.version, '7.0.%'));
    }
  });

  test.each(['1.3.1', '9.9.9', 'x', "1.4.0'; touch /tmp/x; '", '../1.4.0'])(
    'rejects %j, which is not offered',
    async (version) => {
      const rejected = await api.call(privateDeploy.detail, { version });
      const code = version.length > 20 ? 'VALIDATION_FAILED' : 'RELEASE_NOT_FOUND';
      expect([rejected.status, rejected.code]).toEqual([code === 'RELEASE_NOT_FOUND' ? 404 : 400, code]);
      const script = await api.app.inject({ url: '/api/private_deploy/install.sh', query: { version } });
      expect(script.json<{ code: string }>().code).toBe(code);
    },
  );

  test('[R8.09h] serves file ranges, and returns DOWNLOAD_NOT_FOUND for a missing file', async () => {
    const address = '/api/private_deploy/file?version=1.4.0&arch=x86_64';
    const bytes = samplePackage('private', '1.4.0', 'x86_64');
    const part = await api.app.inject({ url: address, headers: { range: 'bytes=100-' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(100))).toBe(true);
    expect(part.headers['content-disposition']).toBe(
      'attachment; filename="yunduo-private-1.4.0-x86_64.tar.gz"',
    );
    expect(part.headers['cache-control']).toBe('no-cache');
    for (const query of [
      'version=1.4.0&arch=riscv64',
      'version=1.3.1&arch=x86_64',
      'version=2.0.0&arch=x86_64',
    ]) {
      for (const [lang, words] of [
        ['zh-cn', '下载链接不存在'],
        ['us', 'Download link does not exist'],
      ] as const) {
        const missing = await api.app.inject({ url: `/api/private_deploy/file?${query}`, headers: { lang } });
        expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([
          404,
          'DOWNLOAD_NOT_FOUND',
        ]);
        expect(missing.json<{ msg: string }>().msg).toContain(words);
      }
    }
  });

  test('[R8.09h] redirects a browser from a missing file to the private deployment page', async () => {
    const { items } = (await api.call(privateDeploy.detail, {}, { lang: 'en' })).data;
    const link = new URL(items[0]?.url ?? '');
    expect(link.searchParams.get('lang')).toBe('en');
    link.searchParams.set('version', '2.0.0');
    for (const [lang, page] of [
      ['en', '/en/private?link=gone'],
      ['zh', '/private?link=gone'],
    ] as const) {
      link.searchParams.set('lang', lang);
      const url = link.pathname + link.search;
      const missing = await api.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml' } });
      expect([missing.statusCode, missing.headers['location'], missing.headers['cache-control']]).toEqual([
        303,
        api.app.config.origin + page,
        'no-store',
      ]);
    }
    link.searchParams.set('lang', 'en');
    const reported = await api.app.inject(link.pathname + link.search);
    expect(reported.json<{ msg: string }>().msg).toContain('Download link does not exist');
  });

  test('rejects an unsupported language', async () => {
    const response = await api.app.inject('/api/private_deploy/install.sh?lang=fr');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('Install script', () => {
  test.each([
    ['sh', 'zh', '校验通过'],
    ['sh', 'en', 'Checksum verified'],
    ['bash', 'zh', '已安装到'],
    ['bash', 'en', 'is installed in'],
  ])('installs the published package, run by %s in %s', async (shell, lang, words) => {
    const result = await install(await scriptText(`?lang=${lang}`), { shell });
    expect(result).toMatchObject({ code: 0, err: '', left: [] });
    expect(result.out).toContain(words);
    expect((await readdir(result.prefix)).sort()).toEqual(['README.txt', 'VERSION']);
    expect(await readFile(join(result.prefix, 'VERSION'), 'utf8')).toBe('1.4.0\n');
    expect(await readFile(join(result.prefix, 'README.txt'), 'utf8')).toContain('x86_64');
  });

  test('selects the package by machine name, including aliases', async () => {
    for (const [machine, arch] of [
      ['amd64', 'x86_64'],
      ['aarch64', 'arm64'],
      ['arm64', 'arm64'],
    ] as const) {
      const { code, prefix } = await install(await scriptText(), { machine });
      expect(code).toBe(0);
      expect(await readFile(join(prefix, 'README.txt'), 'utf8')).toContain(`· ${arch}`);
    }
  });

  test.each([
    ['shasum', ['curl', 'shasum', 'perl']],
    ['openssl', ['curl', 'openssl']],
    ['wget', ['wget', 'sha256sum']],
  ])('works with %s if the usual tool is missing', async (_, tools) => {
    const { code, installed, err } = await install(await scriptText(), { tools: [...TOOLS, ...tools] });
    expect([code, err, installed]).toEqual([0, '', true]);
  });

  test('is downloaded, verified and run by the copied command', async () => {
    const { bash_command: command } = await detail('1.3.2', 'en');
    const prefix = join(folder, 'by-command');
    const cwd = await mkdtemp(join(folder, 'home-'));
    const result = await run('/bin/bash', ['-c', command], { cwd, env: { YUNDUO_PREFIX: prefix } });
    expect(result.err).toBe('');
    expect(result.code).toBe(0);
    expect(result.out).toContain('yunduo-install.sh: OK');
    expect(await readFile(join(prefix, 'VERSION'), 'utf8')).toBe('1.3.2\n');
  });

  test.each(['zh', 'en'] as const)(
    'is downloaded and run by the home page’s command, in %s',
    async (lang) => {
      const home = await api.call(homeArticle.specialArticle, { use_to: 'self_hosting' }, { lang });
      const command = home.data.list.find(({ picture }) => picture === 'bash')?.facts[0]?.value ?? '';
      const prefix = join(folder, `by-home-${lang}`);
      const cwd = await mkdtemp(join(folder, 'home-'));
      const result = await run('/bin/bash', ['-c', command], { cwd, env: { YUNDUO_PREFIX: prefix } });
      expect([result.code, result.err]).toEqual([0, '']);
      expect(result.out).toContain(lang === 'zh' ? '校验' : 'Checksum verified');
      expect(await readFile(join(prefix, 'VERSION'), 'utf8')).toBe('1.4.0\n');
    },
  );

  test('is not run by the copied command if its checksum differs', async () => {
    const { bash_command: command } = await detail();
    const proxy = await listening((_, response) => void response.end('touch "$YUNDUO_PREFIX"\n'));
    const { port } = proxy.address() as AddressInfo;
    const prefix = join(folder, 'never');
    const cwd = await mkdtemp(join(folder, 'home-'));
    const env = { YUNDUO_PREFIX: prefix, http_proxy: `http://127.0.0.1:${port}` };
    const result = await run('/bin/bash', ['-c', command], { cwd, env });
    await closed(proxy);
    expect(result.code).not.toBe(0);
    expect(result.out).toContain('yunduo-install.sh: FAILED');
    expect(await exists(prefix)).toBe(false);
  });

  test('accepts a relative folder and one with spaces and quotes', async () => {
    const odd = join(folder, `it's "a" $HOME \`folder\``);
    expect((await install(await scriptText(), { args: ['--prefix', odd] })).code).toBe(0);
    expect(await exists(join(odd, 'VERSION'))).toBe(true);
    const cwd = await mkdtemp(join(folder, 'home-'));
    expect((await install(await scriptText(), { args: ['--prefix', '-here'], cwd })).code).toBe(0);
    expect(await exists(join(cwd, '-here', 'VERSION'))).toBe(true);
  });

  test('prints its help, and rejects unknown options', async () => {
    const help = await install(await scriptText('?lang=en'), { args: ['--help'] });
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain('--prefix DIR');
    const wrong = await install(await scriptText('?lang=en'), { args: ['--force'] });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Unknown option: --force')]);
    const missing = await install(await scriptText('?lang=en'), { args: ['--prefix'] });
    expect([missing.code, missing.err]).toEqual([1, '--prefix needs a folder.\n']);
  });
});

describe('Install script stops before it runs anything', () => {
  /** An installer that would leave a trace. */
  const hostile = (trace: string): Buffer =>
    tarGz([{ name: 'install', text: `touch ${shellQuote(trace)}\n`, executable: true }]);

  /** Runs the script behind a proxy that answers for the server. */
  async function behind(answer: RequestListener, lang = 'zh', run: Run = {}) {
    const proxy = await listening(answer);
    const { port } = proxy.address() as AddressInfo;
    const env = { http_proxy: `http://127.0.0.1:${port}` };
    try {
      return await install(await scriptText(`?lang=${lang}`), { env, ...run });
    } finally {
      await closed(proxy);
    }
  }

  test('when one byte of the stored package differs', async () => {
    const [stored] = await api.db
      .select({ file: artefacts.file })
      .from(artefacts)
      .innerJoin(releases, eq(releases.id, artefacts.releaseId))
      .where(
        and(eq(releases.product, 'private'), eq(releases.version, '1.4.0'), eq(artefacts.target, 'x86_64')),
      );
    const path = join(api.app.config.dataDir, 'files', (stored?.file ?? '').replace('private/', '.private/'));
    const bytes = await readFile(path);
    try {
      for (const place of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 1;
        await writeFile(path, changed);
        const result = await install(await scriptText());
        expect(result).toMatchObject({ code: 1, installed: false, left: [] });
        expect(result.err).toContain('校验失败');
        expect(result.err).toContain(createHash('sha256').update(bytes).digest('hex'));
        expect(result.err).toContain(createHash('sha256').update(changed).digest('hex'));
        expect(result.out).not.toContain('校验通过');
      }
    } finally {
      await writeFile(path, bytes);
    }
    expect((await install(await scriptText())).code).toBe(0);
  });

  test.each([['curl'], ['wget']])('when a proxy replaces the package (%s)', async (tool) => {
    const trace = join(folder, `trace-${tool}`);
    const result = await behind((_, response) => void response.end(hostile(trace)), 'en', {
      tools: [...TOOLS, tool, 'sha256sum'],
    });
    expect(result).toMatchObject({ code: 1, installed: false, left: [] });
    expect(result.err).toContain('Nothing was executed');
    expect(await exists(trace)).toBe(false);
  });

  test('when the download is interrupted', async () => {
    const result = await behind((_, response) => {
      response.writeHead(200, { 'content-length': 100_000 });
      response.write(Buffer.alloc(1000), () => response.destroy());
    });
    expect(result).toMatchObject({ code: 1, installed: false, left: [] });
    expect(result.err).toContain('下载失败');
  });

  test.each([404, 500])('when the server returns %i', async (status) => {
    const result = await behind((_, response) => void response.writeHead(status).end('{}'), 'en');
    expect(result).toMatchObject({ code: 1, installed: false, left: [] });
    expect(result.err).toContain('Download failed. Nothing was installed');
  });

  test.each([
    ['curl and wget', ['sha256sum'], 'Install curl or wget first'],
    ['every checksum tool', ['curl'], 'Install sha256sum, shasum or openssl first'],
  ])('when %s are missing', async (_, tools, words) => {
    const result = await install(await scriptText('?lang=en'), { tools: [...TOOLS, ...tools] });
    expect(result).toMatchObject({ code: 1, installed: false, left: [] });
    expect(result.err).toContain(words);
  });

  test.each(['tar', 'gzip', 'mktemp'])('when %s is missing, and names it', async (tool) => {
    const result = await install(await scriptText('?lang=en'), {
      tools: USUAL.filter((one) => one !== tool),
    });
    expect(result).toMatchObject({ code: 1, err: `The command ${tool} is missing. Install it first.\n` });
    expect(result.installed).toBe(false);
  });

  test('on an unsupported architecture or system', async () => {
    const arch = await install(await scriptText('?lang=en'), { machine: 'riscv64' });
    expect(arch).toMatchObject({
      code: 1,
      installed: false,
      err: 'This version has no package for riscv64. Supported: x86_64, arm64\n',
    });
    const system = await install(await scriptText(), { system: 'Darwin' });
    expect(system).toMatchObject({
      code: 1,
      installed: false,
      err: '只支持 Linux 服务器，当前系统是 Darwin\n',
    });
  });

  test('when the folder is not writable', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const result = await install(await scriptText('?lang=en'), { args: ['--prefix', join(file, 'below')] });
    expect(result).toMatchObject({ code: 1, left: [] });
    expect(result.err).toContain('No permission to write to');
  });

  test('when the script itself is truncated', async () => {
    const script = await scriptText();
    for (let length = 0; length < script.lastIndexOf('main "$@"'); length += 397) {
      const result = await install(script.slice(0, length), {
        args: [],
        env: { YUNDUO_PREFIX: join(folder, 'half') },
      });
      expect(result.out).toBe('');
      expect(result.left).toEqual([]);
    }
    expect(await exists(join(folder, 'half'))).toBe(false);
  });
});

describe('Generating the install script', () => {
  const sha256 = 'a'.repeat(64);
  test.each(['zh', 'en'] as const)('gives the recorded one in %s', (locale) => {
    const url = 'https://yunduo.example/package';
    const packages = ['x86_64', 'arm64'].map((arch) => ({ arch, url, sha256, humanSize: '1 MB' }));
    expect(installScript('1.0.0', packages, locale)).toMatchSnapshot();
  });

  test('quotes shell characters in a URL', async () => {
    const trace = join(folder, 'quoted');
    const url = `http://127.0.0.1:1/'; touch ${trace}; echo '$(touch ${trace})\`touch ${trace}\``;
    const packages = [{ arch: 'x86_64', url, sha256, humanSize: '1 MB' }];
    const result = await install(installScript('1.0.0', packages, 'en'));
    expect(result.code).toBe(1);
    expect(await exists(trace)).toBe(false);
  });

  test('rejects an invalid version or checksum', () => {
    const one = { arch: 'x86_64', url: 'http://x', sha256, humanSize: '1 MB' };
    expect(() => installScript("1'; rm", [one], 'zh')).toThrow('no version');
    expect(() => installScript('1.0.0', [{ ...one, sha256: 'x' }], 'zh')).toThrow('no checksum');
  });

  test('allows only HTTPS if the packages use HTTPS', () => {
    const one = { arch: 'x86_64', sha256, humanSize: '1 MB' };
    expect(installScript('1.0.0', [{ ...one, url: 'https://x' }], 'zh')).toContain("--proto '=https' ");
    expect(installScript('1.0.0', [{ ...one, url: 'http://x' }], 'zh')).toContain("--proto '=http,https' ");
  });

  test('lists only the architectures it was built for', async () => {
    const packages = [{ arch: 'arm64', url: 'http://x', sha256, humanSize: '1 MB' }];
    const result = await install(installScript('1.0.0', packages, 'zh'));
    expect(result).toMatchObject({ code: 1, err: '这个版本没有 x86_64 的安装包，支持的架构：arm64\n' });
  });
});
