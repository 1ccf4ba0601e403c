import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appStore, type AppCheck } from '@yunduo/api-contract';
import { CHECK_APPS_MAX } from '@yunduo/validation';
import { eq, isNull } from 'drizzle-orm';
import { appRelations, apps } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

type Input = Parameters<typeof api.call<typeof appStore.check>>[1];
type Server = NonNullable<Input['server']>;

/** `openjdk` or `openjdk 16.0.0`, one per app. */
async function check(list: string[], server?: Server, lang: 'zh' | 'en' = 'zh'): Promise<AppCheck> {
  const requestedApps = list.map((line) => {
    const [app_key = '', version] = line.split(' ');
    return { app_key, ...(version !== undefined && { version }) };
  });
  const answer = await api.call(appStore.check, { apps: requestedApps, ...(server && { server }) }, { lang });
  expect(answer.code).toBe('OK');
  return answer.data;
}

describe('App list check', () => {
  test('is ok for a compatible list, and uses current versions by default', async () => {
    const data = await check(['kafka', 'openjdk']);
    expect(data).toMatchObject({ ok: true, missing: [], conflicting: [], unmet: [], unknown: [] });
    expect(data.apps.map(({ app_key }) => app_key)).toEqual(['kafka', 'openjdk']);
    expect(data.apps.every(({ version }) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
  });

  test('reports a missing dependency with its constraint, reason and dependent app', async () => {
    const { ok, missing } = await check(['kafka']);
    expect(ok).toBe(false);
    expect(missing).toEqual([
      {
        id: expect.any(Number),
        app_key: 'openjdk',
        name: 'OpenJDK',
        constraint: '17+',
        listed_version: null,
        alternatives: [],
        needed_by: expect.objectContaining({ app_key: 'kafka', name: 'Apache Kafka' }),
        note: '运行环境',
      },
    ]);
    expect((await check(['kafka'], undefined, 'en')).missing[0]?.note).toBe('Runs on it');
  });

  test('names a dependency that was never published by its key', async () => {
    const [grafana] = await api.db.select().from(apps).where(eq(apps.appKey, 'grafana'));
    const [draft] = await api.db.select().from(apps).where(isNull(apps.firstPublishedAt)).limit(1);
    if (!grafana || !draft) throw new Error('not seeded');
    const lamp = { appId: grafana.id, kind: 'dependency' as const, position: 90, targetAppId: draft.id };
    await api.db.insert(appRelations).values({ ...lamp, note: { zh: '', en: '' } });
    const { missing } = await check(['grafana']);
    expect(missing.find(({ app_key }) => app_key === draft.appKey)).toMatchObject({
      id: null,
      name: draft.appKey,
    });
    const page = await api.call(appStore.detail, { id: grafana.id });
    expect(page.data.dependencies.at(-1)).toMatchObject({ id: null, name: draft.appKey });
    await api.db.delete(appRelations).where(eq(appRelations.targetAppId, draft.id));
  });

  test('reports a dependency whose listed version is too old', async () => {
    const versions = await api.call(appStore.catalog, {});
    const openjdk = versions.data.list.find(({ app_key }) => app_key === 'openjdk');
    const all = await api.call(appStore.versions, { id: openjdk?.id ?? 0 });
    const oldest = all.data.list.at(-1)?.version ?? '';
    expect(Number(oldest.split('.')[0])).toBeLessThan(21);
    const { missing } = await check(['keycloak', `openjdk ${oldest}`, 'postgresql']);
    expect(missing).toMatchObject([{ app_key: 'openjdk', constraint: '21+', listed_version: oldest }]);
  });

  test('accepts an alternative dependency', async () => {
    expect((await check(['wordpress', 'php', 'mariadb', 'apache'])).missing).toEqual([]);
    const { missing } = await check(['wordpress', 'php', 'nginx']);
    expect(missing).toMatchObject([{ app_key: 'mysql', alternatives: [{ app_key: 'mariadb' }] }]);
  });

  test('does not report a bundled dependency', async () => {
    expect((await check(['elasticsearch'])).missing).toEqual([]);
  });

  test('reports each conflicting pair once, whichever app declares it', async () => {
    const { conflicting } = await check(['mariadb', 'redis', 'mysql', 'valkey']);
    expect(conflicting.map(({ apps: pair }) => pair.map(({ app_key }) => app_key).sort()).sort()).toEqual([
      ['mariadb', 'mysql'],
      ['redis', 'valkey'],
    ]);
    expect(conflicting.every(({ note }) => /端口/.test(note))).toBe(true);
    // GitLab declares the conflict with Nginx; Nginx declares none.
    expect((await check(['nginx', 'gitlab'])).conflicting).toHaveLength(1);
  });

  test('reports a conflict with the versions that it names only', async () => {
    const idOf = async (key: string) =>
      (await api.db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, key)))[0]?.id ?? 0;
    const relation = {
      appId: await idOf('grafana'),
      kind: 'conflict' as const,
      position: 92,
      targetAppId: await idOf('redis'),
      note: { zh: '', en: '' },
    };
    const found: number[] = [];
    for (const constraint of ['99+', '8+']) {
      await api.db.insert(appRelations).values({ ...relation, constraint });
      found.push((await check(['grafana', 'redis'])).conflicting.length);
      await api.db.delete(appRelations).where(eq(appRelations.position, 92));
    }
    expect(found).toEqual([0, 1]);
  });

  test('reports two versions of one app as a conflict, and accepts a repeated line', async () => {
    expect(await check(['redis 8.4.0', 'redis', 'REDIS '])).toMatchObject({ ok: true, conflicting: [] });
    const { conflicting, apps: listed } = await check(['redis 8.4.0', 'redis 8.2.3']);
    expect(listed).toHaveLength(2);
    expect(conflicting).toMatchObject([
      { apps: [{ version: '8.4.0' }, { version: '8.2.3' }], note: '每台服务器只能安装同一应用的一个版本' },
    ]);
    // Its requirements are reported once.
    const { unmet } = await check(['redis 8.4.0', 'redis 8.2.3'], { arch: 'riscv64' });
    expect(unmet.map(({ requirement }) => requirement)).toEqual(['arch']);
  });

  test('reports unknown apps and versions, including unpublished apps', async () => {
    const { unknown, ok } = await check(['redis 99.0.0', 'no-such-app', 'cert-alarm', 'nginx v1.29.3']);
    expect(ok).toBe(false);
    expect(unknown).toEqual([
      { app_key: 'redis', version: '99.0.0' },
      { app_key: 'no-such-app', version: null },
      {
        app_key: 'cert-alarm',
        version: null,
        unpublished: { name: '证书闹钟', replaced_by: null },
      },
    ]);
  });

  test('lists the required system packages', async () => {
    const { packages, ok } = await check(['redis'], undefined, 'en');
    expect(ok).toBe(true);
    expect(packages).toContainEqual({
      name: 'OpenSSL',
      constraint: '3.0+',
      needed_by: expect.objectContaining({ app_key: 'redis' }),
      note: 'For TLS',
    });
  });

  test('shows a note written in one language to readers of the other', async () => {
    const [grafana] = await api.db.select().from(apps).where(eq(apps.appKey, 'grafana'));
    const relation = { appId: grafana?.id ?? 0, kind: 'dependency' as const, position: 91 };
    await api.db
      .insert(appRelations)
      .values({ ...relation, package: 'fontconfig', note: { zh: '生成图片', en: '' } });
    const { packages } = await check(['grafana'], undefined, 'en');
    expect(packages.find(({ name }) => name === 'fontconfig')?.note).toBe('生成图片');
  });

  test('needs at least one app, and at most the maximum', async () => {
    for (const length of [0, CHECK_APPS_MAX + 1]) {
      const many = Array.from({ length }, (_, index) => ({ app_key: `app-${index}` }));
      const answer = await api.call(appStore.check, { apps: many });
      expect([answer.status, answer.error.fields]).toEqual([400, { apps: 'field_invalid' }]);
    }
  });

  test('rejects unknown fields', async () => {
    const answer = await api.call(appStore.check, {
      apps: [{ app_key: 'redis', certified: true }],
    } as never);
    expect(answer.status).toBe(400);
  });
});

