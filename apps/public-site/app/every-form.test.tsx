import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  activity,
  appStore,
  authCode,
  clientDownload,
  feedback,
  invite,
  order,
  subscribe,
  userAuth,
  userDevice,
  userFactor,
  userInfo,
  type Activity,
  type ClientRelease,
  type DeletionOutlook,
  type DeviceRequest,
  type Endpoint,
  type LicenceWithCode,
  type OrderDetail,
} from '@yunduo/api-contract';
import { ApiError } from '@yunduo/api-client';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, keysOf, markup, message, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, type FakeClient } from '@yunduo/data-access/testing';
import { en as shared } from '@yunduo/i18n/en';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionStarted, WRITTEN } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { formatInvitationCode, formatLicenceCode } from '@yunduo/validation';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { panelOf } from './features/account/panels.ts';
import { SITE } from './testing/site.ts';

// Submits every form of the public site, and asserts what the user sees when the server refuses (specification §8).

jest.setTimeout(60_000);

// The slider has its own tests: here a press solves it.
const Passed = ({ onTicket }: { onTicket: (ticket: string) => void }) => (
  <button onClick={() => onTicket('ticket')}>pass the slider</button>
);
jest.unstable_mockModule('./forms/captcha-dialog.tsx', () => ({ default: Passed }));

const { MailForm } = await import('./features/home/mail-form.tsx');
const { ClaimForm } = await import('./features/download/claim-form.tsx');
const { InviteForm } = await import('./features/download/invite-form.tsx');
const { OrderForm } = await import('./features/licence/order-form.tsx');
const { SignInForm } = await import('./features/login/sign-in-form.tsx');
const { RegisterForm } = await import('./features/login/register-form.tsx');
const { ResetForm } = await import('./features/login/reset-form.tsx');
const { default: SecondStep } = await import('./features/login/second-step.tsx');
const { default: MailLink } = await import('./features/login/mail-link.tsx');
const { default: DeviceRoute } = await import('./features/device/route.tsx');
const { Question } = await import('./features/device/question.tsx');
const { PrepareDeletion } = await import('./features/account/settings/prepare-deletion.tsx');
const { ConfirmDeletion } = await import('./features/account/settings/confirm-deletion.tsx');
const { default: ChangePassword } = await import('./features/account/change-password/change-password.tsx');
const { VerifyIdentity } = await import('./features/account/change-email/verify-identity.tsx');
const { VerifyNewEmail } = await import('./features/account/change-email/verify-new-email.tsx');
const { Commit } = await import('./features/account/change-email/commit.tsx');
const { Profile } = await import('./features/account/profile/profile.tsx');
const { AvatarPicker } = await import('./features/account/profile/avatar-picker.tsx');
const { SetUp } = await import('./features/account/second-factor/steps.tsx');
const { RenamePasskey } = await import('./features/account/second-factor/passkey-dialogs.tsx');
const { Payment } = await import('./features/account/orders/payment.tsx');
const { InvoiceDialog } = await import('./features/account/orders/invoice-dialog.tsx');
const { RefundDialog } = await import('./features/account/orders/refund-dialog.tsx');
const { OfflineDialog } = await import('./features/account/licences/offline-dialog.tsx');
const { BindDialog } = await import('./features/account/licences/bind-dialog.tsx');
const { UnbindDialog } = await import('./features/account/licences/unbind-dialog.tsx');
const { TransferDialog } = await import('./features/account/licences/transfer-dialog.tsx');
const { RenewDialog } = await import('./features/account/licences/renew-dialog.tsx');
const { NoteDialog } = await import('./features/account/licences/note-dialog.tsx');
const { FeedbackForm } = await import('./features/feedback/form/feedback-form.tsx');
const { default: ReportDialog } = await import('./features/store/detail/report/report-dialog.tsx');
const { default: CheckDialog } = await import('./features/store/detail/check/check-dialog.tsx');
const { Join } = await import('./features/activity/join.tsx');
const { Confirm } = await import('./features/newsletter/confirm.tsx');
const { Unsubscribe } = await import('./features/newsletter/unsubscribe.tsx');
const { AccountNav } = await import('./features/account/account-nav.tsx');
const { default: AccountSettings } = await import('./features/account/settings/account-settings.tsx');
const { MailPreferences } = await import('./features/account/settings/mail-preferences.tsx');
const { RecentActivity } = await import('./features/account/settings/recent-activity.tsx');
const { Sessions } = await import('./features/account/security/sessions.tsx');
const { default: SecondFactor } = await import('./features/account/second-factor/second-factor.tsx');
const { default: Orders } = await import('./features/account/orders/orders.tsx');
const { InvoiceSection } = await import('./features/account/orders/invoice-section.tsx');
const { default: Licences } = await import('./features/account/licences/licences.tsx');
const { LicenceFiles } = await import('./features/account/licences/licence-files.tsx');
const { IncomingTransfers } = await import('./features/account/licences/incoming-transfers.tsx');
const { default: Mine } = await import('./features/feedback/tickets/mine.tsx');
const { default: Ticket } = await import('./features/feedback/tickets/ticket.tsx');
const { SaveButton } = await import('./features/store/detail/save/save-button.tsx');

