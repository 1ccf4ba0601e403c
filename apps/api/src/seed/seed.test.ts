import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_INTRO_MAX, APP_NAME, codePoints, SCREENSHOTS_MAX, VERSION_PATTERN } from '@yunduo/validation';
import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/account.ts';
import { articles, protocolVersions } from '../db/schema/content.ts';
import { appEvents } from '../db/schema/review.ts';
import { appRelations, apps, appVersions } from '../db/schema/store.ts';
import { diskFiles } from '../file-stores.ts';
import { type Files } from '../files.ts';
import { testApp, testDatabase } from '../testing/app.ts';
import { SEED_NOW, TEST_SIGNING_KEY } from '../testing/environment.ts';
import { signedInAs } from '../testing/people.ts';
import { downloadAndRun, runImage } from '../modules/private-deployment/present.ts';
import { catalogue } from './catalogue/index.ts';
import { SAMPLE_IMAGE } from './download.ts';
import { seed } from './index.ts';
import { seedMoment } from './moment.ts';
import { shotsOf } from './shots.ts';

const secrets = { licenceKeys: [], signingKey: TEST_SIGNING_KEY };

describe('Seed', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let folder: string;
  let files: Files;
  beforeAll(async () => {
    ({ database, drop } = await testDatabase(false));
    folder = await mkdtemp(join(tmpdir(), 'yunduo-seed-'));
    files = diskFiles(folder, '');
  });
  afterAll(async () => {
    await database.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  const size = async () => {
    const tables = [users, apps, appVersions, appRelations, articles, protocolVersions];
    return Promise.all(
      tables.map(async (table) => (await database.db.select({ n: count() }).from(table))[0]?.n),
    );
  };

  test('without people has content and official apps, but no account', async () => {
    await database.db
      .transaction(async (tx) => {
        expect(await seed(tx, { now: SEED_NOW, files, secrets, people: false })).toBe(true);
        expect(await tx.select().from(users)).toEqual([]);
        const rows = await tx.select().from(apps);
        expect(rows.length).toBeGreaterThanOrEqual(40);
        expect(rows.every(({ source, developerId }) => source === 'official' && developerId === null)).toBe(
          true,
        );
        tx.rollback();
      })
      .catch((error: Error) => expect(error.message).toBe('Rollback'));
  });

  test('is written once: a second run changes nothing', async () => {
    expect(await seed(database.db, { now: SEED_NOW, files, secrets })).toBe(true);
    const before = await size();
    expect(await seed(database.db, { now: new Date(0), files, secrets })).toBe(false);
    expect(await size()).toEqual(before);
  });

  test('every developer’s release was submitted, approved and released', async () => {
    const releases = await database.db
      .select({ id: appVersions.id, key: apps.appKey })
      .from(appVersions)
      .innerJoin(apps, eq(apps.id, appVersions.appId))
      .where(and(isNotNull(apps.developerId), isNotNull(appVersions.releasedAt)));
    expect(releases.map(({ key }) => key)).toEqual(expect.arrayContaining(['port-patrol', 'cert-alarm']));
    const events = await database.db.select().from(appEvents).orderBy(asc(appEvents.at), asc(appEvents.id));
    for (const { id } of releases) {
      const way = events.filter(({ versionId }) => versionId === id).map(({ action }) => action);
      expect(way.slice(0, 3)).toEqual(['submit', 'approve', 'release']);
    }
  });

  test('the home page has the install commands of private deployment, and none pipes into a shell', async () => {
    const rows = await database.db
      .select()
      .from(articles)
      .where(eq(articles.place, 'self_hosting'))
      .orderBy(asc(articles.position));
    expect(rows.find(({ picture }) => picture === null)?.linkHref).toBe('/private');
    const commands = rows.flatMap(({ facts }) => facts.map(({ value }) => value.zh));
    expect(commands).toEqual([
      downloadAndRun('{{origin}}', 'zh'),
      runImage(SAMPLE_IMAGE),
      expect.stringMatching(/^docker load /),
    ]);
    expect(commands.join('\n')).not.toMatch(/\|\s*(sudo )?(ba)?sh/);
  });

  test('every date is in the past, except due dates', async () => {
    const due: (boolean | null)[] = [];
    for (const row of await database.db.select().from(appVersions)) {
      for (const moment of [row.createdAt, row.releasedAt, row.submittedAt, row.decidedAt]) {
        expect(moment === null || moment <= SEED_NOW).toBe(true);
      }
      if (row.reviewStatus === 'in_review') due.push(row.dueAt && row.dueAt > SEED_NOW);
    }
    // One is overdue, to show that state in the reviewers' queue.
    expect(due.filter((ahead) => !ahead)).toHaveLength(1);
    expect(due.length).toBeGreaterThan(2);
  });
});

test('each of the four trial accounts signs in with exactly its role', async () => {
  const api = await testApp({ seeded: true });
  try {
    for (const [name, roles] of [
      ['user', ['user']],
      ['developer', ['user', 'developer']],
      ['reviewer', ['user', 'reviewer']],
      ['operator', ['user', 'operator']],
    ] as const) {
      const { user } = await signedInAs(api, `${name}@yunduo.test`, 'Yunduo2026');
      expect([name, user.roles]).toEqual([name, roles]);
    }
  } finally {
    await api.close();
  }
});

describe('Seeded catalogue', () => {
  test.each(catalogue.map((app) => [app.key, app] as const))('%s has texts in both languages', (_, app) => {
    const [zh, en] = app.about;
    expect(codePoints(app.intro[0])).toBeLessThanOrEqual(APP_INTRO_MAX);
    expect(codePoints(app.intro[1])).toBeLessThanOrEqual(APP_INTRO_MAX);
    expect(zh.length).toBe(en.length);
    expect(JSON.stringify(zh)).toMatch(/\p{Script=Han}/u);
    expect(JSON.stringify([en, app.intro[1]])).not.toMatch(/\p{Script=Han}/u);
    expect(app.releases.length).toBeGreaterThanOrEqual(3);
    for (const [version, gitVersion, , changes] of app.releases) {
      expect(version).toMatch(VERSION_PATTERN);
      expect(gitVersion).not.toBe('');
      for (const [, text, english] of changes) {
        expect(text).toMatch(/\p{Script=Han}/u);
        expect(english).not.toMatch(/\p{Script=Han}/u);
      }
    }
    // Versions are released in ascending order, except for parallel release lines.
    expect(app.firstPublished).toBeGreaterThanOrEqual(Math.max(...app.releases.map(([, , days]) => days)));
    for (const locale of ['zh', 'en'] as const) {
      const shots = shotsOf(app, locale);
      expect(shots.length).toBeGreaterThanOrEqual(2);
      expect(shots.length).toBeLessThanOrEqual(SCREENSHOTS_MAX);
      for (const { alt } of shots) expect(/\p{Script=Han}/u.test(alt)).toBe(locale === 'zh');
    }
  });

  test('refers to existing apps, and conflicts are mutual', () => {
    const keys = new Set(catalogue.map(({ key }) => key));
    const clash = (one: string, other: string | undefined) =>
      catalogue.find(({ key }) => key === one)?.clashes?.some(({ app }) => app === other);
    expect(keys.size).toBe(catalogue.length);
    for (const app of catalogue) {
      for (const { app: other, pkg } of [...(app.needs ?? []), ...(app.clashes ?? [])]) {
        expect(pkg !== undefined || keys.has(other ?? '')).toBe(true);
      }
    }
    expect(clash('redis', 'valkey') && clash('valkey', 'redis')).toBe(true);
    expect(clash('mysql', 'mariadb') && clash('mariadb', 'mysql')).toBe(true);
    expect(clash('nginx', 'apache') && clash('apache', 'nginx')).toBe(true);
  });

  test('community app names are within the limits of the form', () => {
    for (const { name, developer } of catalogue.filter((app) => typeof app.name !== 'string')) {
      expect(developer).toBeDefined();
      for (const text of name as readonly string[]) {
        expect(codePoints(text)).toBeGreaterThanOrEqual(APP_NAME.min);
        expect(codePoints(text)).toBeLessThanOrEqual(APP_NAME.max);
      }
    }
  });
});

test('seedMoment reads SEED_NOW as a date, and defaults to the current time', () => {
  const clock = { now: () => SEED_NOW };
  expect(seedMoment(undefined, clock)).toBe(SEED_NOW);
  expect(seedMoment(' ', clock)).toBe(SEED_NOW);
  expect(seedMoment('2026-01-02T03:04:05Z', clock).toISOString()).toBe('2026-01-02T03:04:05.000Z');
  expect(() => seedMoment('yesterday', clock)).toThrow('SEED_NOW must be a date');
});
