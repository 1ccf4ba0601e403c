import { devApp, userAuth, type InputOf } from '@yunduo/api-contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { withTransaction } from '../context.ts';
import type { appVersions } from '../db/schema/store.ts';
import { users } from '../db/schema/account.ts';
import { addSuggestion } from '../modules/publishing/suggestions.ts';
import type { TransitionDetails, TransitionRole, VersionAction } from '../modules/publishing/step.ts';
import { transition } from '../modules/publishing/transitions.ts';
import type { TestApp } from './app.ts';
import { SEED_PASSWORD } from './builders.ts';
import { someIp } from './people.ts';

/** Steps for tests of developer apps, from an empty draft to a version under review and beyond. */

export const signInSeeded = async (api: TestApp, email: string): Promise<string> =>
  (await api.call(userAuth.login, { email, password: SEED_PASSWORD, agree: true }, { ip: someIp() })).data
    .token;

export const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#27b2bc' } })
    .png()
    .toBuffer();

export function pictureForm(id: number | string, bytes: Uint8Array): FormData {
  const form = new FormData();
  form.append('id', String(id));
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  return form;
}

/** A valid commit and package checksum. */
export const GIT_COMMIT = '5d41402abc4b2a76b9719d911017c592ae2f5c1b';
export const PACKAGE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

type SaveInput = InputOf<typeof devApp.save>;
let apps = 0;

/** Content that passes every rule, with a unique name. */
export function wholeDraft(changes: Partial<SaveInput> = {}): SaveInput {
  apps += 1;
  return {
    name: { zh: `灯塔应用${apps}`, en: `Beacon app ${apps}` },
    intro: { zh: '夜里也看得见的应用。', en: 'An app that is seen at night, too.' },
    details: { zh: '<p>它会发光。</p>', en: '<p>It shines.</p>' },
    category: 'practical',
    os: ['debian', 'ubuntu'],
    arch: ['x86_64'],
    licence: 'MIT',
    ...changes,
  };
}

/** A draft with a screenshot and a version ready for submission. */
export async function readyApp(
  api: TestApp,
  token: string,
  changes: Partial<SaveInput> = {},
): Promise<{ id: number; versionId: number; revision: number }> {
  const made = await api.call(devApp.save, wholeDraft(changes), { token });
  if (made.code !== 'OK') throw new Error(`not saved: ${made.code} ${JSON.stringify(made.error)}`);
  const { id } = made.data;
  const shot = await api.call(devApp.uploadScreenshot, pictureForm(id, await png(800, 500)), { token });
  const alt = { zh: '主界面', en: 'The main window' };
  const saved = await api.call(
    devApp.save,
    { id, revision: made.data.revision, screenshots: [{ id: shot.data.id, alt }] },
    { token },
  );
  return { id, versionId: await readyVersion(api, token, id, '1.0.0'), revision: saved.data.revision };
}

export async function readyVersion(
  api: TestApp,
  token: string,
  appId: number,
  version: string,
): Promise<number> {
  const answer = await api.call(
    devApp.versionSave,
    {
      app_id: appId,
      version,
      git_version: `v${version}`,
      git_commit: GIT_COMMIT,
      repo_url: 'https://git.example.com/beacon/app',
      size: 1_000_000,
      package_sha256: PACKAGE_SHA256,
      description: { zh: `版本 ${version}`, en: `Version ${version}` },
    },
    { token },
  );
  if (answer.code !== 'OK') throw new Error(`no version: ${answer.code} ${JSON.stringify(answer.error)}`);
  return answer.data.id;
}

export const idOf = async (api: TestApp, email: string): Promise<number> => {
  const [user] = await api.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`no account ${email}`);
  return user.id;
};

/** Performs a step in a role, as its routes do. */
export async function step(
  api: TestApp,
  action: VersionAction,
  version: number,
  { role = 'reviewer', userId = null, details = {} }: StepBy = {},
): Promise<typeof appVersions.$inferSelect> {
  return api.db.transaction((tx) =>
    transition(withTransaction(api.app, tx), {
      version,
      action,
      actor: { userId, name: role, via: 'command', role },
      details,
    }),
  );
}
export interface StepBy {
  role?: TransitionRole;
  userId?: number | null;
  details?: TransitionDetails;
}

/** A reviewer's suggestion, and the decision that requests changes. */
export async function askForChanges(api: TestApp, versionId: number, text = '请写清楚'): Promise<number> {
  const actor = { userId: null, name: 'reviewer', via: 'command', role: 'reviewer' } as const;
  const { id } = await api.db.transaction((tx) =>
    addSuggestion(withTransaction(api.app, tx), { versionId, field: 'intro', text, actor }),
  );
  await step(api, 'request_changes', versionId, { details: { text: '还差一点' } });
  return id;
}