interface Form {
  /** The file that submits it, relative to `app`. */
  file: string;
  call: Endpoint;
  view: ReactNode;
  /** Query of the page's address. */
  at?: string;
  /** By field name: the text to type, the option to choose, or true for a checkbox. */
  fill?: Record<string, string | true>;
  /** Label of the button that submits it; by default the submit button. */
  send?: (words: typeof en) => string;
  /** Steps before it can be filled in. */
  begin?: (words: typeof en) => Promise<void>;
}

const nothing = () => undefined;
const leave = jest.fn();
const started = () => nothing;
const user = userFixture();
const password = 'Harbour-2026-bell';
const code = formatLicenceCode(Array.from({ length: 26 }, (_, index) => index));
const device: DeviceRequest = {
  user_code: 'WDJB-MJHT',
  device_name: 'Workshop laptop',
  system: 'Windows 11',
  network: '203.0.113.x',
  same_network: true,
  asked_at: '2026-11-26T00:00:00.000Z',
  expires_at: '2026-11-26T00:10:00.000Z',
};
const licence: LicenceWithCode = {
  id: 5,
  code,
  code_tail: code.slice(-4),
  plan: 'm3',
  state: 'unused',
  remark: '',
  server: null,
  started_at: null,
  expires_at: null,
  days_left: null,
  in_grace: false,
  grace_until: null,
  last_seen_at: null,
  cloned: null,
  offline: null,
  revoked_at: null,
  order_no: null,
  transfer: null,
  actions: ['bind', 'edit', 'transfer'],
  created_at: '2026-11-18T01:05:00.000Z',
};
const bought = {
  order_no: 'YD20261118-AAAAA-BBBBB',
  status: 'pending',
  amount: 2_900,
  currency: 'CNY',
  provider: null,
  providers: ['bank_transfer', 'sandbox'],
  transfer: null,
  expires_at: '2026-11-18T01:35:00.000Z',
  expires_in: 1800,
  invoice: null,
  renews: null,
} as unknown as OrderDetail;
const release: ClientRelease = {
  version: '1.4.0',
  published_at: '2026-11-01T00:00:00.000Z',
  current: true,
  notes: '',
  platforms: [
    {
      platform: 'mac-arm64',
      system: '',
      filename: 'yunduo.zip',
      size: 1,
      human_size: '1 MB',
      sha256: '0'.repeat(64),
    },
  ],
};
const running = { id: 3, state: 'in_progress' } as Activity;
const outlook = {
  ready: true,
  blockers: [],
  removes: { live_licences: 0, apps: 0, feedback: 0, activities: 0, subscription: false },
  keeps: { orders: 0, apps: 0, consents: 0 },
  expires_in: 600,
} as unknown as DeletionOutlook;
const plans = { list: [{ plan: 'm1', name: '1', note: '', months: 1, price: 1, currency: 'CNY' }], keys: [] };
const account = { email: 'user@yunduo.test', password, agree: true as const };
const withCode = { email: 'user@yunduo.test', code: '123456', password, password_confirm: password };

