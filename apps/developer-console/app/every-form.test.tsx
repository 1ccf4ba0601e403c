import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  adminDecision,
  adminFeedback,
  adminOrder,
  adminReport,
  adminActivity,
  adminContent,
  adminInvite,
  adminProtocol,
  adminRelease,
  adminReview,
  adminUser,
  devApp,
  devCenter,
  devToken,
  devWebhook,
  userInfo,
  type AdminActivity,
  type AdminArticle,
  type AdminFeedback,
  type AdminOrder,
  type AppReport,
  type DevWebhook,
  type Endpoint,
  type Invitation,
  type Proposal,
  type ReviewDetail,
} from '@yunduo/api-contract';
import { ApiError } from '@yunduo/api-client';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, markup, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import type { Locale } from '@yunduo/i18n';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionStarted, WRITTEN } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { REJECT_REASONS, REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import JoinForm from './features/apps/join-form.tsx';
import NewAppDialog from './features/apps/new-app-dialog.tsx';
import CreateToken from './features/panel/create-token.tsx';
import PublisherForm from './features/panel/publisher-form.tsx';
import { Tokens } from './features/panel/tokens.tsx';
import { AnswerForm } from './features/desk/feedback/answer-form.tsx';
import AssignDialog from './features/desk/feedback/assign-dialog.tsx';
import ReportDialog from './features/desk/feedback/report-dialog.tsx';
import { Thread } from './features/desk/feedback/thread.tsx';
import { ProposalActions } from './features/desk/orders/decisions.tsx';
import DeclineDialog from './features/desk/orders/decline-dialog.tsx';
import OrderDialog, { type OrderStep } from './features/desk/orders/order-dialog.tsx';
import AccountDialog, { type AccountStep } from './features/desk/people/account-dialog.tsx';
import { AccountFile } from './features/desk/people/account-file.tsx';
import { ActivityForm } from './features/desk/content/activities.tsx';
import ArticleEditor from './features/desk/content/article-editor.tsx';
import ScheduleDialog from './features/desk/content/schedule.tsx';
import { Archive, WithdrawActivity, WithdrawVersion } from './features/desk/content/take-away.tsx';
import { ProtocolForm } from './features/desk/content/protocols.tsx';
import { CreateCodes } from './features/desk/releases/releases-room.tsx';
import { PublishForm, UpdateRules, Withdraw } from './features/desk/releases/releases.tsx';
import { Revoke } from './features/desk/releases/revoke.tsx';
import { AnswerDialog } from './features/desk/releases/requests.tsx';
import Decision from './features/review/decision.tsx';
import SuggestionForm from './features/review/suggestion-form.tsx';
import DeleteDialog from './features/versions/delete-dialog.tsx';
import NewVersion from './features/versions/new-version.tsx';
import { WebhookFile } from './features/webhooks/webhook-file.tsx';
import WebhookForm from './features/webhooks/webhook-form.tsx';
import ReplacementDialog from './features/versions/replacement-dialog.tsx';
import StepDialog from './features/versions/step-dialog.tsx';
import type { Step } from './features/versions/use-step.ts';
import VersionForm from './features/versions/version-form.tsx';
import { detailFixture, versionFixture } from './app-pages/detail.fixture.ts';
import SuggestionCard from './app-pages/suggestion-card.tsx';

// Submits every form of the developer center, asserts what the user sees when the server refuses (specification §8),
// and which fields are marked as required.

jest.setTimeout(60_000);

const WORDS = { zh: { ...zh, developerTerms: zhTerms }, en: { ...en, developerTerms: enTerms } };
type Words = (typeof WORDS)['en'];
type Hand = ReturnType<typeof userEvent.setup>;

interface Form {
  /** The file that submits it, relative to `app`. */
  file: string;
  call: Endpoint;
  view: (close: () => void) => ReactNode;
  /** Fills in the required fields; undefined if there are none. */
  fill?: (hand: Hand) => Promise<void>;
  /** Label of the button that submits it. */
  send: (words: Words) => string;
  /** The empty form, if it does not start empty. */
  empty?: () => ReactNode;
  /** Label of a second button that confirms it. */
  confirm?: (words: Words) => string;
  /** Message for a 404 that is not an error but means that the action is already done. */
  gone?: (words: Words) => string;
}

const detail = detailFixture({ open_version_id: 11, versions: [versionFixture()] });
const version = versionFixture();
const suggestion = {
  id: 40,
  field: 'intro' as const,
  text: 'Say what it backs up',
  created_at: '2026-11-18T02:00:00.000Z',
  version_id: 11,
  round: 1,
  resolved: false,
  answer: null,
  answered_at: null,
};
const both = (text: string) => ({ zh: text, en: text });
const review = {
  version_id: 9,
  round: 2,
  review_status: 'in_review',
  rounds: [],
  app: { status: 'pending_release', taken_down: false },
  suggestions: [],
  checklist: {
    decided_at: null,
    checks: REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes', note: '' })),
  },
  content: { name: both('Keel') },
  facts: { version: '1.0.0' },
} as unknown as ReviewDetail;
const boxes = () => screen.getAllByRole('textbox');
const type = async (hand: Hand, ...texts: string[]): Promise<void> => {
  for (const [place, text] of texts.entries()) await hand.type(boxes()[place] as HTMLElement, text);
};
const step = (name: Step, call: Endpoint): Form => ({
  file: 'features/versions/use-step.ts',
  call,
  view: (close) => (
    <StepDialog step={name} detail={detail} version={version} draftKey={`k:${name}`} onClose={close} />
  ),
  ...(['appeal', 'yank'].includes(name) && { fill: (hand: Hand) => type(hand, 'Because') }),
  send: ({ versions }) => versions.step[name].name,
});

const bought = {
  order_no: 'YD20261121-7K3M9-QXW2H',
  status: 'pending',
  amount: 2_900,
  currency: 'CNY',
  invoice: { title: '', requested_at: '2026-11-20T02:00:00.000Z' },
} as AdminOrder;
const unbooked = { payment_no: 'YP-1', amount: 2_900, provider: 'stripe' } as AdminOrder['payments'][number];
const CALL_OF_ORDER_STEP: Record<OrderStep, Endpoint> = {
  transfer: adminOrder.confirmTransfer,
  approve: adminOrder.refundDecide,
  refuse: adminOrder.refundDecide,
  issued: adminOrder.invoiceDecide,
  declined: adminOrder.invoiceDecide,
  give_back: adminOrder.returnPayment,
};
const orderStep = (name: OrderStep, fill?: Form['fill']): Form => ({
  file: 'features/desk/orders/order-dialog.tsx',
  call: CALL_OF_ORDER_STEP[name],
  view: (close) => <OrderDialog step={name} order={bought} payment={unbooked} onClose={close} />,
  ...(fill && { fill }),
  send: ({ deskOrders }) => deskOrders[name].submit,
});
const CALL_OF_STEP: Record<AccountStep['kind'], Endpoint> = {
  end: adminUser.endSessions,
  factor: adminUser.removeFactor,
  disable: adminUser.disable,
  enable: adminUser.disable,
  delete: adminUser.delete,
};
const accountStep = (kind: AccountStep['kind']): Form => ({
  file: 'features/desk/people/account-dialog.tsx',
  call: CALL_OF_STEP[kind],
  view: (close) => (
    <AccountDialog
      step={kind === 'end' ? { kind, session: null } : { kind }}
      email="a@example.com"
      onClose={close}
    />
  ),
  send: ({ deskPeople }) => deskPeople[kind],
});
/** The rich text editor is a separate chunk: both fields exist once it has loaded. */
const editorsReady = () =>
  waitFor(() => expect(document.querySelectorAll('[contenteditable=true]')).toHaveLength(2));
const agreement = (markdown: { zh: string; en: string }) => ({
  id: 'privacy-policy' as const,
  title: both('Privacy policy'),
  version: '1.1.0',
  published_at: '2026-10-01T00:00:00.000Z',
  current: true,
  announced: false,
  markdown,
  hash: both('a'),
});
const webhook: DevWebhook = {
  id: 7,
  url: 'https://ci.example.com/hook',
  events: ['review.decided'],
  app: null,
  state: 'live',
  failing_since: null,
  disabled_at: null,
  disabled_by: null,
  created_at: '2026-11-18T02:00:00.000Z',
  secret_created_at: '2026-11-18T02:00:00.000Z',
  previous_secret_until: null,
  revision: 1,
};
const inviteRequest = {
  id: 5,
  email: 'lin@example.com',
  locale: 'en' as const,
  purpose: 'Servers of a school',
  state: 'open' as const,
  created_at: '2026-11-18T02:00:00.000Z',
  answered_at: null,
  answer: '',
  invitation: null,
};
const ourRelease = {
  product: 'client' as const,
  version: '1.4.1',
  published_at: '2026-10-01T00:00:00.000Z',
  withdrawn_at: null,
  reason: null,
  mandatory: false,
  minimum: null,
  notes: both('New'),
  image: null,
  digest: null,
  artefacts: [],
};

const FORMS: Record<string, Form> = {
  'a bank transfer that is confirmed': orderStep('transfer', (hand) => type(hand, '29.00', 'BANK-1')),
  'a refund that is approved': orderStep('approve'),
  'a refund that is refused': orderStep('refuse', (hand) => type(hand, 'Used for months')),
  'an invoice that was issued': orderStep('issued', (hand) => type(hand, '2'.repeat(20))),
  'an invoice that cannot be issued': orderStep('declined', (hand) => type(hand, 'Wrong tax number')),
  'a payment that is returned': orderStep('give_back', (hand) => type(hand, 'Paid twice')),
  'a decision that is declined': {
    file: 'features/desk/orders/decline-dialog.tsx',
    call: adminDecision.decline,
    view: (close) => (
      <DeclineDialog
        proposal={{ id: 5, kind: 'refund', subject: 'order:1' } as Proposal}
        own={false}
        onClose={close}
      />
    ),
    send: ({ deskOrders }) => deskOrders.decision.decline,
  },
  'an answer to feedback': {
    file: 'features/desk/feedback/answer-form.tsx',
    call: adminFeedback.answer,
    view: () => (
      <AnswerForm
        ticket={
          {
            no: 'FB1',
            revision: 1,
            state: 'open',
            title: 'It stops',
            description: 'At once',
          } as AdminFeedback
        }
      />
    ),
    fill: (hand) => type(hand, 'Fixed in 3.4.2'),
    send: ({ deskFeedback }) => deskFeedback.answer.send,
  },
  'content that is scheduled': {
    file: 'features/desk/content/schedule.tsx',
    call: adminContent.schedule,
    view: (close) => (
      <ScheduleDialog
        article={{ id: 3, revision: 5, status: 'draft', changed: true } as AdminArticle}
        onDone={() => undefined}
        onConflict={() => undefined}
        onClose={close}
      />
    ),
    fill: async (hand) => {
      const [start] = document.querySelectorAll<HTMLInputElement>('input[type=datetime-local]');
      await hand.type(start as HTMLElement, '2026-12-01T09:00');
    },
    send: ({ deskContent }) => deskContent.schedule.submit,
  },
  'feedback that is given to a colleague': {
    file: 'features/desk/feedback/assign-dialog.tsx',
    call: adminFeedback.assign,
    view: (close) => (
      <AssignDialog
        ticket={{ no: 'FB1', user: { id: 9 }, assignee: null } as AdminFeedback}
        onClose={close}
      />
    ),
    fill: async () => {
      await screen.findByRole('combobox');
    },
    send: ({ deskFeedback }) => deskFeedback.assign.submit,
  },
  'a report that is closed': {
    file: 'features/desk/feedback/report-dialog.tsx',
    call: adminReport.close,
    view: (close) => (
      <ReportDialog
        report={{ id: 3, app: { name: 'Keel' }, text: 'It fails' } as AppReport}
        onClose={close}
      />
    ),
    fill: async (hand) => {
      await hand.selectOptions(await screen.findByRole('combobox'), 'fixed');
    },
    send: ({ deskFeedback }) => deskFeedback.report.submit,
  },
  'an account that is signed out': accountStep('end'),
  'an account that is shut out': accountStep('disable'),
  'an account that is let in': accountStep('enable'),
  'an account that is deleted': { ...accountStep('delete'), fill: (hand) => type(hand, 'Known by video') },
  'two-step sign-in that is reset': {
    ...accountStep('factor'),
    fill: (hand) => type(hand, 'Known by video'),
  },

  'a new app': {
    file: 'features/apps/new-app-dialog.tsx',
    call: devApp.save,
    view: (close) => <NewAppDialog onClose={close} />,
    fill: (hand) => type(hand, 'Keel DNS'),
    send: ({ apps }) => apps.create.submit,
  },
  'becoming a developer': {
    file: 'features/apps/join-form.tsx',
    call: devCenter.join,
    view: () => <JoinForm />,
    fill: async (hand) => {
      await type(hand, 'Keel', 'Keel', 'help@example.com');
      await hand.click(screen.getByRole('checkbox'));
    },
    send: ({ apps }) => apps.not_developer.join,
  },
  'a token': {
    file: 'features/panel/create-token.tsx',
    call: devToken.create,
    view: (close) => <CreateToken apps={[]} onClose={close} onMade={close} />,
    fill: (hand) => type(hand, 'CI'),
    send: ({ panel }) => panel.create.submit,
  },
  'who publishes': {
    file: 'features/panel/publisher-form.tsx',
    call: devCenter.publisherSave,
    view: (close) => <PublisherForm publisher={null} onClose={close} />,
    fill: (hand) => type(hand, 'Keel', 'Keel', 'help@example.com'),
    send: ({ publisher }) => publisher.form.submit,
  },
  'a webhook': {
    file: 'features/webhooks/webhook-form.tsx',
    call: devWebhook.create,
    view: (close) => <WebhookForm apps={[]} onClose={close} onMade={close} />,
    fill: (hand) => type(hand, 'https://ci.example.com/hook'),
    send: ({ webhooks }) => webhooks.form.submit,
  },
  'a webhook that is changed': {
    file: 'features/webhooks/webhook-form.tsx',
    call: devWebhook.save,
    view: (close) => <WebhookForm apps={[]} webhook={webhook} onClose={close} />,
    empty: () => <WebhookForm apps={[]} webhook={{ ...webhook, url: '' }} onClose={() => undefined} />,
    send: ({ webhooks }) => webhooks.form.save,
  },
  'a version that begins': {
    file: 'features/versions/new-version.tsx',
    call: devApp.versionSave,
    view: () => <NewVersion detail={detailFixture()} onBegun={() => undefined} />,
    fill: (hand) => type(hand, '1.0.0'),
    send: ({ versions }) => versions.new.submit,
  },
  'a version that is handed in': {
    file: 'features/versions/version-form.tsx',
    call: devApp.submit,
    view: () => <VersionForm detail={detail} version={version} />,
    fill: (hand) => hand.type(boxes()[1] as HTMLElement, '-rc1'),
    send: ({ versions }) => versions.submit,
  },
  'a version that is deleted': {
    file: 'features/versions/delete-dialog.tsx',
    call: devApp.versionDelete,
    view: (close) => <DeleteDialog detail={detail} version={version} onClose={close} />,
    send: ({ versions }) => versions.delete.confirm,
    gone: ({ versions }) => versions.delete.version.gone,
  },
  'an app that is deleted': {
    file: 'features/versions/delete-dialog.tsx',
    call: devApp.appDelete,
    view: (close) => <DeleteDialog detail={detail} onClose={close} />,
    send: ({ versions }) => versions.delete.confirm,
    gone: ({ versions }) => versions.delete.app.gone,
  },
  'a submission taken back': step('revoke', devApp.revoke),
  'a release': step('release', devApp.release),
  'an appeal': step('appeal', devApp.appeal),
  'a version withdrawn': step('yank', devApp.yank),
  'an app taken out of the store': step('unpublish', devApp.unpublish),
  'an app that replaces another': {
    file: 'features/versions/replacement-dialog.tsx',
    call: devApp.replace,
    view: (close) => <ReplacementDialog detail={detail} onClose={close} />,
    fill: (hand) => hand.type(screen.getByRole('combobox'), 'nginx'),
    send: ({ versions }) => versions.replacement.save,
  },
  'an app back in the store': step('relist', devApp.relist),
  'an answer to a reviewer': {
    file: 'app-pages/answer-form.tsx',
    call: devApp.suggestionAnswer,
    view: () => <SuggestionCard suggestion={suggestion} open />,
    fill: async (hand) => {
      await hand.click(screen.getAllByRole('button').at(-1) as HTMLElement);
      // Its form is a separate chunk.
      await screen.findByRole('textbox');
      await type(hand, 'Done so');
    },
    send: ({ appPages }) => appPages.suggestion.send,
  },
  'a wish of a reviewer': {
    file: 'features/review/suggestion-form.tsx',
    call: adminReview.suggest,
    view: (close) => (
      <SuggestionForm
        versionId={9}
        round={1}
        field="intro"
        title="Intro"
        draftKey="k:wish"
        focused
        onClose={close}
      />
    ),
    fill: (hand) => type(hand, 'Say more'),
    send: ({ review }) => review.suggestion.save,
  },
  'a decision': {
    file: 'features/review/decision.tsx',
    call: adminReview.decide,
    view: () => <Decision data={review} onLate={() => undefined} />,
    empty: () => (
      <Decision data={{ ...review, checklist: { decided_at: null, checks: [] } }} onLate={() => undefined} />
    ),
    fill: async (hand) => {
      await screen.findAllByRole('radiogroup');
      await hand.click(document.querySelector('input[value=reject]') as HTMLElement);
      await hand.selectOptions(screen.getByRole('combobox'), REJECT_REASONS[0]);
      await hand.type(boxes().at(-1) as HTMLElement, 'It does not start');
    },
    send: ({ review }) => review.decision.submit,
    confirm: ({ review }) => review.decision.reject,
  },
  'an article': {
    file: 'features/desk/content/article-editor.tsx',
    call: adminContent.save,
    view: () => <ArticleEditor id="new" />,
    fill: async (hand) => {
      await editorsReady();
      await type(hand, '港湾', 'Harbour');
    },
    send: ({ deskContent }) => deskContent.article.save,
  },
  'an activity': {
    file: 'features/desk/content/activities.tsx',
    call: adminActivity.save,
    view: () => <ActivityForm activity={null} />,
    fill: async (hand) => {
      await editorsReady();
      await type(hand, '秋', 'Autumn', '简介', 'Intro');
      const [starts, ends] = document.querySelectorAll<HTMLInputElement>('[type=datetime-local]');
      fireEvent.change(starts as HTMLElement, { target: { value: '2026-12-01T08:00' } });
      fireEvent.change(ends as HTMLElement, { target: { value: '2026-12-08T08:00' } });
    },
    send: ({ deskContent }) => deskContent.activities.save,
  },
  'a version of an agreement': {
    file: 'features/desk/content/protocols.tsx',
    call: adminProtocol.publish,
    view: () => <ProtocolForm newest={[agreement(both('## One'))]} />,
    empty: () => <ProtocolForm newest={[agreement(both(''))]} />,
    fill: (hand) => type(hand, '1.2.0'),
    send: ({ deskContent }) => deskContent.protocols.submit,
    confirm: ({ deskContent }) => deskContent.protocols.confirm,
  },
  'invitation codes': {
    file: 'features/desk/releases/releases-room.tsx',
    call: adminInvite.createMany,
    view: (close) => <CreateCodes onClose={close} onMade={close} />,
    send: ({ deskReleases }) => deskReleases.create.submit,
  },
  'a code for somebody who asked': {
    file: 'features/desk/releases/requests.tsx',
    call: adminInvite.answer,
    view: (close) => <AnswerDialog request={inviteRequest} decision="invite" onClose={close} />,
    send: ({ deskReleases }) => deskReleases.requests.invite_submit,
  },
  'no code for somebody who asked': {
    file: 'features/desk/releases/requests.tsx',
    call: adminInvite.answer,
    view: (close) => <AnswerDialog request={inviteRequest} decision="decline" onClose={close} />,
    fill: (hand) => type(hand, 'Cancel'),
    send: ({ deskReleases }) => deskReleases.requests.decline_submit,
  },
  'a release of ours': {
    file: 'features/desk/releases/releases.tsx',
    call: adminRelease.publish,
    view: () => <PublishForm />,
    fill: (hand) => type(hand, '1.5.0', '新', 'New'),
    send: ({ deskReleases }) => deskReleases.publish.submit,
  },
  'what a release of ours asks of earlier ones': {
    file: 'features/desk/releases/releases.tsx',
    call: adminRelease.require,
    view: (close) => <UpdateRules release={ourRelease} onClose={close} />,
    send: ({ deskReleases }) => deskReleases.require.submit,
  },
  'a release of ours withdrawn': {
    file: 'features/desk/releases/releases.tsx',
    call: adminRelease.withdraw,
    view: (close) => <Withdraw release={ourRelease} onClose={close} />,
    fill: (hand) => type(hand, 'It does not start'),
    send: ({ deskReleases }) => deskReleases.withdraw.submit,
  },
};
/** Data requests of a page, whose failures the page shows: `error-catalogue.test.tsx` covers every load. */
const PAGES = [
  'features/desk/orders/order-file.tsx',
  'features/desk/people/account-file.tsx',
  'features/review/review-file.tsx',
  'app-pages/app-page.tsx',
];

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));

