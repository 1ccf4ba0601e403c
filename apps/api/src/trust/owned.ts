// Owners of the objects in each call, and how an owner would call it. `ownership.test.ts` fails for a call that names
// an object and is in neither list.
import { randomUUID } from 'node:crypto';
import { eq, sql, type SQL } from 'drizzle-orm';
import { licenceIn } from '../testing/licences.ts';
import { signedInAs } from '../testing/people.ts';
import {
  feedbackAttachments,
  licenceTransfers,
  passkeys,
  sessions,
  users,
  webhooks,
} from '../db/schema/index.ts';
import { withTransaction } from '../context.ts';
import { issueOffline } from '../modules/licence/offline.ts';
import { createBuildToken } from '../modules/build-token/tokens.ts';
import { hashToken } from '../modules/codes/tokens.ts';
import { createWebhook, pingWebhook } from '../modules/webhook/webhooks.ts';
import type { TestApp } from '../testing/app.ts';
import { SEED_PASSWORD } from '../testing/builders.ts';

export interface Owned {
  /** Address of the owner. */
  owner: string;
  /** A valid input of the owner that reaches the object. */
  input: Record<string, unknown>;
  /** The fields that identify the object. */
  names: string[];
}

type Make = (world: World) => Promise<Owned>;

/** The seeded world, queried for objects by their situation. */
export class World {
  readonly api: TestApp;
  constructor(api: TestApp) {
    this.api = api;
  }

  /** The first row; the test fails without one. */
  async find<T extends Record<string, unknown>>(query: SQL): Promise<T> {
    const { rows } = await this.api.db.execute<T>(query);
    if (!rows[0]) throw new Error('the seeded world has no such situation');
    return rows[0] as T;
  }

  async idOf(email: string): Promise<number> {
    const [user] = await this.api.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    return user?.id ?? 0;
  }
}

const USER = 'user@yunduo.test';
const DEVELOPER = 'developer@yunduo.test';

/** A passkey of the user; it needs no device to be renamed and removed. */
async function passkeyOf(world: World, email: string): Promise<number> {
  const row = {
    credentialId: randomUUID(),
    publicKey: '',
    counter: 0,
    transports: [],
    backedUp: false,
    label: 'Laptop',
  };
  const values = { ...row, userId: await world.idOf(email), createdAt: world.api.clock.now() };
  const [made] = await world.api.db.insert(passkeys).values(values).returning({ id: passkeys.id });
  return made?.id ?? 0;
}

const order =
  (status: string, more: Record<string, unknown> = {}): Make =>
  async (world) => {
    const { order_no, owner } = await world.find<{ order_no: string; owner: string }>(
      sql`select o.order_no, u.email as owner from orders o join users u on u.id = o.user_id
          where o.status = ${status} order by o.id desc limit 1`,
    );
    return { owner, input: { order_no, ...more }, names: ['order_no'] };
  };

const licence =
  (situation: Parameters<typeof licenceIn>[2], more: Record<string, unknown> = {}): Make =>
  async (world) => {
    const { id } = await licenceIn(world.api, { id: await world.idOf(USER), email: USER }, situation);
    return { owner: USER, input: { id, ...more }, names: ['id'] };
  };

const transfer =
  (owner: 'giver' | 'taker'): Make =>
  async (world) => {
    const { id } = await licenceIn(world.api, { id: await world.idOf(USER), email: USER }, 'offered');
    const [offer] = await world.api.db
      .update(licenceTransfers)
      .set({ toEmail: 'plain@yunduo.test' })
      .where(eq(licenceTransfers.licenceId, id))
      .returning();
    return {
      owner: owner === 'giver' ? USER : 'plain@yunduo.test',
      input: { transfer_id: offer?.id },
      names: ['transfer_id'],
    };
  };

const app =
  (status: string, more: Record<string, unknown> = {}, field = 'id'): Make =>
  async (world) => {
    const { id } = await world.find<{ id: number }>(
      sql`select a.id from apps a join users u on u.id = a.developer_id
          where u.email = ${DEVELOPER} and a.status = ${status} order by a.id limit 1`,
    );
    return { owner: DEVELOPER, input: { [field]: id, ...more }, names: [field] };
  };

const version =
  (status: string, more: Record<string, unknown> = {}): Make =>
  async (world) => {
    const { id } = await world.find<{ id: number }>(
      sql`select v.id from app_versions v join apps a on a.id = v.app_id join users u on u.id = a.developer_id
          where u.email = ${DEVELOPER} and v.review_status = ${status} order by v.id limit 1`,
    );
    return { owner: DEVELOPER, input: { version_id: id, ...more }, names: ['version_id'] };
  };

/** The developer's only webhook: their number is limited. */
async function webhookOf(world: World): Promise<number> {
  const { db, app: context } = world.api;
  const userId = await world.idOf(DEVELOPER);
  await db.delete(webhooks).where(eq(webhooks.userId, userId));
  const input = { url: 'https://ci.example.com/hook', events: ['review.decided' as const], appId: null };
  const { row } = await db.transaction((tx) => createWebhook(withTransaction(context, tx), userId, input));
  return row.id;
}

