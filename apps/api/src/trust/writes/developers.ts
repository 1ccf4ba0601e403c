import { adminReview, devApp, devCenter, devToken, devWebhook } from '@yunduo/api-contract';
import { WEBHOOK_EVENTS } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { withTransaction } from '../../context.ts';
import { apps } from '../../db/schema/index.ts';
import { createWebhook, pingWebhook } from '../../modules/webhook/webhooks.ts';
import {
  askForChanges,
  GIT_COMMIT,
  PACKAGE_SHA256,
  pictureForm,
  png,
  readyApp,
  readyVersion,
  step,
  wholeDraft,
} from '../../testing/dev-apps.ts';
import type { Person } from '../../testing/reviews.ts';
import { write, type Scene, type Write } from './scene.ts';

/** Each case has the only app of this name. */
const NAMED = { name: { zh: '灯塔应用', en: 'Beacon app' } };
const URL_OF_HOOK = 'https://ci.example.com/hook';
const REASON = { zh: '升级时会丢配置', en: 'It loses settings' };

/** A developer who is told of everything by a webhook. */
async function listening(scene: Scene): Promise<Person & { webhook: number }> {
  const developer = await scene.developer();
  return { ...developer, webhook: await hook(scene, developer) };
}

async function hook({ api }: Scene, { id }: Person): Promise<number> {
  const input = { url: URL_OF_HOOK, events: [...WEBHOOK_EVENTS], appId: null };
  const { row } = await api.db.transaction((tx) => createWebhook(withTransaction(api.app, tx), id, input));
  return row.id;
}

export interface Developed {
  developer: Person;
  id: number;
  versionId: number;
}

type State =
  'draft' | 'in_review' | 'changes_requested' | 'rejected' | 'approved' | 'published' | 'unpublished';

/** An app of a new developer with one version, up to a state. */
export async function developed(scene: Scene, state: State): Promise<Developed> {
  const { api } = scene;
  const developer = await listening(scene);
  const { id, versionId } = await readyApp(api, developer.token, NAMED);
  const [app] = await api.db.select({ key: apps.appKey }).from(apps).where(eq(apps.id, id));
  scene.named('app-key', app?.key ?? '');
  const made = { developer, id, versionId };
  if (state === 'draft') return made;
  await api.call(devApp.submit, { version_id: versionId }, developer);
  if (state === 'in_review') return made;
  if (state === 'changes_requested') await askForChanges(api, versionId);
  if (state === 'rejected')
    await step(api, 'reject', versionId, { details: { reason: 'misleading', text: 'It does not shine' } });
  if (state === 'changes_requested' || state === 'rejected') return made;
  await step(api, 'approve', versionId);
  if (state === 'approved') return made;
  await api.call(devApp.release, { version_id: versionId }, developer);
  if (state === 'unpublished') await api.call(devApp.unpublish, { id }, developer);
  return made;
}

const PUBLISHER = {
  name: { zh: '', en: 'Tiller & Co' },
  support_email: 'help@tiller.example.com',
  website: 'https://tiller.example.com/',
};

