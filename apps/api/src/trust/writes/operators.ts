import {
  adminActivity,
  adminApp,
  adminCalendar,
  adminContent,
  adminDecision,
  adminFeedback,
  adminInvite,
  adminOrder,
  adminProtocol,
  adminRelease,
  adminReport,
  adminReview,
  adminUser,
  appStore,
  devApp,
  feedback,
  invite,
  order as orders,
  type AdminArticle,
  type InputOf,
} from '@yunduo/api-contract';
import { REVIEW_CHECK_ITEMS, type LicencePlan, type OrderStatus } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { withTransaction } from '../../context.ts';
import { invitationRequests, userRoles } from '../../db/schema/index.ts';
import { createInvitation } from '../../modules/download/invitations.ts';
import { revokeByOperator } from '../../modules/licence/operators.ts';
import { tarGz } from '../../seed/download-archives.ts';
import { png } from '../../testing/dev-apps.ts';
import { withAuthenticator } from '../../testing/factors.ts';
import { licenceIn } from '../../testing/licences.ts';
import { noticeOf, orderIn, paying, placed, sendNotice } from '../../testing/orders.ts';
import { signedInAs, someEmail, ticketFor } from '../../testing/people.ts';
import { developed } from './developers.ts';
import { COMMAND, write, type Scene, type Write } from './scene.ts';

const both = (text: string) => ({ zh: text, en: text });
const CHECKLIST = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const, note: '' }));

/** An order of a buyer, and who decides about it. */
async function ordered(scene: Scene, status: OrderStatus, plan: LicencePlan = 'm1') {
  const buyer = await scene.member('buyer');
  const { orderNo } = await orderIn(scene.api, buyer, status, { plan });
  return { buyer, order_no: orderNo, by: await scene.operator() };
}

/** A revocation that waits for a second operator. */
async function proposed(scene: Scene): Promise<number> {
  const { api } = scene;
  const owner = await scene.member('owner');
  const { id } = await licenceIn(api, owner, 'permanent');
  const proposer = await scene.operator('proposer');
  const actor = { userId: proposer.id, name: proposer.email, via: 'api' } as const;
  const { waits } = await api.db.transaction((tx) =>
    revokeByOperator(withTransaction(api.app, tx), actor, { ref: { id }, reason: 'sold on' }),
  );
  return waits?.id ?? 0;
}

const ARTICLE: InputOf<typeof adminContent.save> = {
  use_to: 'banner',
  position: 900,
  title: both('A letter'),
  intro: both('Once a month'),
  html: both('<p style="position:fixed">Read</p>'),
  link: { text: both('Store'), href: '/store' },
  facts: [{ label: both('Size'), value: both('small') }],
};
const drafted = async ({ api }: Scene, by: { token: string }, article = ARTICLE): Promise<AdminArticle> =>
  (await api.call(adminContent.save, article, by)).data;
const published = async (scene: Scene, by: { token: string }, article = ARTICLE): Promise<AdminArticle> => {
  const { id, revision } = await drafted(scene, by, article);
  return (await scene.api.call(adminContent.publish, { id, revision }, by)).data;
};
const inDays = ({ api }: Scene, days: number): string =>
  new Date(api.clock.now().getTime() + days * 86_400_000).toISOString();

async function reported(scene: Scene): Promise<number> {
  const { developer, id } = await developed(scene, 'published');
  scene.named('publisher', developer.id);
  const reader = await scene.member('reader');
  const text = 'It stops as soon as it has started.';
  await scene.api.call(appStore.report, { id, reason: 'broken', text }, reader);
  return (await scene.find<{ id: number }>(sql`select max(id) as id from app_reports`)).id;
}

async function ticket(scene: Scene): Promise<string> {
  const reader = await scene.member('reader');
  const captcha_ticket = await ticketFor(scene.api, 'feedback');
  const input = { type: 'defect', title: 'The cursor jumps', description: 'After saving.', captcha_ticket };
  return (await scene.api.call(feedback.submit, input, reader)).data.no;
}

async function asked(scene: Scene): Promise<number> {
  const email = scene.named('reader', someEmail());
  const captcha_ticket = await ticketFor(scene.api, 'invite');
  await scene.api.call(invite.request, { email, purpose: 'Ten servers', captcha_ticket, locale: 'zh' });
  const [row] = await scene.api.db
    .select()
    .from(invitationRequests)
    .where(eq(invitationRequests.email, email));
  return row?.id ?? 0;
}