const FORMS: Record<string, Form> = {
  newsletter: {
    file: 'features/home/mail-form.tsx',
    call: subscribe.create,
    view: <MailForm />,
    fill: { email: 'user@yunduo.test' },
  },
  'the client’s download': {
    file: 'features/download/claim-form.tsx',
    call: clientDownload.claim,
    view: <ClaimForm release={release} protocol={{ id: 'client-download', version: '1.0.0' }} site={SITE} />,
    fill: {
      invitation_code: formatInvitationCode(Array.from({ length: 14 }, (_, index) => index)),
      platform: 'mac-arm64',
      agree: true,
    },
  },
  'a request for an invitation': {
    file: 'features/download/invite-form.tsx',
    call: invite.request,
    view: <InviteForm supportEmail="support@example.com" />,
    begin: async () => {
      fireEvent.change(document.querySelector('textarea') as HTMLElement, { target: { value: 'Servers' } });
    },
    fill: { email: 'user@yunduo.test' },
  },
  'an order': {
    file: 'features/licence/order-form.tsx',
    call: order.create,
    view: <OrderForm offers={plans.list as never} providers={['bank_transfer']} />,
    at: '?plan=m1&quantity=2',
  },
  'sign-in': {
    file: 'features/login/sign-in-form.tsx',
    call: userAuth.login,
    view: <SignInForm onBegin={started} />,
    fill: account,
  },
  'the second step of signing in': {
    file: 'features/login/second-step.tsx',
    call: userAuth.secondStep,
    view: (
      <SecondStep
        ticket="ticket"
        methods={['totp', 'recovery']}
        rUrl={undefined}
        onBegin={started}
        onSignedIn={nothing}
        onBack={leave}
      />
    ),
    fill: { code: '123456' },
  },
  registration: {
    file: 'features/login/register-form.tsx',
    call: userAuth.register,
    view: <RegisterForm onBegin={started} />,
    fill: { ...withCode, agree: true },
  },
  'a forgotten password': {
    file: 'features/login/reset-form.tsx',
    call: userAuth.resetPassword,
    view: <ResetForm />,
    fill: withCode,
  },
  'a code by mail': {
    file: 'forms/code-field.tsx',
    call: userAuth.sendEmail,
    view: <ResetForm />,
    fill: { email: 'user@yunduo.test' },
    send: ({ forms }) => forms.send_code,
  },
  'an e-mail change taken back': {
    file: 'features/login/mail-link.tsx',
    call: userAuth.emailChangeUndo,
    view: <MailLink action="undo" />,
    at: '?section=undo-email&token=secret',
    send: ({ mailLinks }) => mailLinks.undo.submit,
  },
  'a sign-in that was somebody else’s': {
    file: 'features/login/mail-link.tsx',
    call: userAuth.disownSession,
    view: <MailLink action="not_me" />,
    at: '?section=not-me&token=secret',
    send: ({ mailLinks }) => mailLinks.not_me.submit,
  },
  'the code of a device': {
    file: 'features/device/route.tsx',
    call: userDevice.lookup,
    view: <DeviceRoute />,
    fill: { user_code: 'wdjb mjht' },
  },
  'a device that asks': {
    file: 'features/device/question.tsx',
    call: userDevice.allow,
    view: <Question device={device} onDecided={nothing} onAgain={nothing} />,
    send: ({ device: words }) => words.ask.allow,
  },
  'a deletion that begins': {
    file: 'features/account/settings/prepare-deletion.tsx',
    call: userInfo.deletePrepare,
    view: <PrepareDeletion onCancel={leave} onPrepared={nothing} />,
    fill: { password },
  },
  'a deletion': {
    file: 'features/account/settings/confirm-deletion.tsx',
    call: userInfo.deleteConfirm,
    view: (
      <ConfirmDeletion
        outlook={outlook}
        email={user.email}
        onCancel={leave}
        onAgain={nothing}
        onDeleted={nothing}
      />
    ),
    fill: { code: '123456' },
  },
  'another password': {
    file: 'features/account/change-password/change-password.tsx',
    call: userInfo.changePassword,
    view: <ChangePassword />,
    fill: { old_password: 'Old-harbour-1', password: 'Harbour-26-bell', password_confirm: 'Harbour-26-bell' },
  },
  'an authenticator app': {
    file: 'features/account/second-factor/steps.tsx',
    call: userFactor.totpConfirm,
    view: (
      <SetUp
        setup={{ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a' }}
        onCancel={leave}
        onAgain={nothing}
        onDone={nothing}
      />
    ),
    fill: { code: '123456' },
  },
  'a passkey’s name': {
    file: 'features/account/second-factor/passkey-dialogs.tsx',
    call: userFactor.passkeyRename,
    view: (
      <RenamePasskey
        passkey={{
          id: 7,
          label: 'Laptop',
          backed_up: false,
          created_at: '2026-11-20T18:30:00.000Z',
          last_used_at: null,
        }}
        onClose={leave}
      />
    ),
    fill: { label: 'Phone' },
  },
  'the first step of another e-mail': {
    file: 'features/account/change-email/verify-identity.tsx',
    call: userInfo.changeEmailVerify,
    view: <VerifyIdentity email={user.email} onVerified={nothing} />,
    fill: { code: '123456' },
  },
  'the second step of another e-mail': {
    file: 'features/account/change-email/verify-new-email.tsx',
    call: userInfo.changeEmailConfirm,
    view: <VerifyNewEmail user={user} token="t" onVerified={nothing} onStartAgain={nothing} />,
    fill: { email: 'other@yunduo.test', code: '123456' },
  },
  'the last step of another e-mail': {
    file: 'features/account/change-email/commit.tsx',
    call: userInfo.changeEmailCommit,
    view: <Commit token="t" from="a@b.cn" to="c@d.cn" onDone={nothing} onStartAgain={nothing} />,
    send: ({ account: words }) => words.email.commit,
  },
  'person info': {
    file: 'features/account/profile/profile.tsx',
    call: userInfo.saveUser,
    view: <Profile user={user} />,
    fill: { nickname: '掌舵人Lin7', gender: 'secret', birthday: '1990-02-28' },
  },
  'a picture': {
    file: 'features/account/profile/avatar-picker.tsx',
    call: userInfo.uploadHeadImg,
    view: <AvatarPicker user={user} />,
    begin: async () => {
      const input = document.querySelector('input[type=file]') as HTMLInputElement;
      fireEvent.change(input, { target: { files: [new File(['x'], 'me.png', { type: 'image/png' })] } });
    },
    send: ({ account: words }) => words.person.avatar_save,
  },
  'a payment': {
    file: 'features/account/orders/payment.tsx',
    call: order.pay,
    view: <Payment order={bought} ending="" refreshing={false} onCheck={nothing} />,
  },
  'an invoice': {
    file: 'features/account/orders/invoice-dialog.tsx',
    call: order.invoiceRequest,
    view: <InvoiceDialog order={bought as never} onClose={leave} />,
    fill: { title: 'Lin Bei' },
  },
  'a refund': {
    file: 'features/account/orders/refund-dialog.tsx',
    call: order.refundRequest,
    view: <RefundDialog order={bought} onClose={leave} />,
    fill: { reason: 'Bought one too many.' },
  },
  'a code for a server without a network': {
    file: 'features/account/licences/offline-dialog.tsx',
    call: authCode.offlineRequest,
    view: <OfflineDialog onClose={leave} />,
    fill: { request: '{}' },
  },
  'a code that is bound': {
    file: 'features/account/licences/bind-dialog.tsx',
    call: authCode.bind,
    view: <BindDialog licence={licence} onClose={leave} />,
    fill: { server_name: 'web-1', fingerprint: 'ab'.repeat(32) },
  },
  'a code that is taken off its server': {
    file: 'features/account/licences/unbind-dialog.tsx',
    call: authCode.unbind,
    view: <UnbindDialog licence={licence} onClose={leave} />,
    fill: { reason: 'moved' },
  },
  'a code that is given away': {
    file: 'features/account/licences/transfer-dialog.tsx',
    call: authCode.transfer,
    view: <TransferDialog licence={licence} onClose={leave} />,
    fill: { to_email: 'other@yunduo.test' },
  },
  'a code that is renewed': {
    file: 'features/account/licences/renew-dialog.tsx',
    call: authCode.renew,
    view: <RenewDialog licence={licence} onClose={leave} />,
    begin: async () => void (await screen.findByRole('radio')),
    fill: { plan: 'm1' },
  },
  'a remark': {
    file: 'features/account/licences/note-dialog.tsx',
    call: authCode.edit,
    view: <NoteDialog licence={licence} onClose={leave} />,
    fill: { remark: 'the old one' },
  },
  feedback: {
    file: 'features/feedback/form/feedback-form.tsx',
    call: feedback.submit,
    view: <FeedbackForm />,
    begin: async () => {
      fireEvent.change(document.querySelector('textarea') as HTMLElement, { target: { value: 'Open it.' } });
    },
    fill: { type: 'defect', title: 'The cursor jumps' },
  },
  'a report': {
    file: 'features/store/detail/report/report-dialog.tsx',
    call: appStore.report,
    view: <ReportDialog id={7} name="Redis" onClose={leave} />,
    fill: { reason: 'other', text: 'It does not start on any of my servers.' },
  },
  'a check of a server': {
    file: 'features/store/detail/check/check-dialog.tsx',
    call: appStore.check,
    view: <CheckDialog app={{ app_key: 'redis', name: 'Redis' }} onClose={leave} />,
    fill: { mem_gb: '4' },
  },
  'an activity': {
    file: 'features/activity/join.tsx',
    call: activity.join,
    view: <Join activity={running} joinedAt={null} />,
    send: ({ activity: words }) => words.join,
  },
  'a subscription': {
    file: 'features/newsletter/confirm.tsx',
    call: subscribe.confirm,
    view: <Confirm token="t" />,
    send: ({ newsletter: words }) => words.confirm.submit,
  },
  'leaving the newsletter': {
    file: 'features/newsletter/unsubscribe.tsx',
    call: subscribe.unsubscribe,
    view: <Unsubscribe token="t" />,
    send: ({ newsletter: words }) => words.unsubscribe.submit,
  },
};
/**
 * A page's data request, and the redirect after sign-in, whose failures belong to the page: they have their own tests.
 */
const NO_FORMS = ['features/feedback/tickets/ticket.tsx', 'features/login/use-leave.ts'];

test('every file that calls handledByForm is listed in the table', () => {
  const sending = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => readFileSync(join(import.meta.dirname, name), 'utf8').includes('handledByForm('));
  const named = [...NO_FORMS, ...Object.values(FORMS).map(({ file }) => file)];
  expect([...new Set(named)].sort()).toEqual(sending.sort());
});

const MSG = '服务器的原话 / the server’s own words';
const WORDS = { zh, en };
const REFUSED = { zh: '服务器拒绝访问', en: 'The server refused access' };
const BUSY = { zh: '服务器繁忙，请稍后重试', en: 'The server is busy, please try again later' };
const ANSWERS = [
  { status: 400, zh: MSG, en: MSG },
  { status: 403, ...REFUSED },
  { status: 404, zh: MSG, en: MSG },
  { status: 500, zh: MSG, en: MSG },
  { status: 418, ...BUSY },
  { status: 0, ...BUSY },
];
/** The text of a rejected field that has no sentence of its own. */
const INVALID = shared.validation.field_invalid;
const failureOf = (status: number): ApiError =>
  status === 0
    ? new ApiError({ code: 'NO_ANSWER' })
    : new ApiError({ status, code: status === 404 ? 'NOT_FOUND' : 'INTERNAL', msg: MSG });

/** Types into the named fields or chooses their options. */
function fillIn(fill: NonNullable<Form['fill']>): void {
  for (const [name, value] of Object.entries(fill)) {
    const fields = [...document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
    const field = fields.find((one) => one.type !== 'radio' || one.value === value);
    if (!field) throw new Error(`There is no field ${name}.`);
    if (field.type === 'checkbox' || field.type === 'radio') fireEvent.click(field);
    else fireEvent.change(field, { target: { value } });
  }
}
const written = (): string[] =>
  Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea'), ({ name, value, checked }) =>
    [name, value, checked].join(),
  );

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // jsdom does not implement object URLs.
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = nothing;
  // Nor passkeys and tabs.
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: nothing });
  window.open = () => null;
});
afterEach(() => {
  cleanup();
  act(clearMessages);
});