export const DEVELOPERS: readonly Write[] = [
  write(devCenter.join)(async (scene) => ({
    input: { agree: true, publisher: { ...PUBLISHER, name: { zh: '', en: 'Joiners' } } },
    by: await scene.member(),
  })),
  write(devCenter.publisherSave)(async (scene) => {
    const { developer } = await developed(scene, 'published');
    return { input: PUBLISHER, by: developer };
  }),
  write(devCenter.publisherProve)(async (scene) => {
    const developer = await scene.developer();
    const publisher = { ...PUBLISHER, name: { zh: '', en: 'Provers' } };
    const { data } = await scene.api.call(devCenter.publisherSave, publisher, developer);
    const { record = '', text = '' } = data.proof ?? {};
    scene.records.set(record, [text]);
    return { input: { method: 'dns' }, by: developer };
  }),

  write(
    devApp.save,
    'of a new app',
  )(async (scene) => ({
    input: wholeDraft({ name: { zh: '极光灯塔', en: 'Aurora beacon' } }),
    by: await scene.developer(),
  })),
  write(
    devApp.save,
    'of a published app',
  )(async (scene) => {
    const { developer, id } = await developed(scene, 'published');
    const detail = await scene.api.call(devApp.detail, { id }, developer);
    const { revision } = detail.data;
    return {
      input: { id, revision, keywords: ['lamp'], homepage: 'https://lamp.example.com/' },
      by: developer,
    };
  }),
  write(devApp.uploadLogo)(async (scene) => {
    const { developer, id } = await developed(scene, 'draft');
    return { input: pictureForm(id, await png(512, 512)), by: developer };
  }),
  write(devApp.uploadScreenshot)(async (scene) => {
    const { developer, id } = await developed(scene, 'draft');
    return { input: pictureForm(id, await png(1280, 800)), by: developer };
  }),
  write(
    devApp.versionSave,
    'of a new version',
  )(async (scene) => {
    const { developer, id } = await developed(scene, 'published');
    return {
      input: {
        app_id: id,
        version: '2.0.0',
        git_version: 'v2.0.0',
        git_commit: GIT_COMMIT,
        package_sha256: PACKAGE_SHA256,
        size: 2_000_000,
        description: { zh: '第二版', en: 'The second' },
        changes: [{ kind: 'feature', text: { zh: '更亮', en: 'Brighter' } }],
      },
      by: developer,
    };
  }),
  write(
    devApp.versionSave,
    'of a draft',
  )(async (scene) => {
    const { developer, id, versionId } = await developed(scene, 'draft');
    const description = { zh: '又一版', en: 'Once more' };
    return { input: { app_id: id, id: versionId, revision: 1, description }, by: developer };
  }),
  write(
    devApp.submit,
    'of a version',
  )(async (scene) => {
    const { developer, versionId } = await developed(scene, 'draft');
    return { input: { version_id: versionId }, by: developer };
  }),
  write(
    devApp.submit,
    'again',
  )(async (scene) => {
    const { developer, versionId } = await developed(scene, 'changes_requested');
    const { id } = await scene.find<{ id: number }>(
      sql`select id from version_suggestions where version_id = ${versionId}`,
    );
    await scene.api.call(devApp.suggestionAnswer, { id, resolved: true }, developer);
    return { input: { version_id: versionId }, by: developer };
  }),
  write(
    devApp.submit,
    'after a withdrawn appeal',
  )(async (scene) => {
    const { developer, versionId } = await developed(scene, 'rejected');
    const text = 'It does shine, in the dark.';
    await scene.api.call(devApp.appeal, { version_id: versionId, text }, developer);
    await scene.api.call(devApp.revoke, { version_id: versionId }, developer);
    return { input: { version_id: versionId }, by: developer };
  }),
  write(
    devApp.submit,
    'of a listing',
  )(async (scene) => {
    const { developer, id } = await developed(scene, 'published');
    const { data } = await scene.api.call(devApp.detail, { id }, developer);
    const change = { id, revision: data.revision, homepage: 'https://lamp.example.com/' };
    const saved = await scene.api.call(devApp.save, change, developer);
    return { input: { listing_of: id, revision: saved.data.revision }, by: developer };
  }),
  write(devApp.revoke)(async (scene) => {
    const { developer, versionId } = await developed(scene, 'in_review');
    const reviewer = await scene.reviewer();
    await scene.api.call(adminReview.claim, { version_id: versionId }, reviewer);
    return { input: { version_id: versionId }, by: developer };
  }),
  write(devApp.appeal)(async (scene) => {
    const { developer, versionId } = await developed(scene, 'rejected');
    return { input: { version_id: versionId, text: 'It does shine, in the dark.' }, by: developer };
  }),
  write(devApp.release)(async (scene) => {
    const { developer, versionId } = await developed(scene, 'approved');
    return { input: { version_id: versionId }, by: developer };
  }),
  write(
    devApp.release,
    'of an update',
  )(async (scene) => {
    const { developer, id } = await developed(scene, 'published');
    const versionId = await readyVersion(scene.api, developer.token, id, '2.0.0');
    await scene.api.call(devApp.submit, { version_id: versionId }, developer);
    await step(scene.api, 'approve', versionId);
    return { input: { version_id: versionId }, by: developer };
  }),
  write(devApp.yank)(async (scene) => {
    const { developer, id, versionId } = await developed(scene, 'published');
    const next = await readyVersion(scene.api, developer.token, id, '2.0.0');
    await scene.api.call(devApp.submit, { version_id: next }, developer);
    await step(scene.api, 'approve', next);
    await scene.api.call(devApp.release, { version_id: next }, developer);
    scene.named('earlier version', versionId);
    return { input: { version_id: next, reasons: REASON }, by: developer };
  }),
  write(devApp.unpublish)(async (scene) => {
    const { developer, id } = await developed(scene, 'published');
    return { input: { id, reason: 'We stop', replacement: 'gitea' }, by: developer };
  }),
  write(devApp.replace)(async (scene) => {
    const { developer, id } = await developed(scene, 'unpublished');
    return { input: { id, replacement: 'gitea' }, by: developer };
  }),
  write(devApp.relist)(async (scene) => {
    const { developer, id } = await developed(scene, 'unpublished');
    return { input: { id }, by: developer };
  }),
  write(devApp.versionDelete)(async (scene) => {
    const { developer, versionId } = await developed(scene, 'draft');
    return { input: { version_id: versionId }, by: developer };
  }),
  write(devApp.appDelete)(async (scene) => {
    const { developer, id } = await developed(scene, 'draft');
    return { input: { id }, by: developer };
  }),
  write(devApp.suggestionAnswer)(async (scene) => {
    const { api } = scene;
    const developer = await listening(scene);
    const { versionId } = await readyApp(api, developer.token, NAMED);
    await api.call(devApp.submit, { version_id: versionId }, developer);
    const id = await askForChanges(api, versionId);
    return { input: { id, answer: 'For those who watch at night', resolved: true }, by: developer };
  }),
  write(devApp.previewToken)(async (scene) => {
    const { developer, id } = await developed(scene, 'draft');
    return { input: { id }, by: developer };
  }),

  write(devToken.create)(async (scene) => ({
    input: { name: 'CI', scopes: ['app:read', 'version:submit'], expires_in_days: 30 },
    by: await scene.developer(),
  })),
  write(devToken.revoke)(async (scene) => {
    const developer = await scene.developer();
    const input = { name: 'CI', scopes: ['app:read' as const], expires_in_days: 30 };
    const { data } = await scene.api.call(devToken.create, input, developer);
    return { input: { id: data.item.id }, by: developer };
  }),

  write(devWebhook.create)(async (scene) => ({
    input: { url: URL_OF_HOOK, events: ['review.decided', 'token.expiring'] },
    by: await scene.developer(),
  })),
  write(devWebhook.save)(async (scene) => {
    const developer = await listening(scene);
    return {
      input: { id: developer.webhook, url: `${URL_OF_HOOK}/new`, events: ['review.decided'] },
      by: developer,
    };
  }),
  write(devWebhook.rotate)(async (scene) => {
    const developer = await listening(scene);
    return { input: { id: developer.webhook }, by: developer };
  }),
  write(devWebhook.disable)(async (scene) => {
    const developer = await listening(scene);
    return { input: { id: developer.webhook }, by: developer };
  }),
  write(devWebhook.enable)(async (scene) => {
    const developer = await listening(scene);
    await scene.api.call(devWebhook.disable, { id: developer.webhook }, developer);
    return { input: { id: developer.webhook }, by: developer };
  }),
  write(devWebhook.delete)(async (scene) => {
    const developer = await listening(scene);
    return { input: { id: developer.webhook }, by: developer };
  }),
  write(devWebhook.ping)(async (scene) => {
    const developer = await listening(scene);
    return { input: { id: developer.webhook }, by: developer };
  }),
  write(devWebhook.replay)(async (scene) => {
    const { api } = scene;
    const { webhook, ...developer } = await listening(scene);
    const id = await api.db.transaction((tx) =>
      pingWebhook(withTransaction(api.app, tx), developer.id, webhook),
    );
    return { input: { id }, by: developer };
  }),
];
