import type { Role } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { withTransaction } from '../context.ts';
import { createApp, createUser, SEED_PASSWORD } from './builders.ts';
import type { TestApp } from './app.ts';
import { GIT_COMMIT, PACKAGE_SHA256 } from './dev-apps.ts';
import { appVersions, type AppContent, type VersionFacts } from '../db/schema/index.ts';
import { emptyContent } from '../modules/publishing/content.ts';
import type { TransitionInput, VersionRow } from '../modules/publishing/step.ts';
import { transition } from '../modules/publishing/transitions.ts';
import { hashPassword } from '../modules/auth/passwords.ts';
import { openSession } from '../modules/auth/sessions.ts';

let people = 0;
let hash: Promise<string> | null = null;

export interface Person {
  id: number;
  email: string;
  token: string;
}

/** A new account with these roles, and a session. */
export async function person(api: TestApp, ...roles: Exclude<Role, 'user'>[]): Promise<Person> {
  people += 1;
  hash ??= hashPassword(SEED_PASSWORD);
  const account = { email: `review-${people}@example.com`, nickname: `人${people}`, roles };
  const user = await createUser(api.db, { ...account, passwordHash: await hash, now: api.clock.now() });
  const { token } = await openSession(api.db, { userId: user.id, device: '', now: api.clock.now() });
  return { ...user, token };
}

export interface Submitted {
  appId: number;
  appKey: string;
  versionId: number;
}

let apps = 0;

/** A developer's new app with one version, under review since now unless `submitted` is false. */
export async function versionOf(
  api: TestApp,
  developerId: number,
  { name, submitted = true }: { name?: string; submitted?: boolean } = {},
): Promise<Submitted> {
  apps += 1;
  const now = api.clock.now();
  const both = { zh: name ?? `审核样品${apps}`, en: `Sample ${apps}` };
  const { id: appId, appKey } = await createApp(api.db, {
    name: both,
    developerId,
    source: 'user',
    versions: [{ version: '1.0.0', reviewStatus: 'draft' }],
    now,
  });
  const [version] = await api.db.select().from(appVersions).where(eq(appVersions.appId, appId));
  const versionId = version?.id ?? 0;
  if (submitted) await submitAgain(api, developerId, versionId, { name: both });
  return { appId, appKey, versionId };
}

/** Submits a version, or resubmits it. */
export function submitAgain(
  api: TestApp,
  developerId: number,
  versionId: number,
  content: Partial<AppContent> = {},
  facts: Partial<VersionFacts> = {},
): Promise<VersionRow> {
  return step(api, {
    version: versionId,
    action: 'submit',
    actor: { userId: developerId, name: 'developer', via: 'api', role: 'developer' },
    details: {
      submission: {
        content: { ...emptyContent(), category: 'practical', ...content },
        facts: {
          version: '1.0.0',
          gitVersion: 'v1.0.0',
          gitCommit: GIT_COMMIT,
          packageSha256: PACKAGE_SHA256,
          repoUrl: null,
          size: 1_000_000,
          description: { zh: '第一版', en: 'First' },
          changes: [],
          ...facts,
        },
      },
    },
  });
}

/** One step of the state machine, in its own transaction. */
export function step(api: TestApp, input: TransitionInput): Promise<VersionRow> {
  return api.db.transaction((tx) => transition(withTransaction(api.app, tx), input));
}