/** Opens a form, fills it in, and returns what sends it. */
async function open({ view, at = '', fill, begin, send, file }: Form, locale: 'zh' | 'en', given?: object) {
  const words = (given ?? WORDS[locale]) as typeof en;
  const client = fakeClient(
    [authCode.plans, plans],
    [authCode.detail, { unbind: {} }],
    [userInfo.index, user],
  );
  const shown = inShell(view, {
    locale,
    words,
    client,
    path: `${locale === 'en' ? '/en' : ''}/auth${at}`,
    frame: <Toasts />,
  });
  render(shown.element);
  // Sign-in and registration have no session yet.
  if (!file.startsWith('features/login/'))
    act(() => void shown.store.dispatch(sessionStarted({ token: 'yd_1', user })));
  await begin?.(words);
  if (fill) await act(async () => fillIn(fill));
  const sender = () =>
    send
      ? screen.findByRole('button', { name: send(words) })
      : waitFor(() => {
          const found = document.querySelector('button[type=submit]:not([aria-disabled=true])');
          if (!found) throw new Error('Nothing sends it.');
          return found;
        });
  return { client, sender };
}

/** Waits until the call was sent `times`, and passes the slider before it. */
const isSent = (client: FakeClient, call: Endpoint, times: number) =>
  waitFor(() => {
    const slider = screen.queryByRole('button', { name: 'pass the slider' });
    if (slider) fireEvent.click(slider);
    expect(client.count(call)).toBe(times);
  });