const releaseForm = (version: string): FormData => {
  const form = new FormData();
  const fields = {
    product: 'private',
    version,
    notes_zh: '新版本',
    notes_en: 'A new version',
    image: 'registry.example.com:5000/yunduo/private',
    digest: `sha256:${'0'.repeat(64)}`,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(
    'x86_64',
    new Blob([new Uint8Array(tarGz([{ name: 'install', text: 'exit 0\n' }]))]),
    'install.tgz',
  );
  return form;
};

/** An app under review, and its reviewer. */
async function underReview(scene: Scene, state: 'in_review' | 'rejected' = 'in_review') {
  const made = await developed(scene, state);
  return { ...made, reviewer: await scene.reviewer() };
}

/** The same after a rejection and an appeal. */
async function appealed(scene: Scene) {
  const made = await underReview(scene, 'rejected');
  const input = { version_id: made.versionId, text: 'It does shine, in the dark.' };
  await scene.api.call(devApp.appeal, input, made.developer);
  return made;
}

export const OPERATORS: readonly Write[] = [
  write(
    adminApp.certify,
    'with the mark',
  )(async (scene) => {
    const { id } = await developed(scene, 'published');
    return { input: { id, certified: true }, by: await scene.operator() };
  }),
  write(
    adminApp.certify,
    'without the mark',
  )(async (scene) => {
    const { id } = await developed(scene, 'published');
    const operator = await scene.operator();
    await scene.api.call(adminApp.certify, { id, certified: true }, operator);
    return { input: { id, certified: false }, by: operator };
  }),
  write(adminApp.feature)(async (scene) => {
    const { id } = await developed(scene, 'published');
    return { input: { id, rank: 2 }, by: await scene.operator() };
  }),
  write(
    adminApp.feature,
    'no more',
  )(async (scene) => {
    const { id } = await developed(scene, 'published');
    const operator = await scene.operator();
    await scene.api.call(adminApp.feature, { id, rank: 3 }, operator);
    return { input: { id, rank: null }, by: operator };
  }),
  write(adminApp.takedown)(async (scene) => {
    const { id } = await developed(scene, 'published');
    const input = { id, taken_down: true, reason: 'It uploads private keys.' };
    return { input, by: await scene.operator() };
  }),
  write(
    adminApp.takedown,
    'no more',
  )(async (scene) => {
    const { id } = await developed(scene, 'published');
    const operator = await scene.operator();
    const reason = 'It uploads private keys.';
    await scene.api.call(adminApp.takedown, { id, taken_down: true, reason }, operator);
    return { input: { id, taken_down: false }, by: operator };
  }),
  write(adminReport.close)(async (scene) => {
    const id = await reported(scene);
    return { input: { id, resolution: 'fixed', note: 'Repackaged.' }, by: await scene.operator() };
  }),

  write(
    adminActivity.save,
    'a new one',
  )(async (scene) => {
    const input = {
      title: both('Spring'),
      intro: both('A month of it'),
      html: both('<p onclick="x">text</p><script>alert(1)</script>'),
      terms: both('- once'),
      starts_at: inDays(scene, 400),
      ends_at: inDays(scene, 410),
    };
    return { input, by: await scene.operator() };
  }),
  write(
    adminActivity.save,
    'a changed one',
  )(async (scene) => {
    const operator = await scene.operator();
    const input = {
      title: both('Summer'),
      intro: both('A month of it'),
      starts_at: inDays(scene, 500),
      ends_at: inDays(scene, 510),
    };
    const { data } = await scene.api.call(adminActivity.save, input, operator);
    const change = { ...input, id: data.id, revision: data.revision, title: both('High summer') };
    return { input: change, by: operator };
  }),
  write(adminActivity.withdraw)(async (scene) => {
    const operator = await scene.operator();
    const input = {
      title: both('Autumn'),
      intro: both('A month of it'),
      starts_at: inDays(scene, 600),
      ends_at: inDays(scene, 610),
    };
    const { data } = await scene.api.call(adminActivity.save, input, operator);
    return { input: { id: data.id, revision: data.revision }, by: operator };
  }),

  write(
    adminUser.disable,
    'to disable',
  )(async (scene) => {
    const { email } = await scene.member('user');
    return { input: { email, disabled: true, reason: 'abuse' }, by: await scene.operator() };
  }),
  write(
    adminUser.disable,
    'to enable',
  )(async (scene) => {
    const { email } = await scene.member('user');
    const operator = await scene.operator();
    await scene.api.call(adminUser.disable, { email, disabled: true, reason: 'abuse' }, operator);
    return { input: { email, disabled: false, reason: 'a mistake' }, by: operator };
  }),
  write(adminUser.endSessions)(async (scene) => {
    const { email } = await scene.member('user');
    await signedInAs(scene.api, email);
    return { input: { email, reason: 'a lost phone' }, by: await scene.operator() };
  }),
  write(adminUser.removeFactor)(async (scene) => {
    const user = await scene.member('user');
    await withAuthenticator(scene.api, user);
    return { input: { email: user.email, reason: 'a lost phone' }, by: await scene.operator() };
  }),
  write(adminUser.delete)(async (scene) => {
    const { email } = await scene.member('user');
    return { input: { email, reason: 'asked by letter' }, by: await scene.operator() };
  }),
  write(
    adminUser.role,
    'granted',
  )(async (scene) => {
    const { email } = await scene.member('user');
    return { input: { email, role: 'reviewer', granted: true }, by: await scene.staff('admin', 'admin') };
  }),
  write(
    adminUser.role,
    'revoked',
  )(async (scene) => {
    const { email, id } = await scene.member('user');
    const now = scene.api.clock.now();
    await scene.api.db.insert(userRoles).values({ userId: id, role: 'operator', grantedAt: now });
    return { input: { email, role: 'operator', granted: false }, by: await scene.staff('admin', 'admin') };
  }),

  write(adminInvite.create)(async (scene) => ({
    input: { uses: 5, expires_at: inDays(scene, 30), note: 'a fair' },
    by: await scene.operator(),
  })),
  write(adminInvite.createMany)(async (scene) => ({
    input: { count: 2, uses: 1, note: 'a school' },
    by: await scene.operator(),
  })),
  write(adminInvite.revoke)(async (scene) => {
    const { row } = await createInvitation(scene.api.app, COMMAND, {});
    return { input: { id: row.id }, by: await scene.operator() };
  }),
  write(
    adminInvite.answer,
    'with a code',
  )(async (scene) => ({
    input: { id: await asked(scene), decision: 'invite' },
    by: await scene.operator(),
  })),
  write(
    adminInvite.answer,
    'with a refusal',
  )(async (scene) => ({
    input: { id: await asked(scene), decision: 'decline', text: 'We are full until May.' },
    by: await scene.operator(),
  })),

  write(adminRelease.publish)(async (scene) => ({ input: releaseForm('9.0.0'), by: await scene.operator() })),
  write(adminRelease.require)(async (scene) => ({
    input: { version: '1.4.0', mandatory: true, minimum: '1.3.0' },
    by: await scene.operator(),
  })),
  write(adminRelease.withdraw)(async (scene) => {
    const operator = await scene.operator();
    await scene.api.call(adminRelease.publish, releaseForm('9.1.0'), operator);
    return { input: { product: 'private', version: '9.1.0', reason: 'It does not start' }, by: operator };
  }),

  write(adminContent.upload)(async (scene) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png(640, 200))]), 'logo.png');
    return { input: form, by: await scene.operator() };
  }),
  write(adminContent.save, 'a new one')(async (scene) => ({ input: ARTICLE, by: await scene.operator() })),
  write(
    adminContent.save,
    'a published one',
  )(async (scene) => {
    const operator = await scene.operator();
    const { id, revision } = await published(scene, operator);
    return { input: { ...ARTICLE, id, revision, title: both('A new letter') }, by: operator };
  }),
  write(adminContent.preview)(async (scene) => {
    const operator = await scene.operator();
    return { input: { id: (await drafted(scene, operator)).id }, by: operator };
  }),
  write(adminContent.order)(async (scene) => {
    const operator = await scene.operator();
    // No other case is about this place: its articles are all ordered.
    const article = { ...ARTICLE, use_to: 'partners' };
    const first = await published(scene, operator, article);
    const second = await published(scene, operator, article);
    const { rows } = await scene.api.db.execute<{ id: number }>(
      sql`select id from articles where place = 'partners' and status <> 'archived' and id < ${first.id} order by id`,
    );
    const ids = [second.id, first.id, ...rows.map(({ id }) => id)];
    return { input: { use_to: 'partners', ids }, by: operator };
  }),
  write(adminContent.publish)(async (scene) => {
    const operator = await scene.operator();
    const { id, revision } = await drafted(scene, operator);
    return { input: { id, revision }, by: operator };
  }),
  write(adminContent.schedule)(async (scene) => {
    const operator = await scene.operator();
    const { id, revision } = await drafted(scene, operator);
    const input = { id, revision, publish_at: inDays(scene, 2), end_at: inDays(scene, 9) };
    return { input, by: operator };
  }),
  write(adminContent.unschedule)(async (scene) => {
    const operator = await scene.operator();
    const { id, revision } = await drafted(scene, operator);
    await scene.api.call(adminContent.schedule, { id, revision, publish_at: inDays(scene, 2) }, operator);
    return { input: { id }, by: operator };
  }),
  write(adminContent.archive)(async (scene) => {
    const operator = await scene.operator();
    const { id, revision } = await published(scene, operator);
    await scene.api.call(adminContent.schedule, { id, revision, end_at: inDays(scene, 9) }, operator);
    return { input: { id, revision }, by: operator };
  }),
  write(
    adminProtocol.publish,
    'at once',
  )(async (scene) => ({
    input: { id: 'developer-agreement', version: '8.0.0', markdown: { zh: '## 新', en: '## New' } },
    by: await scene.operator(),
  })),
  write(
    adminProtocol.publish,
    'for later',
  )(async (scene) => ({
    input: {
      id: 'client-download',
      version: '9.0.0',
      markdown: { zh: '## 新', en: '## New' },
      published_at: inDays(scene, 20),
    },
    by: await scene.operator(),
  })),
  write(adminProtocol.withdraw)(async (scene) => {
    const operator = await scene.operator();
    const version = { id: 'privacy-policy' as const, version: '9.0.0' };
    const text = { markdown: { zh: '## 新', en: '## New' }, published_at: inDays(scene, 20) };
    await scene.api.call(adminProtocol.publish, { ...version, ...text }, operator);
    return { input: version, by: operator };
  }),

  write(adminDecision.confirm)(async (scene) => ({
    input: { id: await proposed(scene) },
    by: await scene.operator(),
  })),
  write(adminDecision.decline)(async (scene) => ({
    input: { id: await proposed(scene), note: 'They paid for it' },
    by: await scene.operator(),
  })),

  write(adminFeedback.assign)(async (scene) => {
    const no = await ticket(scene);
    const operator = await scene.operator();
    const other = await scene.operator('colleague');
    return { input: { no, assignee: other.id, before: null }, by: operator };
  }),
  write(adminFeedback.answer)(async (scene) => {
    const no = await ticket(scene);
    return { input: { no, revision: 1, text: 'Fixed in 3.4.2.', close: true }, by: await scene.operator() };
  }),

  write(
    adminOrder.invoiceDecide,
    'issued',
  )(async (scene) => {
    const { buyer, order_no, by } = await ordered(scene, 'paid');
    const wish = { order_no, kind: 'personal', title: '陈晓航' };
    await scene.api.call(orders.invoiceRequest, wish, buyer);
    return { input: { order_no, issued: true, number: '26112000000012345678' }, by };
  }),
  write(
    adminOrder.invoiceDecide,
    'declined',
  )(async (scene) => {
    const { buyer, order_no, by } = await ordered(scene, 'paid');
    const wish = { order_no, kind: 'personal', title: '陈晓航' };
    await scene.api.call(orders.invoiceRequest, wish, buyer);
    return { input: { order_no, issued: false, note: 'The tax number is unknown' }, by };
  }),
  write(adminOrder.confirmTransfer)(async (scene) => {
    const buyer = await scene.member('buyer');
    const { order_no } = await placed(scene.api, buyer);
    await paying(scene.api, buyer, order_no, 'bank_transfer');
    return { input: { order_no, amount: 2_900, reference: 'BOC-1' }, by: await scene.operator() };
  }),
  write(
    adminOrder.refundDecide,
    'approved',
  )(async (scene) => {
    const { order_no, by } = await ordered(scene, 'refund_requested');
    return { input: { order_no, approve: true, note: 'as agreed' }, by };
  }),
  write(
    adminOrder.refundDecide,
    'proposed',
  )(async (scene) => {
    const { order_no, by } = await ordered(scene, 'refund_requested', 'm6');
    return { input: { order_no, approve: true, note: 'as agreed' }, by };
  }),
  write(
    adminOrder.refundDecide,
    'refused',
  )(async (scene) => {
    const { order_no, by } = await ordered(scene, 'refund_requested');
    return { input: { order_no, approve: false, note: 'Used for months' }, by };
  }),
  write(adminOrder.returnPayment)(async (scene) => {
    const { order_no, by } = await ordered(scene, 'cancelled');
    const notice = await noticeOf(scene.api, order_no);
    await sendNotice(scene.api, notice);
    return { input: { payment_no: notice.payment_no, note: 'Sent back' }, by };
  }),

  write(adminReview.claim)(async (scene) => {
    const { versionId, reviewer } = await underReview(scene);
    return { input: { version_id: versionId }, by: reviewer };
  }),
  write(
    adminReview.claim,
    'given back',
  )(async (scene) => {
    const { versionId, reviewer } = await underReview(scene);
    await scene.api.call(adminReview.claim, { version_id: versionId }, reviewer);
    return { input: { version_id: versionId, action: 'release' }, by: reviewer };
  }),
  write(adminReview.suggest)(async (scene) => {
    const { versionId, reviewer } = await underReview(scene);
    await scene.api.call(adminReview.claim, { version_id: versionId }, reviewer);
    const input = { version_id: versionId, field: 'intro', text: 'Say whom it is for', round: 1 };
    return { input, by: reviewer };
  }),
  write(
    adminReview.decide,
    'to approve',
  )(async (scene) => {
    const { versionId, reviewer } = await underReview(scene);
    await scene.api.call(adminReview.claim, { version_id: versionId }, reviewer);
    return {
      input: { version_id: versionId, round: 1, decision: 'approve', checklist: CHECKLIST },
      by: reviewer,
    };
  }),
  write(
    adminReview.decide,
    'to request changes',
  )(async (scene) => {
    const { versionId, reviewer } = await underReview(scene);
    await scene.api.call(adminReview.claim, { version_id: versionId }, reviewer);
    const input = { version_id: versionId, field: 'intro', text: 'Say whom it is for', round: 1 };
    await scene.api.call(adminReview.suggest, input, reviewer);
    return {
      input: {
        version_id: versionId,
        round: 1,
        decision: 'request_changes',
        text: 'Nearly there',
        checklist: CHECKLIST,
      },
      by: reviewer,
    };
  }),
  write(
    adminReview.decide,
    'to reject',
  )(async (scene) => {
    const { versionId, reviewer } = await underReview(scene);
    await scene.api.call(adminReview.claim, { version_id: versionId }, reviewer);
    return {
      input: {
        version_id: versionId,
        round: 1,
        decision: 'reject',
        reason: 'misleading',
        text: 'It does not shine',
        checklist: CHECKLIST,
      },
      by: reviewer,
    };
  }),
  write(
    adminReview.decide,
    'to approve after an appeal',
  )(async (scene) => {
    const { versionId, reviewer } = await appealed(scene);
    return {
      input: { version_id: versionId, round: 1, decision: 'approve', checklist: CHECKLIST },
      by: reviewer,
    };
  }),
  write(
    adminReview.decide,
    'to request changes after an appeal',
  )(async (scene) => {
    const { versionId, reviewer } = await appealed(scene);
    const suggestion = { version_id: versionId, field: 'intro', text: 'Say whom it is for', round: 1 };
    await scene.api.call(adminReview.suggest, suggestion, reviewer);
    const text = 'Nearly there';
    return {
      input: { version_id: versionId, round: 1, decision: 'request_changes', text, checklist: CHECKLIST },
      by: reviewer,
    };
  }),
  write(adminCalendar.save)(async (scene) => {
    const operator = await scene.operator();
    const day = (name: string) => ({ day: name, working: false, name: { zh: '公司日', en: 'Company day' } });
    await scene.api.call(adminCalendar.save, { year: 2027, days: [day('2027-11-18')] }, operator);
    return { input: { year: 2027, days: [day('2027-11-19')], remove: ['2027-11-18'] }, by: operator };
  }),
];
