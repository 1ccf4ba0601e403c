import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { account, passwordOf, test as base, expect } from './fixtures.ts';

/** API calls of one account from outside the browser; a rejection fails the test. */
export async function as(request: APIRequestContext, email: string) {
  const call = async <T>(
    url: string,
    options: { data?: object; multipart?: object },
    token = '',
  ): Promise<T> => {
    const answer = await request.post(`/api${url}`, {
      ...(options as { data: object }),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const body = (await answer.json()) as { code: string; data: T };
    expect({ url, ...body, data: null }).toMatchObject({ url, code: 'OK' });
    return body.data;
  };
  const { token } = await call<{ token: string }>('/user_auth/login', {
    data: { email, password: passwordOf(email), agree: true },
  });
  return {
    token,
    post: <T = unknown>(url: string, data: object) => call<T>(url, { data }, token),
    upload: <T>(url: string, multipart: object) => call<T>(url, { multipart }, token),
  };
}
type Person = Awaited<ReturnType<typeof as>>;

/** An app of the seeded developer, by its key. */
export async function appOf(request: APIRequestContext, key: string): Promise<number> {
  const { token } = await as(request, account('developer'));
  const answer = await request.get('/api/dev_app/list', {
    params: { q: key },
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { list: { id: number; app_key: string }[] } };
  const found = data.list.find(({ app_key }) => app_key === key);
  if (!found) throw new Error(`The developer has no app ${key}.`);
  return found.id;
}

/** Light and dark; one of them is set while the page is open, as at sunset. */
export async function inEveryLight(page: Page, axe: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
}

/** Fills in the publisher profile of the registration form; the previous release has no such fields. */
export async function sayWhoPublishes(
  page: Page,
  words: { name_in: { en: string }; email: string },
  name: string,
): Promise<void> {
  await expect(page.getByRole('checkbox')).toBeVisible();
  if ((await page.getByLabel(words.email).count()) === 0) return;
  await page.getByLabel(words.name_in.en).fill(name);
  await page.getByLabel(words.email).fill('help@example.com');
}

export interface OwnApp {
  name: string;
  appId: number;
  versionId: number;
}

/** A new developer's complete app, ready to be submitted; no other test uses it. */
export async function readyApp(request: APIRequestContext, email: string): Promise<OwnApp> {
  const developer = await as(request, email);
  await developer.post('/dev_center/join', { agree: true });
  const name = `E2E ${randomBytes(5).toString('hex')}`;
  const both = (text: string) => ({ zh: `${text}（中）`, en: text });
  const { id, revision } = await developer.post<{ id: number; revision: number }>('/dev_app/save', {
    name: { zh: name, en: name },
  });
  const shot = await developer.upload<{ id: number }>('/dev_app/upload_screenshot', {
    id: String(id),
    file: { name: 'shot.png', mimeType: 'image/png', buffer: picture(1280, 800) },
  });
  await developer.post('/dev_app/save', {
    id,
    revision,
    intro: both('Backs up what you cannot lose'),
    details: both('<p>Every night, to a place of yours.</p>'),
    category: 'practical',
    os: ['debian'],
    arch: ['x86_64'],
    licence: 'MIT',
    screenshots: [{ id: shot.id, alt: both('The plan of the night') }],
  });
  return { name, appId: id, versionId: await readyVersion(request, developer, id, '1.0.0') };
}

/** Source and build output of the tests' versions. */
export const GIT_COMMIT = '5d41402abc4b2a76b9719d911017c592ae2f5c1b';
export const PACKAGE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** The previous release's API rejects unknown fields: it gets versions without them. */
async function knowsPins(request: APIRequestContext): Promise<boolean> {
  return (await (await request.get('/api/openapi.json')).text()).includes('"package_sha256"');
}

async function readyVersion(
  request: APIRequestContext,
  developer: Person,
  app_id: number,
  version: string,
): Promise<number> {
  const { id } = await developer.post<{ id: number }>('/dev_app/version_save', {
    app_id,
    version,
    git_version: `v${version}`,
    ...((await knowsPins(request)) && { git_commit: GIT_COMMIT, package_sha256: PACKAGE_SHA256 }),
    repo_url: 'https://git.example.com/e2e/backup',
    size: 1_200_000,
    description: { zh: `${version} 的新内容`, en: `What is new in ${version}` },
  });
  return id;
}

/** The same, submitted. */
export async function submittedApp(request: APIRequestContext, email: string): Promise<OwnApp> {
  const app = await readyApp(request, email);
  const developer = await as(request, email);
  await developer.post('/dev_app/submit', { version_id: app.versionId });
  return app;
}

/** Ends a page's session without its knowledge, as an expiry does. */
export async function endSession(request: APIRequestContext, page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const ended = await request.post('/api/user_auth/logout', { headers, data: {} });
  expect(ended.status()).toBe(200);
}

/** A reviewer's decision from outside the browser. */
export async function decide(
  request: APIRequestContext,
  versionId: number,
  decision: 'approve' | 'reject',
  reviewer = 'reviewer@yunduo.test',
): Promise<void> {
  const desk = await as(request, reviewer);
  await desk.post('/admin_review/decide', {
    version_id: versionId,
    round: 1,
    decision,
    text: decision === 'reject' ? 'It does not start' : '',
    ...(decision === 'reject' && { reason: 'broken' }),
    checklist: REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' })),
  });
}

const OPS = join(import.meta.dirname, '../../apps/api/src/ops/main.ts');

/**
 * Makes an account an administrator. Administrators alone grant roles, and the seeded world has none: the command line
 * appoints the first one.
 */
export async function appointAdmin(email: string): Promise<void> {
  const { E2E_DATA_DIR: dataDir } = process.env;
  test.skip(!dataDir, 'The data folder of the running product is not known.');
  const role = async (...words: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', APP_MODE: 'test', DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [OPS, 'role', ...words, '--json'], {
      env,
    });
    return JSON.parse(stdout) as unknown;
  };
  const grant = ['grant', '--email', email, '--role', 'admin'];
  try {
    await role(...grant);
  } catch {
    // Another test was first: its administrator decides.
    const [admin] = (await role('list', '--role', 'admin')) as { email: string }[];
    await role(...grant, '--as', admin?.email ?? '');
  }
}

/** A PNG of one colour. */
export function picture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, 0xb2)]);
  const lines = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Chinese characters that no other test uses as a name. */
