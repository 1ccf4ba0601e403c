import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientDownload, privateDeploy, type DataOf, type adminInvite } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Command } from 'commander';
import { desc } from 'drizzle-orm';
import { SEED_INVITATIONS } from '../seed/download.ts';
import { tarGz, zip } from '../seed/download-archives.ts';
import { auditLog, invitationRequests } from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { SEED_NOW } from '../testing/environment.ts';
import { opsOf } from '../testing/ops.ts';
import { someIp } from '../testing/people.ts';
import { allCommands } from './index.ts';

const archive = zip([{ name: 'README.txt', text: 'by the command line' }]);
const tape = tarGz([{ name: 'install', text: 'exit 0\n' }]);

let api: TestApp;
let ops: ReturnType<typeof opsOf>;
let folder: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  folder = await mkdtemp(join(tmpdir(), 'yunduo-ops-'));
  ops = opsOf(api, { user: 'deploy', cwd: folder });
  await writeFile(join(folder, 'client.zip'), archive);
  await writeFile(join(folder, 'server.tar.gz'), tape);
  await writeFile(join(folder, 'zh.md'), '- 修复');
  await writeFile(join(folder, 'en.md'), '- Fixes');
  await writeFile(join(folder, 'text.txt'), 'no package');
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const lastAudit = async () => (await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const claim = (code: string) =>
  api.call(
    clientDownload.claim,
    {
      invitation_code: code,
      platform: 'windows-x64',
      protocol_id: 'client-download',
      protocol_version: '1.0.0',
      agree: true,
    },
    { ip: someIp() },
  );

describe('ops invite', () => {
  test('lists requests, and answers one with a code or a reason by mail', async () => {
    const values = { locale: 'zh', purpose: '机房巡检', createdAt: SEED_NOW } as const;
    const rows = await api.db
      .insert(invitationRequests)
      .values(['first@example.com', 'second@example.com'].map((email) => ({ ...values, email })))
      .returning();
    const waiting = await ops('invite requests');
    expect(waiting.out).toMatch(/first@example\.com[^]*second@example\.com/);

    const as = ['--as', 'operator@yunduo.test'];
    const [invited, declined] = rows.map(({ id }) => ['invite', 'answer', '--id', String(id)]);
    const sent = await ops([...(invited ?? []), '--decision', 'invite', ...as]);
    expect([sent.code, sent.err]).toEqual([0, '']);
    const code = (await api.mails())
      .find(({ to }) => to === 'first@example.com')
      ?.text.match(/YDIN-\S+/)?.[0];
    expect((await claim(code ?? '')).code).toBe('OK');
    expect(sent.out).not.toContain(code);

    const silent = await ops([...(declined ?? []), '--decision', 'decline', ...as]);
    expect(silent.code).toBe(1);
    await ops([...(declined ?? []), '--decision', 'decline', '--text', '暂不支持 Linux 桌面', ...as]);
    const rejection = (await api.mails()).find(({ to }) => to === 'second@example.com');
    expect(rejection?.text).toContain('暂不支持 Linux 桌面');
    expect(await lastAudit()).toMatchObject({ via: 'command', action: 'invite_request.decline' });
    expect((await ops('invite requests')).out).not.toMatch(/@example\.com/);
  });
});

describe('ops invitation', () => {
  test('creates a code, lists its beginning, and revokes it with --yes', async () => {
    const made = await ops([
      ...'invitation create --uses 2 --expires 2026-12-31 --json --note'.split(' '),
      'for the forum',
    ]);
    expect(made).toMatchObject({ code: 0, err: '' });
    const { code, invitation } = made.json<DataOf<typeof adminInvite.create>>();
    expect(invitation).toMatchObject({
      uses: 2,
      note: 'for the forum',
      expires_at: '2026-12-30T16:00:00.000Z',
    });
    expect(await lastAudit()).toMatchObject({ actor: 'deploy', via: 'command', action: 'invitation.create' });
    expect((await claim(code)).code).toBe('OK');

    const list = await ops('invitation list --state usable');
    expect(list.out).toContain(code.slice(0, 9));
    expect(list.out).not.toContain(code);

    expect((await ops(`invitation revoke --id ${invitation.id}`)).code).toBe(2);
    expect((await claim(code)).code).toBe('OK');
    expect((await ops(`invitation revoke --id ${invitation.id} --yes`)).out).toContain('revoked');
    expect((await claim(code)).code).toBe('INVITATION_REVOKED');
  });

  test('every list with pages says which page it shows, also beyond the last', async () => {
    const paged = (await allCommands()).filter(({ options }) =>
      options?.(new Command()).options.some(({ long }) => long === '--page'),
    );
    expect(paged.length).toBeGreaterThan(8);
    for (const { name } of paged) {
      const { code, err } = await ops(`${name} --page 7`);
      expect([name, code, err]).toEqual([name, 0, expect.stringMatching(/^page 7 of \d \(--page\)\n$/)]);
    }
    expect((await ops('invitation list')).err).toBe('');
  });

  test('create reports invalid options, and accepts --never', async () => {
    expect((await ops('invitation create --uses 10001')).err).toContain(
      'uses: Enter a whole number from 1 to 10,000',
    );
    expect((await ops(`invitation create --expires ${SEED_NOW.toISOString()}`)).code).toBe(1);
    expect((await ops('invitation create --never --expires 2026-12-31')).code).toBe(2);
    const { invitation } = (await ops('invitation create --never --json')).json<
      DataOf<typeof adminInvite.create>
    >();
    expect(invitation.expires_at).toBeNull();
    expect((await ops('invitation revoke --id 99999 --yes')).err).toContain('INVITATION_NOT_FOUND');
  });
});

describe('ops release', () => {
  const files = ['windows-x64', 'mac-x64', 'mac-arm64']
    .map((target) => `--file ${target}=client.zip`)
    .join(' ');
  const notes = '--notes-zh zh.md --notes-en en.md';

  test('publish offers the files, and withdraw restores the previous version', async () => {
    const done = await ops(`release publish --version 6.0.0 ${notes} ${files}`);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain(createHash('sha256').update(archive).digest('hex'));
    expect(await lastAudit()).toMatchObject({ actor: 'deploy', action: 'release.publish' });
    const current = async () => (await api.call(clientDownload.releases, undefined)).data.list[0]?.version;
    expect(await current()).toBe('6.0.0');
    expect((await claim(SEED_INVITATIONS.usable)).data.version).toBe('6.0.0');
    const reason = ['--reason', 'does not start', '--yes'];
    expect((await ops([...'release withdraw --version 6.0.0'.split(' '), ...reason])).code).toBe(0);
    expect(await current()).toBe('1.4.0');
    const listed = await ops('release list --product client');
    expect(listed.out).toContain('does not start');
    expect(listed.out).toContain('1.4.1');
  });

  test('publish reports a missing or invalid file, and stores nothing', async () => {
    const names = async (): Promise<string[]> => {
      const stored: string[] = [];
      for await (const name of api.app.files.list('private/releases')) stored.push(name);
      return stored.sort();
    };
    const before = await names();
    for (const [line, words] of [
      [`${notes} --file windows-x64=client.zip`, 'mac-x64: The package for this platform is missing'],
      [
        `${notes} ${files.replace('mac-x64=client.zip', 'mac-x64=text.txt')}`,
        'mac-x64: This file is not a package',
      ],
      [`${notes} ${files.replace('mac-x64=client.zip', 'mac-x64=none.zip')}`, 'none.zip is not a file'],
      [`${notes} --file client.zip`, 'write target=path'],
      [`--notes-zh none.md --notes-en en.md ${files}`, 'none.md is not a file'],
    ] as const) {
      const answer = await ops(`release publish --version 6.1.0 ${line}`);
      expect(answer.code).toBe(1);
      expect(answer.err).toContain(words);
    }
    expect(await names()).toEqual(before);
  });
});

test('ops private publish pins the image, and withdraw restores the previous version', async () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const line = `private publish --version 6.0.0 --notes-zh zh.md --notes-en en.md --image example.com/yunduo/private --digest ${digest} --file x86_64=server.tar.gz`;
  expect(await ops(line)).toMatchObject({ code: 0, err: '' });
  const { data } = await api.call(privateDeploy.detail, {});
  expect([data.version, data.digest]).toEqual(['6.0.0', digest]);
  expect((await ops(line)).err).toContain('RELEASE_TAKEN');
  expect((await ops(line.replace(digest, 'latest').replace('6.0.0', '6.0.1'))).err).toContain('digest:');
  expect((await ops('private withdraw --version 6.0.0 --reason wrong --yes')).code).toBe(0);
  expect((await api.call(privateDeploy.detail, {})).data.version).toBe('1.4.0');
});