test('every file that calls handledByForm is listed in the table', () => {
  const sending = SOURCES.filter((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').includes('handledByForm('),
  );
  const named = [...PAGES, ...Object.values(FORMS).map(({ file }) => file)];
  expect([...new Set(named)].sort()).toEqual(sending.sort());
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  act(clearMessages);
});

function open({ view }: Pick<Form, 'view'>, locale: Locale, pages: [Endpoint, object][] = []) {
  const checklist = {
    items: REVIEW_CHECK_ITEMS.map((item) => ({ item, title: both(item), hint: both('Look') })),
    reasons: REJECT_REASONS.map((reason) => ({ reason, title: both(reason) })),
    fields: [],
  };
  const client = fakeClient(
    [adminFeedback.assignees, { list: [{ id: 8, email: 'mei@example.com', nickname: 'Mei' }] }],
    [adminProtocol.list, { list: [] }],
    [adminReview.checklist, checklist],
    [devApp.checkName, { state: 'free', like: [] }],
    [devApp.detail, detail],
    [devApp.list, { list: [], total: 0, page: 1, page_size: 100 }],
    [userInfo.index, userFixture({ roles: ['user', 'developer', 'reviewer'] })],
    ...pages,
  );
  // A version saves itself before it is submitted.
  client.answer(devApp.versionSave, (input) => ({ ...version, ...(input as object), revision: 4 }));
  const close = jest.fn();
  const shown = inShell(view(close), {
    locale,
    words: WORDS[locale],
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/app-versions?id=7`,
    routes: [{ path: '/elsewhere', element: null }],
    frame: <Toasts />,
  });
  shown.store.dispatch(
    sessionStarted({ token: 'yd_token', user: userFixture({ roles: ['user', 'developer', 'reviewer'] }) }),
  );
  render(shown.element);
  return { client, close, hand: userEvent.setup({ delay: null }) };
}

/** Answers a call with the status; 0: with no response. */
const rejection = (status: number) => (): never => {
  throw status === 0
    ? new ApiError({ code: 'NO_ANSWER' })
    : new ApiError({ status, code: status === 404 ? 'NOT_FOUND' : 'INTERNAL', msg: MSG });
};

const MSG = '服务器的原话 / the server’s own words';
const REFUSED = { zh: '服务器拒绝访问', en: 'The server refused access' };
const BUSY = { zh: '服务器繁忙，请稍后重试', en: 'The server is busy, please try again later' };
const ANSWERS = [
  ['a 400', 400, { zh: MSG, en: MSG }],
  ['a 403', 403, REFUSED],
  ['a 500', 500, { zh: MSG, en: MSG }],
  ['a 418', 418, BUSY],
  ['no response', 0, BUSY],
  // Last: it may close the form.
  ['a 404', 404, { zh: MSG, en: MSG }],
] as const;

/** Name of the draft in which a form keeps its input, with the object and the user that it belongs to. */
const DRAFTS: Readonly<Record<string, string>> = {
  'becoming a developer': 'join',
  'a bank transfer that is confirmed': 'desk-transfer:YD20261121-7K3M9-QXW2H',
  'a refund that is refused': 'desk-refund:refuse:YD20261121-7K3M9-QXW2H',
  'an invoice that was issued': 'desk-invoice:YD20261121-7K3M9-QXW2H:2026-11-20T02:00:00.000Z',
  'an invoice that cannot be issued': 'desk-invoice:YD20261121-7K3M9-QXW2H:2026-11-20T02:00:00.000Z',
  'a payment that is returned': 'desk-return:YP-1',
  'content that is scheduled': 'schedule:3:5',
  'a report that is closed': 'desk-report:3',
  'an account that is deleted': 'desk-account:delete:a@example.com',
  'two-step sign-in that is reset': 'desk-account:factor:a@example.com',
  'an answer to feedback': 'desk-answer:FB1',
  'a new app': 'new-app:7',
  'a token': 'new-token:7',
  'who publishes': 'publisher:7',
  'a webhook': 'webhook:7:new',
  'a version that begins': 'new-version:7',
  'an appeal': 'k:appeal',
  'a version withdrawn': 'k:yank',
  'an app that replaces another': 'replacement:7',
  'an answer to a reviewer': 'answer:40',
  'a wish of a reviewer': 'k:wish',
  'a decision': 'decision:7:9:2',
  'an article': 'article:new:partners:7',
  'an activity': 'activity:new:7',
  'a version of an agreement': 'protocol:7',
  'no code for somebody who asked': 'invite-answer:5:decline:7',
  'a release of ours': 'new-release:7',
  'a release of ours withdrawn': 'withdraw:client:1.4.1:7',
};
const drafts = (): string[] =>
  [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage).filter((key) => key.startsWith(WRITTEN)),
  );

const press = async (hand: Hand, name: string) => {
  await hand.click(await screen.findByRole('button', { name }));
};

describe.each(Object.entries(FORMS))('%s', (name, form) => {
  // One form for all responses: what is written outlives each of them, and the form can be sent again.
  test.each(['zh', 'en'] as const)('shows each response once in %s and keeps the input', async (locale) => {
    const { client, hand } = open(form, locale);
    await form.fill?.(hand);
    const values = (): string[] =>
      screen.queryAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
    const written = values();
    for (const [count, [what, status, words]] of ANSWERS.entries()) {
      act(clearMessages);
      client.answer(form.call, rejection(status));
      await press(hand, form.send(WORDS[locale]));
      if (form.confirm) await press(hand, form.confirm(WORDS[locale]));
      await waitFor(() => expect([what, client.count(form.call)]).toEqual([what, count + 1]));
      if (status === 404 && form.gone) {
        expect(await screen.findByText(form.gone(WORDS[locale]))).toBeTruthy();
        expect(messageOrToast('alert')).toBe('');
        continue;
      }
      await waitFor(() => expect(messageOrToast('alert')).toContain(words[locale]));
      await waitFor(() =>
        expect([what, messageOrToast('alert').split(words[locale])]).toEqual([
          what,
          [expect.any(String), expect.any(String)],
        ]),
      );
      expect([what, values()]).toEqual([what, written]);
    }
  });

  test('has the recorded markup; keeps its draft by its object; is busy while its call is open, sends it once, without the earlier failure', async () => {
    const { client, hand } = open(form, 'en');
    await form.fill?.(hand);
    await screen.findByRole('button', { name: form.send(WORDS.en) });
    // A schedule has the browser's own time zone in its labels.
    const zoned = form.file === 'features/desk/content/schedule.tsx';
    expect(
      zoned ? screen.getByRole('dialog', { name: WORDS.en.deskContent.schedule.title }) && name : markup(),
    ).toMatchSnapshot();
    await waitFor(() => expect(drafts()).toEqual(name in DRAFTS ? [`${WRITTEN}${DRAFTS[name]}`] : []));
    const send = async () => {
      await press(hand, form.send(WORDS.en));
      if (form.confirm) await press(hand, form.confirm(WORDS.en));
    };
    client.answer(form.call, rejection(400));
    if (form.confirm) {
      await press(hand, form.send(WORDS.en));
      expect(markup(await screen.findByRole('dialog'))).toMatchSnapshot();
      await hand.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await send();
    await waitFor(() => expect(messageOrToast('alert')).toContain(MSG));
    let fail = (): void => undefined;
    client.answer(
      form.call,
      () =>
        new Promise((_, reject) => {
          fail = () => reject(new ApiError({ status: 400, code: 'INTERNAL', msg: MSG }));
        }),
    );
    await send();
    await waitFor(() => expect(client.count(form.call)).toBe(2));
    const busy = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('button[aria-busy=true]');
      if (!found) throw new Error('Nothing is busy.');
      return found;
    });
    expect(messageOrToast('alert')).not.toContain(MSG);
    expect(busy.textContent).toMatchSnapshot();
    await hand.click(busy);
    await act(async () => fail());
    await waitFor(() => expect(messageOrToast('alert')).toContain(MSG));
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
    expect(client.count(form.call)).toBe(2);
  });
});

// The confirmation of a decision sends it, and shows the answer for all of it.
const AT_FIELDS = Object.entries(FORMS).filter(([, { file }]) => file !== 'features/review/decision.tsx');

describe.each(AT_FIELDS)('%s', (_name, form) => {
  test('describes each rejected field by its error', async () => {
    const { client, hand } = open(form, 'en');
    await form.fill?.(hand);
    const named = () => [
      ...document.querySelectorAll<HTMLInputElement>(
        'input[name]:not([type=checkbox]), textarea[name], select[name]',
      ),
    ];
    const names = [...new Set(named().map(({ name }) => name))];
    client.answer(form.call, () => {
      throw new ApiError({
        status: 400,
        code: 'INTERNAL',
        msg: MSG,
        data: { fields: Object.fromEntries(names.map((name) => [name, 'field_invalid'])) },
      });
    });
    await press(hand, form.send(WORDS.en));
    if (form.confirm) await press(hand, form.confirm(WORDS.en));
    await waitFor(() => expect(client.count(form.call)).toBe(1));
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    const described = named().map((field) => {
      const group = field.closest('[role=radiogroup]') ?? field;
      const ids = (group.getAttribute('aria-describedby') ?? '').split(' ');
      const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      return [field.name, group.getAttribute('aria-invalid'), text.includes(MSG)];
    });
    expect(described).toEqual(named().map(({ name }) => [name, 'true', true]));
  });
});

describe.each(Object.entries(FORMS).filter(([, { fill }]) => fill))('%s', (name, form) => {
  test('marks exactly the fields that are rejected when empty as required', async () => {
    const { client, hand } = open({ ...form, view: form.empty ?? form.view }, 'en');
    // Opens the form first.
    if (form.file === 'app-pages/answer-form.tsx')
      await hand.click(screen.getAllByRole('button').at(-1) as HTMLElement);
    const fields = () =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'input:not([type=radio]), textarea, select, [role=radiogroup]',
        ),
      ].filter((field) => !field.closest('[role=radiogroup] *') && !field.hasAttribute('readonly'));
    await waitFor(() => expect(fields().length).toBeGreaterThan(0));
    for (const box of screen.queryAllByRole<HTMLInputElement>('textbox')) await hand.clear(box);
    const marked = fields().filter((field) => field.matches('[aria-required=true], [required]'));
    client.answer(form.call, () => {
      throw new ApiError({ status: 500, code: 'INTERNAL', msg: MSG });
    });
    await hand.click(screen.getByRole('button', { name: form.send(WORDS.en) }));
    const rejected = () => fields().filter((field) => field.getAttribute('aria-invalid') === 'true');
    await waitFor(() => expect(rejected().length + client.count(form.call)).toBeGreaterThan(0));
    const names = (some: HTMLElement[]) => some.map((field) => field.id || field.outerHTML);
    expect({ name, marked: names(marked) }).toEqual({ name, marked: names(rejected()) });
  });
});

interface Confirmation {
  /** The file that asks, relative to `app`. */
  file: string;
  call: Endpoint;
  /** What a successful call returns. */
  answer?: object | null;
  /** The dialog, or the page that opens it. */
  view: (close: () => void) => ReactNode;
  /** Data of that page, and the name of its button. */
  page?: [Endpoint, object];
  ask?: string | RegExp;
  /** Label of the button that confirms. */
  send: (words: Words) => string;
  /** What a toast then says. */
  done: (words: Words) => string;
}
const at = '2026-11-18T02:00:00.000Z';
const ticket = {
  ...{ no: 'FB1', revision: 1, state: 'open', type: 'other', title: 'It stops', description: 'At once' },
  ...{ answers: [], attachments: [], contact: null, created_at: at, answered_at: null, assignee: null },
  user: { id: 9, email: 'a@example.com', nickname: 'Lin' },
};
const deliveries = { list: [], total: 0, page: 1, page_size: 20 };
const token = {
  ...{ id: 4, name: 'CI', prefix: 'ydt_1', scopes: [], app: null, state: 'live', created_at: at },
  ...{ expires_at: '2027-11-18T02:00:00.000Z', last_used_at: null },
};
const member = {
  id: 9,
  email: 'a@example.com',
  nickname: 'Lin',
  roles: ['user', 'reviewer'],
  created_at: at,
};
const CONFIRMATIONS: Record<string, Confirmation> = {
  'an event that is withdrawn': {
    file: 'features/desk/content/take-away.tsx',
    call: adminActivity.withdraw,
    view: (close) => (
      <WithdrawActivity
        activity={{ id: 2, revision: 1, title: both('Autumn') } as AdminActivity}
        onClose={close}
      />
    ),
    send: ({ deskContent }) => deskContent.activities.withdraw_confirm,
    done: ({ deskContent }) => deskContent.activities.withdrawn_toast,
  },
  'an announced version that is withdrawn': {
    file: 'features/desk/content/take-away.tsx',
    call: adminProtocol.withdraw,
    view: (close) => <WithdrawVersion version={agreement(both('## One'))} onClose={close} />,
    send: ({ deskContent }) => deskContent.protocols.withdraw_confirm,
    done: ({ deskContent }) => deskContent.protocols.withdrawn,
  },
  'an article that is archived': {
    file: 'features/desk/content/take-away.tsx',
    call: adminContent.archive,
    view: (close) => (
      <Archive
        article={{ id: 3, revision: 5, content: { title: both('Harbour') }, schedule: {} } as AdminArticle}
        onDone={() => undefined}
        onConflict={() => undefined}
        onClose={close}
      />
    ),
    send: ({ deskContent }) => deskContent.article.archive_confirm,
    done: ({ deskContent }) => deskContent.article.archived,
  },
  'a code that is disabled': {
    file: 'features/desk/releases/revoke.tsx',
    call: adminInvite.revoke,
    view: (close) => <Revoke invitation={{ id: 4, head: 'YDI-7K' } as Invitation} onClose={close} />,
    send: ({ deskReleases }) => deskReleases.invitations.revoke_confirm,
    done: ({ deskReleases }) => deskReleases.invitations.revoked_toast,
  },
  'a decision of a colleague that is confirmed': {
    file: 'features/desk/orders/decisions.tsx',
    call: adminDecision.confirm,
    view: () => (
      <ProposalActions
        proposal={{ id: 5, kind: 'refund', subject: 'order:1', payload: {}, amount: 2_900 } as Proposal}
      />
    ),
    ask: en.deskOrders.decision.confirm,
    send: ({ deskOrders }) => deskOrders.decision.confirm,
    done: ({ deskOrders }) => deskOrders.decision.confirmed,
  },
  'a ticket that is closed without a reply': {
    file: 'features/desk/feedback/thread.tsx',
    call: adminFeedback.answer,
    answer: ticket,
    view: () => <Thread number="FB1" />,
    page: [adminFeedback.list, { ...deliveries, list: [ticket], total: 1 }],
    ask: en.deskFeedback.answer.close_only,
    send: ({ deskFeedback }) => deskFeedback.answer.close_only,
    done: ({ deskFeedback }) => deskFeedback.answer.close_done,
  },
  'a role that is revoked': {
    file: 'features/desk/people/account-file.tsx',
    call: adminUser.role,
    view: () => <AccountFile id={9} />,
    page: [
      adminUser.detail,
      { account: { ...member, disabled_at: null }, own: false, second_factor: false, sessions: [] },
    ],
    ask: /^Revoke role/,
    send: ({ deskPeople }) => deskPeople.revoke,
    done: ({ deskPeople }) => deskPeople.revoked,
  },
  'a webhook that is deleted': {
    file: 'features/webhooks/webhook-file.tsx',
    call: devWebhook.delete,
    view: () => <WebhookFile webhook={webhook} apps={[]} onSecret={() => undefined} children={null} />,
    page: [devWebhook.deliveries, deliveries],
    ask: en.webhooks.remove,
    send: ({ webhooks }) => webhooks.remove_confirm,
    done: ({ webhooks }) => webhooks.removed_toast,
  },
  'a token that is revoked': {
    file: 'features/panel/tokens.tsx',
    call: devToken.revoke,
    view: () => <Tokens apps={[]} />,
    page: [devToken.list, { list: [token], limit: 10 }],
    ask: /^Revoke the token/,
    send: ({ panel }) => panel.tokens.revoke_confirm,
    done: ({ panel }) => panel.tokens.revoked_toast,
  },
};
/** Those whose dialogs the forms above confirm. */
const CONFIRMED_FORMS = ['features/review/confirm-decision.tsx', 'features/desk/content/protocols.tsx'];

test('every file that asks for a confirmation is listed in a table', () => {
  const asking = SOURCES.filter((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').includes('<ConfirmDialog'),
  );
  const named = [...Object.values(CONFIRMATIONS), ...Object.values(FORMS)].map(({ file }) => file);
  expect(asking.filter((name) => ![...named, ...CONFIRMED_FORMS].includes(name))).toEqual([]);
});

test.each(Object.entries(CONFIRMATIONS))(
  '%s: Escape leaves it, a refusal keeps the question, a success says so and returns the focus',
  async (_name, { file, call, answer = null, view, page, ask, send, done }) => {
    function Opener() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpened(true)}>
            Ask
          </button>
          {opened && view(() => setOpened(false))}
        </>
      );
    }
    const { client, hand } = open({ view: ask ? view : () => <Opener /> }, 'en', page && [page]);
    const question = async () => {
      await hand.click(await screen.findByRole('button', { name: ask ?? 'Ask' }));
      return screen.findByRole('dialog');
    };
    const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(markup(await question())).toMatchSnapshot();
    await hand.keyboard('{Escape}');
    await closed();
    const opener = screen.getByRole('button', { name: ask ?? 'Ask' });
    expect(document.activeElement).toBe(opener);
    client.answer(call, rejection(500));
    const asked = within(await question());
    const confirm = () => asked.findByRole('button', { name: send(WORDS.en), busy: false });
    await hand.click(await confirm());
    await waitFor(() => expect(messageOrToast('alert')).toContain(MSG));
    expect([file, client.count(call)]).toEqual([file, 1]);
    client.answer(call, () => answer);
    await hand.click(await confirm());
    await closed();
    expect(client.count(call)).toBe(2);
    await waitFor(() =>
      expect(document.querySelector('[data-above-dialogs]')?.textContent).toContain(done(WORDS.en)),
    );
    expect(document.activeElement).toBe(opener);
  },
);

test('does not mark an optional reason as required', () => {
  open(FORMS['an app taken out of the store'] as Form, 'en');
  expect(within(screen.getByRole('dialog')).getByRole('textbox').getAttribute('aria-required')).toBeNull();
});