const webhook =
  (more: Record<string, unknown> = {}): Make =>
  async (world) => ({ owner: DEVELOPER, input: { id: await webhookOf(world), ...more }, names: ['id'] });

const webhookDelivery: Make = async (world) => {
  const [userId, webhook] = [await world.idOf(DEVELOPER), await webhookOf(world)];
  const { app, db } = world.api;
  const id = await db.transaction((tx) => pingWebhook(withTransaction(app, tx), userId, webhook));
  return { owner: DEVELOPER, input: { id }, names: ['id'] };
};

/** Smallest valid PNG: a caller who owns nothing is refused before it is decoded. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const OWNED: Record<string, Make> = {
  'POST /user_info/sessions/revoke': async ({ api }) => {
    // A second session: the owner ends it below, and continues with the first.
    const { token } = await signedInAs(api, USER, SEED_PASSWORD);
    const [row] = await api.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)));
    return { owner: USER, input: { id: row?.id }, names: ['id'] };
  },

  'POST /order/pay': order('pending', { provider: 'sandbox' }),
  'POST /order/cancel': order('pending'),
  'POST /order/refund_request': order('paid', { reason: '买多了一个，用不上' }),
  'POST /order/invoice_request': order('paid', { kind: 'personal', title: '陈晓航' }),
  'GET /order/detail': order('paid'),
  'GET /order/invoice': order('paid'),
  'POST /order/invoice_link': order('paid'),

  'GET /auth_code/detail': licence('bound'),
  'POST /auth_code/unbind': licence('bound', { reason: 'moving' }),
  'POST /auth_code/edit': licence('bound', { remark: 'mine' }),
  'POST /auth_code/renew': licence('bound', { plan: 'm1' }),
  'POST /auth_code/transfer': licence('unused', { to_email: 'somebody@example.com' }),
  'POST /auth_code/transfer_cancel': transfer('giver'),
  'POST /auth_code/transfer_accept': transfer('taker'),
  'POST /auth_code/offline_renew': async (world) => {
    const userId = await world.idOf(USER);
    const { id, code, fingerprint } = await licenceIn(world.api, { id: userId, email: USER }, 'bound');
    await world.api.db.transaction((tx) =>
      issueOffline(withTransaction(world.api.app, tx), userId, {
        code,
        fingerprint,
        serverName: 'web-1',
        clientKey: null,
      }),
    );
    return { owner: USER, input: { id }, names: ['id'] };
  },
  'POST /auth_code/bind': async (world) => {
    const made = await licenceIn(world.api, { id: await world.idOf(USER), email: USER }, 'unused');
    const input = { code: made.code, server_name: 'web-1', fingerprint: made.fingerprint };
    // An invented code fails its check letters and is refused as no code; another user's is tried.
    return { owner: USER, input, names: [] };
  },

  'GET /dev_app/detail': app('pending_release'),
  'GET /dev_app/timeline': app('pending_release'),
  'GET /dev_app/stats': app('published'),
  'GET /dev_center/stats': app('published', {}, 'app_id'),
  'GET /dev_app/difference': version('changes_requested'),
  'POST /dev_app/save': app('pending_release', { revision: 1 }),
  'POST /dev_app/upload_logo': app('pending_release', { file: PICTURE }),
  'POST /dev_app/upload_screenshot': app('pending_release', { file: PICTURE }),
  'POST /dev_app/version_save': app('pending_release', { version: '9.9.9' }, 'app_id'),
  // Submitted versions cannot be deleted: the owner gets that error, and later calls still find it.
  'POST /dev_app/version_delete': version('in_review'),
  'POST /dev_app/delete': app('published'),
  'POST /dev_app/submit': version('changes_requested'),
  'POST /dev_app/revoke': version('in_review'),
  'POST /dev_app/appeal': version('rejected', { text: '已经按意见改好了，请再看一遍。' }),
  'POST /dev_app/release': version('approved'),
  'POST /dev_app/yank': version('released', { reason: '升级时会丢配置' }),
  'POST /dev_app/unpublish': app('published'),
  'POST /dev_app/replace': app('unpublished', { replacement: 'nginx' }),
  'POST /dev_app/relist': app('unpublished'),
  'POST /dev_app/preview_token': app('pending_release'),
  'POST /dev_app/suggestion_answer': async (world) => {
    const { id } = await world.find<{ id: number }>(
      sql`select s.id from version_suggestions s join app_versions v on v.id = s.version_id
          join apps a on a.id = v.app_id join users u on u.id = a.developer_id
          where u.email = ${DEVELOPER} order by s.id limit 1`,
    );
    return { owner: DEVELOPER, input: { id, resolved: true }, names: ['id'] };
  },
  'POST /user_factor/passkey_rename': async (world) => ({
    owner: USER,
    input: { id: await passkeyOf(world, USER), label: 'Phone' },
    names: ['id'],
  }),
  'POST /user_factor/passkey_remove': async (world) => ({
    owner: USER,
    input: { id: await passkeyOf(world, USER) },
    names: ['id'],
  }),
  'POST /dev_token/revoke': async (world) => {
    const input = { name: 'CI', scopes: ['app:read'], days: 30, appId: null } as const;
    const { row } = await createBuildToken(world.api.app, await world.idOf(DEVELOPER), input);
    return { owner: DEVELOPER, input: { id: row.id }, names: ['id'] };
  },
  'POST /dev_webhook/create': app(
    'published',
    { url: 'https://ci.example.com/hook', events: ['review.decided'] },
    'app_id',
  ),
  'POST /dev_webhook/save': webhook({ url: 'https://ci.example.com/new', events: ['review.decided'] }),
  'POST /dev_webhook/rotate': webhook(),
  'POST /dev_webhook/enable': webhook(),
  'POST /dev_webhook/disable': webhook(),
  'POST /dev_webhook/delete': webhook(),
  'POST /dev_webhook/ping': webhook(),
  'GET /dev_webhook/deliveries': webhook(),
  'GET /dev_webhook/delivery': webhookDelivery,
  'POST /dev_webhook/replay': webhookDelivery,
  'POST /dev_token/create': app(
    'published',
    { name: 'CI', scopes: ['app:read'], expires_in_days: 30 },
    'app_id',
  ),

  'POST /feedback/discard': async (world) => {
    const [row] = await world.api.db
      .insert(feedbackAttachments)
      .values({
        userId: await world.idOf(USER),
        kind: 'picture',
        name: 'shot.png',
        file: 'private/feedback/waiting.webp',
        preview: 'private/feedback/waiting-320.webp',
        mime: 'image/webp',
        size: 1,
        width: 640,
        height: 480,
        createdAt: world.api.clock.now(),
      })
      .returning();
    return { owner: USER, input: { id: row?.id }, names: ['id'] };
  },
  'GET /feedback/detail': async (world) => {
    const { no, owner } = await world.find<{ no: string; owner: string }>(
      sql`select f.no, u.email as owner from feedback_tickets f join users u on u.id = f.user_id order by f.id limit 1`,
    );
    return { owner, input: { no }, names: ['no'] };
  },
};

/** Calls whose input has a field that looks like an object's name but belongs to no user, and why. */
export const ORPHANED: Record<string, string> = {
  'POST /user_device/lookup': 'a device that waits belongs to nobody until somebody decides about it',
  'POST /user_device/allow': 'a device that waits belongs to nobody until somebody decides about it',
  'POST /user_device/deny': 'a device that waits belongs to nobody until somebody decides about it',
  'POST /app_store/view': 'the page of an app of the store is everybody’s to see',
  'POST /app_store/save': 'an app of the store is everybody’s to save',
  'GET /app_store/saved': 'says whether the caller keeps an app of the store; another’s list is not in reach',
  'POST /app_store/unsave': 'forgets what the caller saved; another’s list is not in reach',
  'GET /dev_app/check_name':
    'the id only says which own app does not count; another’s changes nothing in the answer',
  'POST /activity/join': 'an activity is everybody’s to join',
  'POST /feedback/submit': 'attachments of another are refused: feedback.test.ts',
  'POST /auth_code/offline_request': 'the request is a file with a code in it: auth-code.test.ts',
  'POST /user_info/change_email_verify': 'the code was sent to the caller’s own address',
  'POST /user_info/change_email_confirm': 'tokens are bound to the caller: user-info.test.ts',
  'POST /user_info/change_email_commit': 'tokens are bound to the caller: user-info.test.ts',
  'POST /user_info/prove':
    'the code is of the caller’s own app, the passkey the caller’s: second-factor.test.ts, passkeys.test.ts',
  'POST /user_factor/passkey_finish': 'the challenge is bound to the session that began: passkeys.test.ts',
  'POST /user_factor/totp_confirm': 'the code is of what the caller began: second-factor.test.ts',
  'POST /user_info/delete_confirm': 'the code was sent to the caller’s own address',
};

/** A user's own lists: how their entries differ from another user's. */
export const OWN_LISTS: Record<string, { owner: string; key: string }> = {
  'GET /user_info/sessions': { owner: USER, key: 'id' },
  'GET /order/list': { owner: USER, key: 'order_no' },
  'GET /auth_code/my': { owner: USER, key: 'id' },
  'GET /dev_app/list': { owner: DEVELOPER, key: 'id' },
  'GET /dev_token/list': { owner: DEVELOPER, key: 'id' },
  'GET /dev_webhook/list': { owner: DEVELOPER, key: 'id' },
  'GET /feedback/my': { owner: USER, key: 'no' },
};