export const randomHan = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 0x4000))).join('');

interface People {
  /** A page in its own browser context: another user at work at the same time. */
  someoneElse(email: string): Promise<Page>;
}

export const test = base.extend<People>({
  someoneElse: async ({ context, silence, withSession }, use) => {
    const others: BrowserContext[] = [];
    await use(async (email) => {
      const other = await context.browser()?.newContext();
      if (!other) throw new Error('There is no browser.');
      others.push(other);
      other.on('page', (page) => silence.listen(page));
      await withSession(other, email);
      return other.newPage();
    });
    for (const other of others) await other.close();
  },
});

/** Without space for two columns the decision is a bar at the bottom that opens over the page. */
export async function openDecision(page: Page): Promise<void> {
  const toggle = page.locator('[data-decision-toggle]');
  await expect(toggle).toBeAttached();
  if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false')
    await toggle.click();
}

/** Tabs from the first link to the end of the page; resolves to the controls that had the focus, and those covered. */
export async function tabThrough(page: Page): Promise<{ stops: string[]; behind: string[] }> {
  await page.locator('.skip').focus();
  const stops: string[] = [];
  const behind: string[] = [];
  for (let press = 0; press < 100; press += 1) {
    await page.keyboard.press('Tab');
    const { name, covered } = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return {
        name: focused === document.body ? '' : focused.outerHTML.slice(0, 120),
        covered: !focused.contains(there) && !there?.contains(focused),
      };
    });
    if (!name) break;
    stops.push(name);
    if (covered) behind.push(name);
  }
  return { stops, behind };
}