/** Name of the draft in which a form keeps its input, with the object and the user that it belongs to. */
const DRAFTS: Readonly<Record<string, string>> = {
  newsletter: 'subscribe',
  'the client’s download': 'claim',
  'a request for an invitation': 'invite',
  'sign-in': 'sign-in',
  registration: 'sign-in',
  'a forgotten password': 'sign-in',
  'a code by mail': 'sign-in',
  'the second step of another e-mail': 'change-email:7',
  'person info': 'person:7',
  'an invoice': 'invoice:YD20261118-AAAAA-BBBBB',
  'a refund': 'refund:YD20261118-AAAAA-BBBBB',
  'a code for a server without a network': 'offline',
  'a code that is bound': 'bind:5',
  'a code that is taken off its server': 'unbind:5',
  'a code that is given away': 'transfer:5',
  'a code that is renewed': 'renew:5',
  'a remark': 'remark:5',
  'a passkey’s name': 'passkey:7',
  feedback: 'feedback',
  'a report': 'report:7',
  'a check of a server': 'server-facts',
};
const drafts = (): string[] =>
  [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage).filter((key) => key.startsWith(WRITTEN)),
  );

describe.each(Object.entries(FORMS))('%s', (name, form) => {
  test.each(['zh', 'en'] as const)(
    'shows each failure once and in place, in %s; keeps the input and can be resubmitted',
    async (locale) => {
      const { call } = form;
      const { client, sender } = await open(form, locale);
      const before = written();

      for (const [turn, { status, ...texts }] of ANSWERS.entries()) {
        act(clearMessages);
        client.answer(call, () => {
          throw failureOf(status);
        });
        fireEvent.click(await sender());
        await isSent(client, call, turn + 1);
        await waitFor(() =>
          expect([status, messageOrToast('alert')]).toEqual([status, expect.stringContaining(texts[locale])]),
        );
        await waitFor(() =>
          expect([status, messageOrToast('alert').split(texts[locale]).length]).toEqual([status, 2]),
        );
        // A refusal appears in the form; failures of session, permission, server or network in a toast above the page.
        const toast = document.querySelector('[data-above-dialogs]')?.textContent ?? '';
        expect([status, toast.includes(texts[locale])]).toEqual([status, ![400, 404].includes(status)]);
        expect(written()).toEqual(before);
      }
    },
  );

  test('has the recorded markup; keeps its draft by its object; is busy while its call is open, sends it once, without the earlier failure', async () => {
    const { call } = form;
    const { client, sender } = await open(form, 'en', keysOf(en));
    await sender();
    expect(markup()).toMatchSnapshot();
    expect(drafts()).toEqual(name in DRAFTS ? [`${WRITTEN}${DRAFTS[name]}`] : []);
    client.answer(call, () => {
      throw failureOf(400);
    });
    fireEvent.click(await sender());
    await isSent(client, call, 1);
    await waitFor(() => expect(message('alert')).toContain(MSG));
    let fail = nothing as () => void;
    client.answer(call, () => new Promise((_, reject) => (fail = () => reject(failureOf(400)))));
    const button = await sender();
    const rested = button.textContent;
    const times = client.count(call);
    fireEvent.click(button);
    await isSent(client, call, times + 1);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    // An upload has its bar beside the button.
    expect(button.textContent === rested).toBe(name === 'a picture');
    expect(messageOrToast('alert')).not.toContain(MSG);
    fireEvent.click(button);
    const around = button.closest('form');
    if (around) fireEvent.submit(around);
    await act(async () => fail());
    await waitFor(() => expect(message('alert')).toContain(MSG));
    expect(button.getAttribute('aria-busy')).toBeNull();
    expect(client.count(call)).toBe(times + 1);
    // A form in a dialog is left by the cross and by the button beside it.
    const dialog = button.closest('[role=dialog]');
    leave.mockClear();
    for (const exit of dialog?.querySelectorAll(
      '[aria-label=Close], [data-foot] button:not([type=submit])',
    ) ?? [])
      fireEvent.click(exit);
    expect(leave).toHaveBeenCalledTimes(dialog ? 2 : 0);
  });

  test('describes each rejected field by its error, and moves the focus to the first', async () => {
    const { call, fill = {} } = form;
    const { client, sender } = await open(form, 'en');
    const names = Object.keys(fill);
    client.answer(call, () => {
      throw new ApiError({
        status: 400,
        code: 'INTERNAL',
        msg: MSG,
        data: { fields: Object.fromEntries(names.map((name) => [name, 'field_invalid'])) },
      });
    });
    fireEvent.click(await sender());
    await isSent(client, call, 1);
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    const described = names.map((name) => {
      const field = document.querySelector(`[name="${name}"]`);
      const group = field?.closest('[role=radiogroup]') ?? field;
      const ids = (group?.getAttribute('aria-describedby') ?? '').split(' ');
      const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      return [name, group?.getAttribute('aria-invalid'), text.includes(MSG) || text.includes(INVALID)];
    });
    expect(described).toEqual(names.map((name) => [name, 'true', true]));
    const first = names.length > 0 && document.querySelector(names.map((name) => `[name="${name}"]`).join());
    if (first) expect(document.activeElement?.getAttribute('name')).toBe(first.getAttribute('name'));
  });
});