/** The values below in machine-readable form. */
const VALUES: Record<string, object> = {
  mem: { needs: 8000, has: 3900, unit: 'MB' },
  disk: { needs: 10_000, has: 512, unit: 'MB' },
  cores: { needs: 4, has: 1, unit: 'cores' },
  os_version: { needs: '11', has: '10', unit: null },
};

describe('Server check', () => {
  const debian = { os: 'debian', os_version: '12', arch: 'x86_64', mem_mb: 8000, disk_mb: 100_000, cores: 4 };

  test('reports nothing for a sufficient server', async () => {
    expect((await check(['gitlab'], debian)).unmet).toEqual([]);
    // Exactly the minimum, with the memory that the kernel leaves.
    const least = { os_version: '11', mem_mb: 7200, disk_mb: 10_000, cores: 4 };
    expect((await check(['gitlab'], { ...debian, ...least })).unmet).toEqual([]);
  });

  test.each([
    ['mem', { mem_mb: 3900 }, '8 GB', '3.9 GB', 'GitLab 至少需要 8 GB 内存，这台服务器有 3.9 GB'],
    ['disk', { disk_mb: 512 }, '10 GB', '512 MB', 'GitLab 至少需要 10 GB 硬盘空间，这台服务器还剩 512 MB'],
    ['cores', { cores: 1 }, '4 核', '1 核', 'GitLab 至少需要 4 核，这台服务器有 1 核'],
    [
      'os_version',
      { os_version: '10' },
      'Debian 11+',
      'Debian 10',
      'GitLab 需要 Debian 11+，这台服务器是 Debian 10',
    ],
  ])('reports an insufficient server: %s', async (requirement, facts, needs, has, text) => {
    const { unmet, ok } = await check(['gitlab'], { ...debian, ...facts });
    expect(ok).toBe(false);
    expect(unmet).toEqual([
      {
        app: expect.objectContaining({ app_key: 'gitlab' }),
        ...{ requirement, needs, has, text },
        values: VALUES[requirement],
      },
    ]);
  });

  test('is in English for an English reader', async () => {
    const { unmet } = await check(['gitlab'], { mem_mb: 1000, cores: 1 }, 'en');
    expect(unmet.map(({ text }) => text)).toEqual([
      'GitLab needs at least 8 GB of memory; this server has 1 GB',
      'GitLab needs at least 4 CPU cores; this server has 1 CPU core',
    ]);
  });

  test('tolerates slightly less memory than the nominal size', async () => {
    expect((await check(['elasticsearch'], { mem_mb: 3700 })).unmet).toEqual([]);
    expect((await check(['elasticsearch'], { mem_mb: 3599 })).unmet).toHaveLength(1);
  });

  test('reports an unsupported system and architecture', async () => {
    const { unmet } = await check(['redis'], { os: 'arch', os_version: 'rolling', arch: 'riscv64' });
    expect(unmet.map(({ requirement, has, values }) => [requirement, has, values])).toEqual([
      ['os', 'arch', { needs: expect.arrayContaining(['debian']), has: 'arch', unit: null }],
      ['arch', 'riscv64', { needs: ['x86_64', 'arm64'], has: 'riscv64', unit: null }],
    ]);
    const only = (await api.call(appStore.catalog, {})).data.list.find(({ arch }) => arch.length === 1);
    expect(only?.arch).toEqual(['x86_64']);
    const arm = await check([only?.app_key ?? ''], { arch: 'aarch64' });
    expect(arm.unmet).toMatchObject([
      { requirement: 'arch', needs: 'x86_64', has: 'ARM64', values: { needs: ['x86_64'], has: 'arm64' } },
    ]);
  });

  test.each([
    [{ os: 'AlmaLinux', os_version: '9.4', arch: 'amd64' }],
    [{ os: 'opensuse-leap', os_version: '15.6' }],
    [{ os: 'ubuntu', os_version: '24.04' }],
    [{ os: 'debian', os_version: 'trixie/sid' }],
    [{ os: 'centos-stream', os_version: '9', arch: 'x64' }],
  ])('accepts system and architecture aliases: %j', async (server) => {
    expect((await check(['redis'], server)).unmet).toEqual([]);
  });

  test('reports a server that suffices for each app but not for all together', async () => {
    const { unmet } = await check(['elasticsearch', 'mongodb'], { mem_mb: 5000, disk_mb: 2500 });
    expect(unmet).toEqual([
      {
        app: null,
        requirement: 'mem',
        needs: '6 GB',
        has: '5 GB',
        text: '这些应用一起至少需要 6 GB 内存，这台服务器有 5 GB',
        values: { needs: 6000, has: 5000, unit: 'MB' },
      },
      {
        app: null,
        requirement: 'disk',
        needs: '3 GB',
        has: '2.5 GB',
        text: '这些应用一起至少需要 3 GB 硬盘空间，这台服务器还剩 2.5 GB',
        values: { needs: 3000, has: 2500, unit: 'MB' },
      },
    ]);
    const all = ['elasticsearch', 'mongodb'];
    expect((await check(all, { mem_mb: 5400, disk_mb: 3000 })).unmet).toEqual([]);
    // Where one of them lacks it alone, only that is reported.
    expect((await check(all, { mem_mb: 3500 })).unmet).toMatchObject([
      { app: { app_key: 'elasticsearch' }, requirement: 'mem' },
    ]);
  });

  test('skips missing server facts, and apps without a minimum', async () => {
    expect((await check(['gitlab'], {})).unmet).toEqual([]);
    await api.db.update(apps).set({ minimum: {} }).where(eq(apps.appKey, 'minio'));
    expect((await check(['minio'], { ...debian, mem_mb: 0, disk_mb: 0 })).unmet).toEqual([]);
  });

  test.each([{ mem_mb: -1 }, { mem_mb: 1.5 }, { cores: 0 }, { os: 'x'.repeat(41) }])(
    'rejects %j',
    async (server) => {
      const answer = await api.call(appStore.check, { apps: [{ app_key: 'redis' }], server });
      expect(answer.status).toBe(400);
    },
  );
});

test('the catalogue has the same minimum figures', async () => {
  const { data } = await api.call(appStore.catalog, {});
  expect(data.list.find(({ app_key }) => app_key === 'gitlab')?.minimum).toMatchObject({
    os: { debian: '11', ubuntu: '20.04' },
    mem_mb: 8000,
    disk_mb: 10_000,
    cores: 4,
  });
});
