import {
  activity,
  appStore,
  authCode,
  clientDownload,
  feedback,
  invite,
  mail,
  order,
  payNotify,
  subscribe,
} from '@yunduo/api-contract';
import type { OrderStatus, PayProvider } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import { createInvitation } from '../../modules/download/invitations.ts';
import { leavingOf } from '../../modules/mail/one-click.ts';
import { findOrder } from '../../modules/order/list.ts';
import { signNotice } from '../../modules/payment/notice.ts';
import { providerNamed } from '../../modules/payment/providers.ts';
import { licenceIn, offlineClient, someServer, type Situation } from '../../testing/licences.ts';
import { noticeOf, orderIn, paying, placed } from '../../testing/orders.ts';
import { someEmail, ticketFor } from '../../testing/people.ts';
import { COMMAND, shot, write, writeOf, type Scene, type Write } from './scene.ts';

/** A licence of the caller. */
async function licence(scene: Scene, situation: Situation) {
  const me = await scene.member();
  const made = await licenceIn(scene.api, me, situation);
  scene.named('fingerprint', made.fingerprint);
  scene.named('code', made.code);
  return { me, ...made };
}

/** An order of the caller. */
async function ordered(scene: Scene, status: OrderStatus) {
  const me = await scene.member();
  const { orderNo } = await orderIn(scene.api, me, status, { plan: 'm3', quantity: 2 });
  return { me, order_no: orderNo };
}

async function sandboxNotice({ api }: Scene, order_no: string, status: 'paid' | 'failed' = 'paid') {
  const payload = JSON.stringify(await noticeOf(api, order_no, { status }));
  const timestamp = String(Math.floor(api.clock.now().getTime() / 1000));
  const key = providerNamed('sandbox')?.noticeKey(api.app.config) ?? Buffer.alloc(32);
  return {
    url: '/api/pay_notify/sandbox',
    headers: {
      'content-type': 'application/json',
      'x-pay-timestamp': timestamp,
      'x-pay-signature': signNotice(key, timestamp, payload),
    },
    payload,
  };
}

/** A company's notification that an order was paid. */
async function companyNotice(scene: Scene, provider: 'alipay' | 'wechat_pay' | 'stripe') {
  const { api, companies } = scene;
  const me = await scene.member();
  const { order_no } = await placed(api, me, { plan: 'm3', quantity: 2 });
  const { pay_url } = await paying(api, me, order_no, provider satisfies PayProvider);
  const { id } = await findOrder(api.db, order_no);
  const [payment] = await api.db.select().from(payments).where(eq(payments.orderId, id));
  const trade =
    provider === 'alipay'
      ? companies.alipay.open(pay_url).trade
      : [...companies[provider].trades.values()].find(({ no }) => no === payment?.paymentNo);
  if (!trade) throw new Error(`${provider} knows no such payment`);
  trade.state = 'paid';
  return companies[provider].notice(trade, api.clock.now());
}

/** The token of the newest mail about the newsletter. */
async function subscribed(scene: Scene, email: string): Promise<string> {
  const captcha_ticket = await ticketFor(scene.api, 'subscribe');
  await scene.api.call(subscribe.create, { email, captcha_ticket, locale: 'zh' });
  return (await scene.linkTo(email, '/subscribe?')).get('token') ?? '';
}

const running = async (scene: Scene): Promise<number> =>
  (
    await scene.find<{ id: number }>(
      sql`select id from activities where starts_at <= ${scene.api.clock.now()} and ends_at > ${scene.api.clock.now()} and withdrawn_at is null order by id limit 1`,
    )
  ).id;