test.each([
  ['features/home/mail-form.tsx', en.home.email.another],
  ['features/download/invite-form.tsx', en.download.invite.another],
])('the focus moves with %s: to “%s”, and back to the field', async (file, another) => {
  const form = Object.values(FORMS).find((one) => one.file === file) as Form;
  const { client, sender } = await open(form, 'en');
  client.answer(form.call, {});
  fireEvent.click(await sender());
  await isSent(client, form.call, 1);
  const button = await screen.findByRole('button', { name: another });
  await waitFor(() => expect(document.activeElement).toBe(button));
  fireEvent.click(button);
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('email'));
});

/** A button without a form: it sends a call, or requests a part of a page that did not load. */
interface Press {
  call: Endpoint;
  view: ReactNode;
  at?: string;
  /** What the view requests before; of the call itself, the first answer. */
  answers?: [Endpoint, object | (() => never)][];
  /** Keys of the names of buttons that are pressed before. */
  begin?: string[];
  /** The key of its name, and of the name of the button that confirms it. */
  press?: [string, string?];
}
const away = () => {
  throw failureOf(500);
};
const made = '2026-11-18T01:05:00.000Z';
const factors = {
  totp: { created_at: made },
  passkeys: [{ id: 7, label: 'Laptop', backed_up: false, created_at: made, last_used_at: null }],
  recovery_codes_left: 3,
};
const device7 = { id: 7, device: 'Phone', current: false, created_at: made, last_used_at: made };
const file = { id: 1, server: 'web-01', issued_at: made, expires_at: null, state: 'valid' };
const offer = {
  id: 9,
  from_email: 'from@yunduo.test',
  code_tail: 'AB12',
  plan: 'm3',
  expires_at: '2099-11-25T01:05:00.000Z',
  state: 'unused',
  licence_expires_at: null,
  created_at: made,
} as const;
const event = { id: 1, at: made, event: 'sign_in_succeeded', device: '', network: '', count: 1 };