describe('ops release require', () => {
  const ruled = (line: string) => ops(`release require --version 1.4.0 ${line} --json`);
  const reported = async (version: string) => {
    const input = { platform: 'windows-x64', version } as const;
    const { manifest } = (await api.call(clientDownload.update, input, { ip: someIp() })).data;
    return { mandatory: manifest.mandatory, minimum: manifest.minimum };
  };

  test('sets the mandatory and minimum version of clients, until removed', async () => {
    const made = await ruled('--mandatory --minimum 1.3.0');
    expect(made.json()).toEqual({ version: '1.4.0', mandatory: true, minimum: '1.3.0' });
    expect(await reported('1.3.2')).toEqual({ mandatory: true, minimum: '1.3.0' });
    expect((await ruled('--optional')).json()).toMatchObject({ mandatory: false, minimum: '1.3.0' });
    expect([await reported('1.3.2'), await reported('1.2.0')]).toEqual([
      { mandatory: false, minimum: '1.3.0' },
      { mandatory: true, minimum: '1.3.0' },
    ]);
    expect((await ops('release list --product client --json')).json()).toContainEqual(
      expect.objectContaining({ version: '1.4.0', mandatory: false, minimum: '1.3.0' }),
    );
    await ruled('--no-minimum');
    expect(await reported('1.2.0')).toEqual({ mandatory: false, minimum: null });
    expect(await lastAudit()).toMatchObject({ action: 'release.require', details: { minimum: null } });
  });

  test('needs an option, and an existing release', async () => {
    expect(await ops('release require --version 1.4.0')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--no-minimum'),
    });
    expect((await ruled('--mandatory --optional')).code).not.toBe(0);
    expect((await ruled('--minimum 1.5.0')).code).toBe(1);
    expect((await ops('release require --version 9.9.9 --mandatory')).code).toBe(1);
  });
});