export const STORE: readonly Write[] = [
  write(appStore.check)(() =>
    Promise.resolve({
      input: {
        apps: [{ app_key: 'gitea' }, { app_key: 'nginx' }],
        server: { os: 'debian', os_version: '12', arch: 'x86_64', mem_mb: 2048, disk_mb: 20_000, cores: 2 },
      },
    }),
  ),
  write(
    appStore.report,
    'by a visitor',
  )(async (scene) => ({
    input: {
      id: await scene.storeApp(),
      reason: 'broken',
      text: 'It stops as soon as it has started.',
      email: 'reader@example.com',
    },
  })),
  write(
    appStore.report,
    'by a user',
  )(async (scene) => ({
    input: {
      id: await scene.storeApp(),
      reason: 'malicious',
      text: 'It sends our keys to a stranger.',
    },
    by: await scene.member(),
  })),
  write(appStore.download)(async (scene) => {
    const { version } = await scene.find<{ version: string }>(
      sql`select v.version from app_versions v join apps a on a.current_version_id = v.id where a.app_key = 'gitea'`,
    );
    return { input: { app_key: 'gitea', version, client_id: 'a-client-of-somebody' } };
  }),
  write(appStore.view)(async (scene) => ({ input: { id: await scene.storeApp() } })),
  write(appStore.save)(async (scene) => ({
    input: { id: await scene.storeApp() },
    by: await scene.member(),
  })),
  write(appStore.unsave)(async (scene) => {
    const [me, id] = [await scene.member(), await scene.storeApp()];
    await scene.api.call(appStore.save, { id }, me);
    return { input: { id }, by: me };
  }),

  write(activity.join)(async (scene) => ({ input: { id: await running(scene) }, by: await scene.member() })),
  write(feedback.upload)(async (scene) => ({ input: await shot(), by: await scene.member() })),
  write(feedback.discard)(async (scene) => {
    const me = await scene.member();
    const { data } = await scene.api.call(feedback.upload, await shot(), me);
    return { input: { id: data.id }, by: me };
  }),
  write(feedback.submit)(async (scene) => {
    const me = await scene.member();
    const { data } = await scene.api.call(feedback.upload, await shot(), me);
    return {
      input: {
        type: 'defect',
        title: 'The cursor jumps',
        description: 'After saving a large file.\nEvery time.',
        contact: { kind: 'wechat', value: 'chen-xiaohang' },
        attachment_ids: [data.id],
        captcha_ticket: await ticketFor(scene.api, 'feedback'),
      },
      by: me,
    };
  }),

  write(subscribe.create)(async ({ api, named }) => {
    const email = named('reader', someEmail());
    return { input: { email, captcha_ticket: await ticketFor(api, 'subscribe'), locale: 'zh' } };
  }),
  write(subscribe.confirm)(async (scene) => {
    const token = await subscribed(scene, scene.named('reader', someEmail()));
    return { input: { token } };
  }),
  write(subscribe.unsubscribe)(async (scene) => {
    const email = scene.named('reader', someEmail());
    await scene.api.call(subscribe.confirm, { token: await subscribed(scene, email) });
    return { input: { token: (await scene.linkTo(email, '/subscribe?')).get('token') ?? '' } };
  }),
  writeOf(mail.unsubscribe)(async (scene) => {
    const { id } = await scene.member();
    const url = new URL(leavingOf(scene.api.app.config, id, 'feedback_answer').href).pathname;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { url, headers, payload: 'List-Unsubscribe=One-Click' };
  }),

  write(clientDownload.update)(async (scene) => {
    const { code, fingerprint } = await licence(scene, 'bound');
    return { input: { platform: 'mac-arm64', version: '1.3.2', code, fingerprint } };
  }),
  write(clientDownload.claim)(async ({ api }) => ({
    input: {
      invitation_code: (await createInvitation(api.app, COMMAND, {})).code,
      platform: 'windows-x64',
      protocol_id: 'client-download',
      protocol_version: '1.0.0',
      agree: true,
    },
  })),
  write(invite.request)(async ({ api, named }) => ({
    input: {
      email: named('reader', someEmail()),
      purpose: 'Ten servers of a school',
      captcha_ticket: await ticketFor(api, 'invite'),
      locale: 'zh',
    },
  })),

  write(authCode.verify)(async (scene) => {
    const { code, fingerprint } = await licence(scene, 'bound');
    return { input: { code, fingerprint, nonce: '0123456789abcdef0123456789abcdef' } };
  }),
  write(authCode.bind)(async (scene) => {
    const { me, code } = await licence(scene, 'unused');
    const fingerprint = scene.named('new server', someServer());
    return { input: { code, server_name: 'web-1', fingerprint }, by: me };
  }),
  write(authCode.unbind)(async (scene) => {
    const { me, id, code, fingerprint } = await licence(scene, 'bound');
    await scene.api.call(authCode.verify, { code, fingerprint, nonce: 'a-nonce' });
    return { input: { id, reason: 'moving' }, by: me };
  }),
  write(authCode.edit)(async (scene) => {
    const { me, id } = await licence(scene, 'bound');
    return { input: { id, remark: 'the school' }, by: me };
  }),
  write(authCode.renew)(async (scene) => {
    const { me, id } = await licence(scene, 'bound');
    return { input: { id, plan: 'm6' }, by: me };
  }),
  write(authCode.transfer)(async (scene) => {
    const { me, id } = await licence(scene, 'unbound');
    const { email } = await scene.member('taker');
    return { input: { id, to_email: email }, by: me };
  }),
  write(authCode.transferCancel)(async (scene) => {
    const { me, id } = await licence(scene, 'unbound');
    const { email } = await scene.member('taker');
    const { data } = await scene.api.call(authCode.transfer, { id, to_email: email }, me);
    return { input: { transfer_id: data.transfer?.id ?? 0 }, by: me };
  }),
  write(authCode.transferAccept)(async (scene) => {
    const { me, id } = await licence(scene, 'unbound');
    const taker = await scene.member('taker');
    await scene.api.call(authCode.edit, { id, remark: 'the school' }, me);
    const { data } = await scene.api.call(authCode.transfer, { id, to_email: taker.email }, me);
    return { input: { transfer_id: data.transfer?.id ?? 0 }, by: taker };
  }),
  write(authCode.offlineRequest)(async (scene) => {
    const { me, code } = await licence(scene, 'unused');
    const client = offlineClient();
    scene.named('new server', client.fingerprint);
    return { input: { request: client.request(code) }, by: me };
  }),
  write(authCode.offlineRenew)(async (scene) => {
    const { me, id, code, fingerprint } = await licence(scene, 'bound');
    const client = offlineClient(fingerprint);
    await scene.api.call(authCode.offlineRequest, { request: client.request(code) }, me);
    return { input: { id }, by: me };
  }),

  write(order.create)(async (scene) => ({
    input: { plan: 'm3', quantity: 2 },
    by: await scene.member(),
  })),
  write(
    order.pay,
    'by bank transfer',
  )(async (scene) => {
    const { me, order_no } = await ordered(scene, 'pending');
    return { input: { order_no, provider: 'bank_transfer' }, by: me };
  }),
  write(
    order.pay,
    'in the sandbox',
  )(async (scene) => {
    const me = await scene.member();
    const { order_no } = await placed(scene.api, me);
    return { input: { order_no, provider: 'sandbox' }, by: me };
  }),
  write(
    order.pay,
    'by card',
  )(async (scene) => {
    const me = await scene.member();
    const { order_no } = await placed(scene.api, me);
    return { input: { order_no, provider: 'stripe' }, by: me };
  }),
  write(order.cancel)(async (scene) => {
    const { me, order_no } = await ordered(scene, 'pending');
    return { input: { order_no }, by: me };
  }),
  write(order.refundRequest)(async (scene) => {
    const { me, order_no } = await ordered(scene, 'paid');
    return { input: { order_no, reason: 'Two were bought by mistake' }, by: me };
  }),
  write(order.invoiceRequest)(async (scene) => {
    const { me, order_no } = await ordered(scene, 'paid');
    const input = { order_no, kind: 'company', title: '望潮软件', tax_no: '91310115MA1H000000' };
    return { input, by: me };
  }),
  write(order.invoiceLink)(async (scene) => {
    const { me, order_no } = await ordered(scene, 'paid');
    return { input: { order_no }, by: me };
  }),
  writeOf(
    payNotify.notify,
    'that it was paid',
  )(async (scene) => sandboxNotice(scene, (await ordered(scene, 'pending')).order_no)),
  writeOf(
    payNotify.notify,
    'that it failed',
  )(async (scene) => sandboxNotice(scene, (await ordered(scene, 'pending')).order_no, 'failed')),
  writeOf(
    payNotify.notify,
    'that a renewal was paid',
  )(async (scene) => {
    const { me, id } = await licence(scene, 'bound');
    const { data } = await scene.api.call(authCode.renew, { id, plan: 'm6' }, me);
    await paying(scene.api, me, data.order_no);
    return sandboxNotice(scene, data.order_no);
  }),
  writeOf(payNotify.alipay)((scene) => companyNotice(scene, 'alipay')),
  writeOf(payNotify.wechatPay)((scene) => companyNotice(scene, 'wechat_pay')),
  writeOf(payNotify.stripe)((scene) => companyNotice(scene, 'stripe')),
];