const PRESSES: Record<string, Press> = {
  'sign-out': {
    call: userAuth.logout,
    view: <AccountNav user={user} open={panelOf(new URLSearchParams())} onSignOut={nothing} />,
    press: ['account.sign_out'],
  },
  'a copy of the data': {
    call: userInfo.export,
    view: <AccountSettings user={user} onDeleted={nothing} />,
    answers: [
      [userInfo.mailPreferences, { mails: [] }],
      [userInfo.recentActivity, { list: [], total: 0 }],
    ],
    press: ['accountSettings.export.take'],
  },
  'older events': {
    call: userInfo.recentActivity,
    view: <RecentActivity />,
    answers: [[userInfo.recentActivity, { list: [event], total: 2 }]],
    press: ['accountSettings.activity.more'],
  },
  'the end of a session': {
    call: userInfo.revokeSession,
    view: <Sessions />,
    answers: [[userInfo.sessions, { list: [device7] }]],
    press: ['account.account.revoke_label'],
  },
  'the end of all others': {
    call: userInfo.revokeSession,
    view: <Sessions />,
    answers: [[userInfo.sessions, { list: [device7, { ...device7, id: 8 }] }]],
    press: ['account.account.revoke_others', 'account.account.revoke_others'],
  },
  'an authenticator app': {
    call: userFactor.totpBegin,
    view: <SecondFactor user={user} />,
    answers: [[userFactor.state, { totp: null, passkeys: [], recovery_codes_left: 0 }]],
    press: ['secondFactor.set_up'],
  },
  'another authenticator app': {
    call: userFactor.totpBegin,
    view: <SecondFactor user={user} />,
    answers: [[userFactor.state, factors]],
    press: ['secondFactor.replace'],
  },
  'an app that is removed': {
    call: userFactor.totpRemove,
    view: <SecondFactor user={user} />,
    answers: [[userFactor.state, factors]],
    press: ['secondFactor.remove_app', 'secondFactor.confirm_app.action'],
  },
  'new recovery codes': {
    call: userFactor.recoveryCodes,
    view: <SecondFactor user={user} />,
    answers: [[userFactor.state, factors]],
    press: ['secondFactor.renew', 'secondFactor.confirm_renew.action'],
  },
  'a passkey': {
    call: userFactor.passkeyBegin,
    view: <SecondFactor user={user} />,
    answers: [[userFactor.state, factors]],
    press: ['secondFactor.passkeys.add'],
  },
  'a passkey that is removed': {
    call: userFactor.passkeyRemove,
    view: <SecondFactor user={user} />,
    answers: [[userFactor.state, factors]],
    press: ['secondFactor.passkeys.remove_of', 'secondFactor.passkeys.confirm_remove.action'],
  },
  'a receipt': {
    call: order.invoiceLink,
    view: <InvoiceSection order={{ ...bought, actions: [] }} />,
    press: ['orders.receipt_view'],
  },
  'a licence file': {
    call: authCode.offlineRenew,
    view: <LicenceFiles licence={{ ...licence, files: [file], file_renewable: true } as never} />,
    press: ['licences.files.renew_label'],
  },
  'an offered licence': {
    call: authCode.transferAccept,
    view: <IncomingTransfers offers={[offer]} />,
    press: ['licences.incoming.accept_label'],
  },
  'an app to remember': {
    call: appStore.save,
    view: <SaveButton id={7} />,
    answers: [[appStore.saved, { saved: false }]],
    press: ['storeDetail.save.save'],
  },
  'an app to forget': {
    call: appStore.unsave,
    view: <SaveButton id={7} />,
    answers: [[appStore.saved, { saved: true }]],
    press: ['storeDetail.save.saved'],
  },
  'the way back to the newsletter': {
    call: subscribe.confirm,
    view: <Unsubscribe token="t" />,
    answers: [[subscribe.unsubscribe, { email: user.email, undo_token: 'u', expires_in: 600 }]],
    begin: ['newsletter.unsubscribe.submit'],
    press: ['newsletter.unsubscribe.undo'],
  },
  'the e-mail preferences': { call: userInfo.mailPreferences, view: <MailPreferences email={user.email} /> },
  'the events': { call: userInfo.recentActivity, view: <RecentActivity /> },
  'the sessions': { call: userInfo.sessions, view: <Sessions /> },
  'the second factors': { call: userFactor.state, view: <SecondFactor user={user} /> },
  'the orders': { call: order.list, view: <Orders /> },
  'an order': { call: order.detail, view: <Orders />, at: `?order=${bought.order_no}` },
  'the licences': { call: authCode.my, view: <Licences /> },
  'a licence': { call: authCode.detail, view: <Licences />, at: '?code=5' },
  'the tickets': { call: feedback.my, view: <Mine page={1} /> },
  'a ticket': { call: feedback.detail, view: <Ticket no="F-1" /> },
};

test.each(Object.entries(PRESSES))(
  '%s: the button is busy while its call is open, sends it once, and works again after a failure',
  async (_name, { call, view, at = '', answers = [[call, away]], begin = [], press = ['frame.retry'] }) => {
    const client = fakeClient(...answers);
    const shown = inShell(view, {
      locale: 'en',
      words: keysOf(en),
      client,
      path: `/en/user${at}`,
      frame: <Toasts />,
    });
    act(() => void shown.store.dispatch(sessionStarted({ token: 'yd_1', user })));
    render(shown.element);
    const named = async (key: string | undefined, place: Pick<typeof screen, 'findAllByRole'> = screen) => {
      const name = (text: string) => `${text} `.startsWith(`${key ?? ''} `);
      const [button] = await place.findAllByRole('button', { name, busy: false });
      return button as HTMLElement;
    };
    for (const key of begin) fireEvent.click(await named(key));
    const [first, confirm] = press;
    const button = await named(first);
    const before = client.count(call);
    let fail = nothing as () => void;
    client.answer(call, () => new Promise<never>((_, reject) => (fail = () => reject(failureOf(500)))));
    fireEvent.click(button);
    if (confirm) fireEvent.click(await named(confirm, within(await screen.findByRole('dialog'))));
    await waitFor(() => expect(client.count(call)).toBe(before + 1));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(button);
    await act(async () => fail());
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(client.count(call)).toBe(before + 1);
  },
);
