import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  adminActivity,
  adminAudit,
  adminContent,
  adminDecision,
  adminDesk,
  adminFeedback,
  adminInvite,
  adminOrder,
  adminProtocol,
  adminRelease,
  adminReport,
  adminUser,
  userInfo,
  type AdminFeedback,
  type AdminOrder,
  type AppReport,
  type AuditEntry,
  type DeskToday,
  type Endpoint,
  type Proposal,
} from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, copied, hideTab, inShell, markup, outline } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionEnded, sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import * as vocabulary from '@yunduo/validation';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DeskPage } from './desk-page.tsx';
import * as lists from './lists.ts';
import { clientLoader } from './route.tsx';
import { ROOM_NAMES } from './rooms.ts';

const operator = userFixture({ id: 7, email: 'operator@yunduo.test', roles: ['user', 'operator'] });
const NO = 'YD20261121-7K3M9-QXW2H';
const AT = '2026-11-20T02:00:00.000Z';
const pageOf = <T,>(list: T[], total = list.length) => ({ list, total, page: 1, page_size: 20 });

const today = (changes: Partial<DeskToday> = {}): DeskToday => ({
  feedback: 2,
  transfers: 1,
  refunds: 3,
  payments: 0,
  invoices: 0,
  decisions: 0,
  invite_requests: 0,
  reports: 0,
  reviews: 4,
  reviews_overdue: 1,
  schedules: 0,
  schedules_outdated: 0,
  mails: 0,
  jobs: 0,
  job_names: [],
  ...changes,
});
const order = (changes: Partial<AdminOrder> = {}): AdminOrder => ({
  order_no: NO,
  kind: 'licence',
  plan: 'm1',
  quantity: 1,
  unit_price: 2_900,
  amount: 2_900,
  currency: 'CNY',
  description: 'Authorization code, 1 month',
  status: 'paid',
  created_at: AT,
  expires_at: null,
  provider: 'sandbox',
  paid_at: AT,
  cancelled_at: null,
  cancel_reason: null,
  refund: null,
  invoice: null,
  renews: null,
  actions: [],
  user: { id: 9, email: 'buyer@example.com', nickname: 'Lin' },
  payments: [
    {
      payment_no: 'YP-1',
      provider: 'sandbox',
      status: 'succeeded',
      transaction_id: 'T-1',
      amount: 2_900,
      created_at: AT,
      settled_at: AT,
      sent_back_at: null,
    },
  ],
  licences: [],
  facts: 'none',
  waiting: [],
  ...changes,
});
const refundRequested = (changes: Partial<AdminOrder> = {}): AdminOrder =>
  order({
    status: 'refund_requested',
    refund: { reason: '买错了', requested_at: AT, approved: null, decided_at: null, note: '' },
    licences: [
      {
        id: 4,
        code_tail: 'Q2RM',
        renewal: false,
        owner: 'other@example.com',
        transferred: true,
        revoked: false,
        server: 'db-01',
        binds: 2,
        unbinds: 1,
        transfers: 1,
        files: [{ server: 'db-02', issued_at: AT, expires_at: '2027-01-01T00:00:00.000Z' }],
      },
    ],
    ...changes,
  });
const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: 5,
  kind: 'refund',
  subject: `order:${NO}`,
  payload: {},
  amount: 1_280_000,
  user: 'buyer@example.com',
  proposed_by: 'colleague@yunduo.test',
  proposed_at: AT,
  expires_at: '2026-11-27T02:00:00.000Z',
  state: 'pending',
  decided_by: null,
  decided_at: null,
  note: '',
  ...changes,
});
const ticket = (changes: Partial<AdminFeedback> = {}): AdminFeedback => ({
  no: 'FB20261121-00001',
  type: 'defect',
  title: '客户端启动失败',
  state: 'open',
  created_at: AT,
  answered_at: null,
  description: '升级后打不开。',
  contact: { kind: 'wechat', value: 'lin_wx' },
  attachments: [
    {
      id: 1,
      kind: 'picture',
      name: 'error.png',
      size: 10,
      human_size: '10 B',
      width: 10,
      height: 10,
      url: '/api/feedback/file?link=a',
      preview_url: '/api/feedback/file?link=b',
    },
  ],
  answers: [{ text: '请稍候。', at: AT }],
  revision: 3,
  user: { id: 9, email: 'buyer@example.com', nickname: 'Lin' },
  assignee: null,
  ...changes,
});
const report = (changes: Partial<AppReport> = {}): AppReport => ({
  id: 3,
  app: { id: 1, app_key: 'keel', name: 'Keel', status: 'published' },
  version: '1.0.0',
  reason: 'broken',
  text: 'It does not start.',
  email: null,
  user_id: null,
  created_at: AT,
  state: 'open',
  closed_at: null,
  closed_by: null,
  resolution: null,
  note: '',
  ...changes,
});
const account = {
  id: 9,
  email: 'buyer@example.com',
  nickname: 'Lin',
  roles: ['user' as const, 'developer' as const],
  created_at: AT,
  disabled_at: null,
};
const accountDetail = (changes: object = {}) => ({
  account,
  own: false,
  second_factor: true,
  sessions: [
    { id: 31, device: 'Firefox on Debian', created_at: AT, last_used_at: AT, expires_at: AT },
    { id: 32, device: 'Safari on iPhone', created_at: AT, last_used_at: AT, expires_at: AT },
  ],
  ...changes,
});
const entry: AuditEntry = {
  id: 1,
  at: AT,
  actor: 'operator@yunduo.test',
  actor_id: 7,
  via: 'api',
  action: 'order.refund',
  target: `order:${NO}`,
  details: { amount: 2_900, note: 'Sorry' },
};

type Answer = [Endpoint, object | ((input: never) => unknown)];
function open(path: string, answers: Answer[] = [], { locale = 'en' as Locale, user = operator } = {}) {
  const client = fakeClient(
    [userInfo.index, user],
    [adminDesk.today, today()],
    [adminOrder.list, pageOf([])],
    [adminDecision.list, pageOf([])],
    [adminFeedback.list, pageOf([])],
    [adminReport.list, pageOf([])],
    [adminUser.list, pageOf([])],
    [adminAudit.list, pageOf([])],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<DeskPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/desk${path}`,
    frame: <Toasts />,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  const inputs = (endpoint: Endpoint) =>
    client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);
  return { ...view, inputs, hand: userEvent.setup({ delay: null }) };
}
const rows = async () => (await screen.findAllByRole('row')).slice(1);
const press = async (hand: ReturnType<typeof userEvent.setup>, name: string) =>
  hand.click(await screen.findByRole('button', { name }));
const inDialog = async () => {
  const dialog = await screen.findByRole('dialog');
  expect(markup(dialog)).toMatchSnapshot();
  return within(dialog);
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

describe('access', () => {
  test.each(
    (['user', 'developer', 'reviewer'] as const).flatMap((role) =>
      ROOM_NAMES.map((room) => [role, room] as const),
    ),
  )('is refused to the role %s in the room %s', async (role, room) => {
    const { client } = open(room === 'today' ? '' : `/${room}`, [], {
      user: userFixture({ roles: ['user', ...(role === 'user' ? [] : [role])] }),
    });
    expect(await screen.findByText(en.desk.not_operator.text)).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: en.desk.rooms })).toBeNull();
    expect(client.calls.filter(({ endpoint }) => endpoint.access === 'operator')).toEqual([]);
  });

  test.each([
    [['user', 'developer'], 'View my apps', '/en/developer-center/applications'],
    [['user', 'reviewer'], 'Review desk', '/en/developer-center/review'],
  ] as const)(
    '%j sees that the desk is for operators and a link elsewhere',
    async (roles, action, target) => {
      const { client } = open('', [], { user: userFixture({ roles: [...roles] }) });
      expect(await screen.findByRole('heading', { name: 'Operations is for operators' })).toBeTruthy();
      expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(target);
      expect(client.count(adminDesk.today)).toBe(0);
    },
  );

  test('an operator whose account did not load can ask for it again', async () => {
    let away = true;
    const { hand } = open('/audit', [
      [
        userInfo.index,
        () => {
          if (away) throw silence();
          return operator;
        },
      ],
    ]);
    const retry = await screen.findByRole('button', { name: 'Try again', busy: false });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.desk.room.audit);
    away = false;
    await hand.click(retry);
    expect(await screen.findByRole('navigation', { name: en.desk.rooms })).toBeTruthy();
  });

  test('an address without a room is no page', () => {
    const at = (path: string) => {
      const request = new Request(`https://yunduo.example${path}`);
      return () => clientLoader({ request } as Parameters<typeof clientLoader>[0]);
    };
    tokenStorage.saveToken('yd_token');
    expect(at('/en/developer-center/desk/audit')()).toBeNull();
    expect(at('/en/developer-center/desk/audit/')()).toBeNull();
    let thrown: unknown;
    try {
      at('/developer-center/desk/nowhere')();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ init: { status: 404 } });
  });

  test('a file dropped beside a drop zone does not replace the page', async () => {
    open('');
    await screen.findByRole('navigation', { name: en.desk.rooms });
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { types: ['Files'] } });
    document.body.dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
  });

  test('an operator whose session ends is led to sign-in, which leads back', async () => {
    const { store, router } = open('/audit');
    await screen.findByRole('navigation', { name: en.desk.rooms });
    act(() => void store.dispatch(sessionEnded()));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/login'));
    expect(new URLSearchParams(router.state.location.search).get('from')).toBe(
      '/en/developer-center/desk/audit',
    );
  });

  test('an admin sees all sections and the current one', async () => {
    const waits = { payments: 1, invoices: 1, decisions: 1, reports: 1, invite_requests: 1 };
    open('/audit', [[adminDesk.today, today({ ...waits, schedules: 5, schedules_outdated: 2 })]], {
      user: userFixture({ roles: ['user', 'admin'] }),
      locale: 'zh',
    });
    const nav = within(await screen.findByRole('navigation', { name: '运营台的页面' }));
    // The numbers arrive after the names.
    await waitFor(() =>
      expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        '今日',
        '内容 2',
        '订单 7',
        '反馈和举报 3',
        '邀请码和版本 1',
        '用户',
        '操作日志',
      ]),
    );
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('操作日志');
    expect(await outline()).toMatchSnapshot();
  });

  test('an operator without a second factor is sent to its setup', async () => {
    open('/orders', [
      [
        adminOrder.list,
        () => {
          throw rejection('STAFF_FACTOR_REQUIRED');
        },
      ],
    ]);
    expect(await screen.findByText('Turn on two-step sign-in first')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Turn on two-step sign-in' }).getAttribute('href')).toBe(
      '/en/user?panel=two-step',
    );
    expect(await outline()).toMatchSnapshot();
  });

  test('an operator whose role was revoked sees that the desk is for operators', async () => {
    open('/people', [
      [
        adminUser.list,
        () => {
          throw rejection('FORBIDDEN');
        },
      ],
    ]);
    expect(await screen.findByText('Operations is for operators')).toBeTruthy();
  });
});

test('filter options match the vocabulary', () => {
  const { GRANTED_ROLES, ...same } = lists;
  expect(vocabulary).toMatchObject(same);
  expect(['user', ...GRANTED_ROLES]).toEqual(vocabulary.ROLES);
});

describe('all lists', () => {
  const LISTS: [path: string, Endpoint, empty: string, filter: string, row: object][] = [
    [
      '/orders',
      adminOrder.list,
      'No orders yet',
      '?q=lin&status=paid&provider=sandbox&invoice=issued&unmatched=true',
      order(),
    ],
    ['/orders?view=decisions', adminDecision.list, 'No decisions waiting', '&state=declined', proposal()],
    [
      '/feedback',
      adminFeedback.list,
      'No feedback yet',
      '?q=lin&state=closed&type=defect&assignee=me',
      ticket(),
    ],
    ['/feedback?view=reports', adminReport.list, 'No open reports', '&state=all&reason=broken', report()],
    ['/people', adminUser.list, 'No accounts yet', '?q=lin&role=admin&disabled=true', account],
    [
      '/audit',
      adminAudit.list,
      'No entries yet',
      '?actor=lin&action=order&from=2026-11-18&to=2026-11-19&target=user:9',
      entry,
    ],
  ];

  test.each(LISTS)('%s has an empty state', async (path, endpoint, empty) => {
    const { client } = open(path);
    const heading = await screen.findByRole('heading', { name: empty });
    expect(heading.parentElement?.textContent).toMatchSnapshot();
    expect(client.count(endpoint)).toBe(1);
  });

  test.each<[string, Endpoint]>([
    ...LISTS.map(([path, endpoint]): [string, Endpoint] => [path, endpoint]),
    ['/content', adminContent.list],
    ['/content?kind=activities', adminActivity.list],
    ['/content?kind=protocols', adminProtocol.list],
    ['/releases', adminInvite.list],
    ['/releases?kind=requests', adminInvite.requests],
    ['/releases?kind=releases', adminRelease.list],
    [`/orders?no=${NO}`, adminOrder.detail],
    ['/people?id=9', adminUser.detail],
    ['/feedback?no=FB20261121-00001', adminFeedback.list],
  ])('%s is read again by an operator who comes back', async (path, endpoint) => {
    const { client, router } = open(path, [
      [adminContent.list, pageOf([])],
      [adminActivity.list, pageOf([])],
      [adminProtocol.list, { list: [] }],
      [adminInvite.list, pageOf([])],
      [adminInvite.requests, pageOf([])],
      [adminRelease.list, { list: [] }],
      [adminOrder.detail, order()],
      [adminUser.detail, accountDetail()],
    ]);
    await waitFor(() => expect(client.count(endpoint)).toBe(1));
    const here = router.state.location;
    await act(() => router.navigate('/en/developer-center/desk'));
    await screen.findByText('10 items to do');
    await act(() => router.navigate(here.pathname + here.search));
    await waitFor(() => expect(client.count(endpoint)).toBe(2));
  });

  test.each(LISTS)(
    '%s has every filter of an address opened later, shows “no matching entries” and clears them',
    async (path, _endpoint, _empty, filter) => {
      const { router } = open(path);
      const form = await screen.findByRole<HTMLFormElement>('search');
      await act(() => router.navigate(`/en/developer-center/desk${path}${filter}`));
      expect([...new FormData(form)]).toEqual([...new URLSearchParams(router.state.location.search)]);
      expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe(
        `/en/developer-center/desk${path}`,
      );
    },
  );

  test.each(LISTS)(
    '%s shows an error when loading fails, and retries',
    async (path, endpoint, _empty, _filter, row) => {
      let away = true;
      const { hand } = open(path, [
        [
          endpoint,
          () => {
            if (away) throw silence();
            return pageOf<unknown>([row]);
          },
        ],
      ]);
      const retry = await screen.findByRole('button', { name: 'Try again' });
      away = false;
      await hand.click(retry);
      expect(await rows()).toHaveLength(1);
    },
  );

  test.each(LISTS)(
    '%s requests the page of its URL and links to the next',
    async (path, endpoint, _empty, _filter, row) => {
      const { inputs } = open(`${path}${path.includes('?') ? '&' : '?'}page=2`, [
        [endpoint, ({ page }: { page: number }) => ({ list: [row], total: 60, page, page_size: 20 })],
      ]);
      await rows();
      expect(inputs(endpoint)).toEqual([expect.objectContaining({ page: 2 })]);
      const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
      expect(pages.getByRole('link', { name: /3/ }).getAttribute('href')).toContain('page=3');
    },
  );
});

describe('overview', () => {
  test.each([
    ['zh', '10 项待处理', '退款申请', '1 个已超过审核期限'],
    ['en', '10 items to do', 'Refund requests', '1 overdue'],
  ] as const)('counts pending work in %s, each with a link', async (locale, lead, refunds, late) => {
    open('', [], { locale });
    expect(await screen.findByText(lead)).toBeTruthy();
    const link = screen.getByRole('link', { name: new RegExp(`^3\\s*${refunds}`) });
    expect(link.getAttribute('href')).toMatch(/\/desk\/orders\?status=refund_requested$/);
    expect(screen.getByText(late)).toBeTruthy();
    // To those that are counted, among thousands that were answered.
    expect(document.querySelector('a[href$="/desk/releases?kind=requests&state=open"]')).toBeTruthy();
    // Reviews belong to another role: they are counted, but not linked for an operator.
    expect(screen.getByText(late).closest('a')).toBeNull();
  });

  test('links the reviews for those who may decide about them, and dims what is empty', async () => {
    open('', [], { user: userFixture({ id: 7, roles: ['user', 'admin'] }) });
    const reviews = await screen.findByRole('link', { name: /^4\s*Versions in review/ });
    expect(reviews.getAttribute('href')).toBe('/en/developer-center/review');
    const empty = [...document.querySelectorAll('li[data-empty]')].map(({ textContent }) => textContent);
    expect(empty.every((text) => text?.startsWith('0'))).toBe(true);
    expect(empty.some((text) => text?.includes('Payments not booked'))).toBe(true);
    expect(reviews.closest('li')?.hasAttribute('data-empty')).toBe(false);
    expect(await outline()).toMatchSnapshot();
  });

  test('shows an empty state', async () => {
    const none = Object.fromEntries(Object.keys(today()).map((name) => [name, 0]));
    open('', [[adminDesk.today, none]]);
    expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy();
    expect(document.querySelector('li[data-empty]')).toBeNull();
  });

  test('names the jobs that failed', async () => {
    open('', [[adminDesk.today, today({ jobs: 2, job_names: ['housekeeping', 'subscribers'] })]]);
    expect(await screen.findByText('housekeeping · subscribers')).toBeTruthy();
    cleanup();
    // A server of an earlier version sends no names.
    open('', [[adminDesk.today, { ...today({ jobs: 1 }), job_names: undefined }]]);
    expect(await screen.findByText('Jobs that failed or did not run')).toBeTruthy();
  });

  test('counts scheduled content as work only if its draft has changed', async () => {
    const none = Object.fromEntries(Object.keys(today()).map((name) => [name, 0]));
    open('', [[adminDesk.today, { ...none, schedules: 2 }]]);
    const row = await screen.findByRole('link', { name: /^2\s*Scheduled content/ });
    expect(row.getAttribute('href')).toBe('/en/developer-center/desk/content?scheduled=true');
    expect(screen.getByText('Everything is done')).toBeTruthy();
    expect(screen.queryByText(/overdue$/)).toBeNull();
    cleanup();
    open('', [[adminDesk.today, { ...none, schedules: 2, schedules_outdated: 1 }]]);
    expect(await screen.findByText('1 item to do')).toBeTruthy();
    expect(screen.getByText('1 changed since scheduled')).toBeTruthy();
  });

  test('is read again each minute while it is shown and by an operator who comes back; a failure then leaves it standing', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { client, router, store } = open('/audit');
      await waitFor(() => expect(client.count(adminDesk.today)).toBe(1));
      await act(() => router.navigate('/en/developer-center/desk'));
      await screen.findByText('10 items to do');
      await waitFor(() => expect(client.count(adminDesk.today)).toBe(2));
      const display = hideTab(store);
      await act(() => jest.advanceTimersByTimeAsync(150_000));
      expect(client.count(adminDesk.today)).toBe(2);
      display();
      client.answer(adminDesk.today, () => {
        throw silence();
      });
      await act(() => jest.advanceTimersByTimeAsync(60_500));
      expect(client.count(adminDesk.today)).toBe(3);
      expect(screen.getByText('10 items to do')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  test('shows an error when loading fails, and retries', async () => {
    let away = true;
    const { hand } = open('', [
      [
        adminDesk.today,
        () => {
          if (away) throw silence();
          return today();
        },
      ],
    ]);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    // The page says it: a toast would say it twice.
    expect(document.querySelector('[data-above-dialogs]')?.textContent).toBe('');
    // The list asks again when it is mounted after the first failure; a busy button ignores presses.
    await waitFor(() => expect(retry.getAttribute('aria-busy')).not.toBe('true'));
    away = false;
    await hand.click(retry);
    expect(await screen.findByText('10 items to do')).toBeTruthy();
  });
});

describe('orders', () => {
  test('are searched and filtered by the URL, each linked to its page', async () => {
    const { inputs, hand, router } = open('/orders', [
      [adminOrder.list, pageOf([order({ waiting: [proposal()] })])],
    ]);
    const [first] = await rows();
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: NO })
        .getAttribute('href'),
    ).toBe(`/en/developer-center/desk/orders?no=${NO}`);
    expect(within(first as HTMLElement).getByText('CNY 29.00')).toBeTruthy();
    expect(within(first as HTMLElement).getByText('Second operator')).toBeTruthy();
    await hand.type(screen.getByRole('searchbox'), ' buyer@ {Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=buyer%40'));
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'refund_requested');
    await hand.click(screen.getByRole('checkbox', { name: en.deskOrders.unmatched }));
    await waitFor(() =>
      expect(inputs(adminOrder.list).at(-1)).toEqual({
        q: 'buyer@',
        status: 'refund_requested',
        unmatched: true,
        page: 1,
      }),
    );
  });

  test('returns an unmatched payment through its provider with a reason', async () => {
    const [booked] = order().payments;
    if (!booked) throw new Error('the order has no payment');
    const late = { ...booked, payment_no: 'YP-2', status: 'unmatched' as const };
    const { client, inputs, hand } = open(`/orders?no=${NO}`, [
      [adminOrder.detail, order({ payments: [booked, late] })],
    ]);
    await press(hand, 'Return payment YP-2');
    expect(screen.queryByRole('button', { name: 'Return payment YP-1' })).toBeNull();
    const dialog = await inDialog();
    expect(dialog.getByText(/^The payment company sends CNY 29.00 back/)).toBeTruthy();
    await hand.type(dialog.getByRole('textbox', { name: 'How and why' }), 'Paid twice');
    const returned = order({
      payments: [booked, { ...late, status: 'returned', sent_back_at: '2026-11-21T02:00:00.000Z' }],
    });
    client.answer(adminOrder.returnPayment, returned);
    client.answer(adminOrder.detail, returned);
    await hand.click(dialog.getByRole('button', { name: 'Return payment' }));
    expect(await screen.findByText('Payment returned')).toBeTruthy();
    expect(await screen.findByText('Sent back 21 Nov 2026, 10:00')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Return payment/ })).toBeNull();
    expect(inputs(adminOrder.returnPayment)).toEqual([{ payment_no: 'YP-2', note: 'Paid twice' }]);
  });

  test('approves a refund with all relevant data in view', async () => {
    const { inputs, hand } = open(`/orders?no=${NO}`, [
      [adminOrder.detail, refundRequested()],
      [adminOrder.refundDecide, order({ status: 'refunded' })],
    ]);
    expect(await screen.findByText('买错了')).toBeTruthy();
    expect(screen.getByText('买错了').getAttribute('lang')).toBe('zh-CN');
    const licence = within(screen.getByRole('table', { name: /Authorization codes of this order/ }));
    expect(licence.getByText('Ends in Q2RM')).toBeTruthy();
    expect(licence.getByText('other@example.com')).toBeTruthy();
    expect(licence.getByText('2 / 1 / 1')).toBeTruthy();
    expect(licence.getByText('db-02, expires 1 Jan 2027')).toBeTruthy();
    await press(hand, 'Approve refund');
    const dialog = await inDialog();
    expect(dialog.getByText(/CNY 29.00 is returned/)).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
    await hand.click(dialog.getByRole('button', { name: 'Approve refund' }));
    await waitFor(() =>
      expect(inputs(adminOrder.refundDecide)).toEqual([
        { order_no: NO, approve: true, note: '', requested_at: AT, facts: 'none' },
      ]),
    );
    expect(await screen.findByText('Refunded', { selector: '[data-above-dialogs] *' })).toBeTruthy();
    // The visible data is requested again.
    await waitFor(() => expect(inputs(adminOrder.detail)).toHaveLength(2));
  });

  test('rejects a refund only with a reason', async () => {
    const { inputs, hand } = open(`/orders?no=${NO}`, [
      [adminOrder.detail, refundRequested()],
      [adminOrder.refundDecide, order()],
    ]);
    await press(hand, 'Refuse refund');
    const dialog = await inDialog();
    await hand.click(dialog.getByRole('button', { name: 'Refuse refund' }));
    await waitFor(() => expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
    expect(inputs(adminOrder.refundDecide)).toEqual([]);
    await hand.type(dialog.getByRole('textbox'), 'Used for months');
    await hand.click(dialog.getByRole('button', { name: 'Refuse refund' }));
    await waitFor(() =>
      expect(inputs(adminOrder.refundDecide)).toEqual([
        { order_no: NO, approve: false, note: 'Used for months', requested_at: AT },
      ]),
    );
  });

  const invoice = {
    kind: 'company' as const,
    title: 'Lin & Co.',
    tax_no: '91310000MA1FL4QK2X',
    requested_at: AT,
    state: 'requested' as const,
    number: null,
    decided_at: null,
    note: '',
  };
  const invoiced = (changes: Partial<NonNullable<AdminOrder['invoice']>> = {}) =>
    order({ invoice: { ...invoice, ...changes }, actions: ['invoice_view', 'invoice_request'] });

  test('records an invoice number after validating it', async () => {
    const { inputs, hand } = open(`/orders?no=${NO}`, [
      [adminOrder.detail, invoiced()],
      [adminOrder.invoiceDecide, invoiced({ state: 'issued', number: '2'.repeat(20) })],
    ]);
    expect(await screen.findByText('91310000MA1FL4QK2X')).toBeTruthy();
    expect(await copied()).toEqual([
      ['Copy: Name', 'Lin & Co.'],
      ['Copy: Tax number', '91310000MA1FL4QK2X'],
    ]);
    expect(await outline()).toMatchSnapshot();
    await press(hand, 'Record as issued');
    const dialog = await inDialog();
    await hand.type(dialog.getByRole('textbox'), '123');
    await hand.click(dialog.getByRole('button', { name: 'Record as issued' }));
    expect(await dialog.findByText('The invoice number has 20 digits')).toBeTruthy();
    expect(inputs(adminOrder.invoiceDecide)).toEqual([]);
    await hand.clear(dialog.getByRole('textbox'));
    await hand.type(dialog.getByRole('textbox'), '2'.repeat(20));
    await hand.click(dialog.getByRole('button', { name: 'Record as issued' }));
    await waitFor(() =>
      expect(inputs(adminOrder.invoiceDecide)).toEqual([
        { order_no: NO, issued: true, number: '2'.repeat(20), requested_at: invoice.requested_at },
      ]),
    );
    expect(await screen.findByText('Invoice number recorded')).toBeTruthy();
  });

  test('declines an invoice only with a reason', async () => {
    const { inputs, hand } = open(`/orders?no=${NO}`, [
      [adminOrder.detail, invoiced()],
      [adminOrder.invoiceDecide, invoiced({ state: 'declined', note: 'Wrong tax number' })],
    ]);
    await press(hand, 'Decline');
    const dialog = await inDialog();
    await hand.click(dialog.getByRole('button', { name: 'Decline invoice' }));
    await waitFor(() => expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
    await hand.type(dialog.getByRole('textbox'), 'Wrong tax number');
    await hand.click(dialog.getByRole('button', { name: 'Decline invoice' }));
    await waitFor(() =>
      expect(inputs(adminOrder.invoiceDecide)).toEqual([
        { order_no: NO, issued: false, note: 'Wrong tax number', requested_at: invoice.requested_at },
      ]),
    );
    expect(await screen.findByText(en.deskOrders.declined.done)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['issued', invoiced({ state: 'issued', number: '2'.repeat(20), decided_at: AT }), '2'.repeat(20)],
    ['declined', invoiced({ state: 'declined', note: 'Wrong tax number' }), 'Wrong tax number'],
    ['one’s own', { ...invoiced(), user: { ...operator } }, 'Lin & Co.'],
    ['of a refunded order', { ...invoiced(), actions: ['invoice_view'] as never }, 'Lin & Co.'],
  ])('an invoice that is %s has no actions', async (_, shown, fact) => {
    open(`/orders?no=${NO}`, [[adminOrder.detail, shown]]);
    expect(await screen.findByText(fact)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Record as issued' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  });

  test('a large refund becomes a proposal for a second operator', async () => {
    const { hand } = open(`/orders?no=${NO}`, [
      [adminOrder.detail, refundRequested()],
      [adminOrder.refundDecide, refundRequested({ waiting: [proposal()] })],
    ]);
    await press(hand, 'Approve refund');
    await hand.click((await inDialog()).getByRole('button', { name: 'Approve refund' }));
    expect(await screen.findByText(/needs a second operator/)).toBeTruthy();
  });

  test('confirms a bank transfer entered in yuan and sends the amount in fen', async () => {
    const { inputs, hand } = open(`/orders?no=${NO}`, [
      [
        adminOrder.detail,
        order({
          status: 'pending',
          provider: 'bank_transfer',
          payments: order().payments.map((payment) => ({
            ...payment,
            provider: 'bank_transfer',
            status: 'started',
          })),
        }),
      ],
      [adminOrder.confirmTransfer, order()],
    ]);
    await press(hand, 'Confirm transfer');
    const dialog = await inDialog();
    const [amount, reference] = dialog.getAllByRole('textbox') as [HTMLElement, HTMLElement];
    await hand.type(amount, 'a lot');
    await hand.type(reference, 'BANK-1');
    await hand.click(dialog.getByRole('button', { name: 'Confirm transfer' }));
    await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
    await hand.clear(amount);
    await hand.type(amount, '1,299.50');
    await hand.click(dialog.getByRole('button', { name: 'Confirm transfer' }));
    await waitFor(() =>
      expect(inputs(adminOrder.confirmTransfer)).toEqual([
        { order_no: NO, amount: 129_950, reference: 'BANK-1' },
      ]),
    );
    expect(await screen.findByText(en.deskOrders.transfer.done)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('does not let an operator decide on their own order', async () => {
    open(`/orders?no=${NO}`, [[adminOrder.detail, refundRequested({ user: { ...operator } })]]);
    expect(await screen.findByText(/This is your own order/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve refund' })).toBeNull();
  });

  test('shows “not found” for an unknown order number', async () => {
    open('/orders?no=YD-1', [
      [
        adminOrder.detail,
        () => {
          throw rejection('ORDER_NOT_FOUND');
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toEqual([]);
  });

  test('a colleague’s proposal can be confirmed, an own one only withdrawn', async () => {
    const own = proposal({ id: 6, proposed_by: operator.email });
    const { inputs, hand } = open('/orders?view=decisions', [
      [adminDecision.list, pageOf([proposal(), own])],
      [adminDecision.confirm, proposal({ state: 'confirmed' })],
      [adminDecision.decline, proposal({ state: 'withdrawn' })],
    ]);
    const [theirs, mine] = (await rows()) as [HTMLElement, HTMLElement];
    expect(within(mine).queryByRole('button', { name: 'Confirm' })).toBeNull();
    await hand.click(within(theirs).getByRole('button', { name: 'Confirm' }));
    const dialog = await inDialog();
    expect(dialog.getByText(/CNY 12,800.00/)).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(inputs(adminDecision.confirm)).toEqual([{ id: 5 }]));
    await hand.click(within((await rows())[1] as HTMLElement).getByRole('button', { name: 'Withdraw' }));
    const second = await inDialog();
    await hand.type(second.getByRole('textbox'), 'Typed wrong');
    await hand.click(second.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(inputs(adminDecision.decline)).toEqual([{ id: 6, note: 'Typed wrong' }]));
  });
});

describe('feedback and reports', () => {
  test('feedback is assigned to oneself or a colleague and filtered by assignee', async () => {
    const me = { id: 7, email: 'operator@yunduo.test', nickname: '' };
    const colleague = { id: 8, email: 'colleague@yunduo.test', nickname: 'Mei' };
    const { client, inputs, hand } = open('/feedback?no=FB20261121-00001', [
      [adminFeedback.list, pageOf([ticket()])],
      [adminFeedback.assign, ticket({ assignee: me })],
      [adminFeedback.assignees, { list: [colleague, me, ticket().user] }],
    ]);
    const take = await screen.findByRole('button', { name: 'Assign to me' });
    client.answer(adminFeedback.list, pageOf([ticket({ assignee: me })]));
    await hand.click(take);
    expect(await screen.findByText('Assigned to you')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Assign to…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const choice = await dialog.findByRole('combobox', { name: 'Operator' });
    // Its author, who is an operator, too, is not offered.
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Unassigned', 'colleague@yunduo.test (Mei)', 'operator@yunduo.test']);
    await hand.selectOptions(choice, '8');
    await hand.click(dialog.getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Assigned')).toBeTruthy();
    expect(inputs(adminFeedback.assign)).toEqual([
      { no: 'FB20261121-00001', assignee: 7, before: null },
      { no: 'FB20261121-00001', assignee: 8, before: 7 },
    ]);
    cleanup();

    const list = open('/feedback', [
      [adminFeedback.list, pageOf([ticket({ assignee: me }), ticket({ no: 'FB2', assignee: colleague })])],
    ]);
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('You');
    expect(second?.textContent).toContain('colleague@yunduo.test');
    await list.hand.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'nobody');
    await waitFor(() =>
      expect(list.inputs(adminFeedback.list).at(-1)).toEqual({ assignee: 'nobody', page: 1 }),
    );
  });

  test('a ticket is answered in the writer’s language with an inserted phrase', async () => {
    const { inputs, hand } = open('/feedback?no=FB20261121-00001', [
      [adminFeedback.list, pageOf([ticket()])],
      [adminFeedback.answer, ticket({ state: 'closed', revision: 4 })],
    ]);
    expect(await screen.findByText('升级后打不开。')).toBeTruthy();
    expect(screen.getByText('lin_wx')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open error.png' }).getAttribute('href')).toBe(
      '/api/feedback/file?link=a',
    );
    expect(screen.getByText(/wrote in Chinese/)).toBeTruthy();
    const area = screen.getByRole('textbox', { name: 'Reply' });
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Insert a phrase' }), 'fixed');
    await waitFor(() => expect((area as HTMLTextAreaElement).value).toMatch(/^这个问题已在最新版本修复/));
    expect(area.getAttribute('lang')).toBe('zh-CN');
    await hand.clear(area);
    await hand.type(area, '已修复');
    await hand.click(screen.getByRole('checkbox'));
    await press(hand, 'Send reply');
    await waitFor(() =>
      expect(inputs(adminFeedback.answer)).toEqual([
        { no: 'FB20261121-00001', revision: 3, text: '已修复', close: true },
      ]),
    );
    expect(await screen.findByText('Reply sent, feedback closed')).toBeTruthy();
    await waitFor(() => expect((area as HTMLTextAreaElement).value).toBe(''));
  });

  test('an empty reply is not sent; closing without a reply asks for confirmation', async () => {
    const { inputs, hand } = open('/feedback?no=FB20261121-00001', [
      [adminFeedback.list, pageOf([ticket()])],
      [adminFeedback.answer, ticket({ state: 'closed', revision: 4 })],
    ]);
    await press(hand, 'Send reply');
    const area = screen.getByRole('textbox', { name: 'Reply' });
    await waitFor(() => expect(area.getAttribute('aria-invalid')).toBe('true'));
    expect(inputs(adminFeedback.answer)).toEqual([]);
    await press(hand, 'Close without a reply');
    await hand.click((await inDialog()).getByRole('button', { name: 'Close without a reply' }));
    await waitFor(() =>
      expect(inputs(adminFeedback.answer)).toEqual([{ no: 'FB20261121-00001', revision: 3, close: true }]),
    );
  });

  test('does not let an operator answer their own ticket', async () => {
    open('/feedback?no=FB20261121-00001', [
      [adminFeedback.list, pageOf([ticket({ user: { id: 7, email: operator.email, nickname: '' } })])],
    ]);
    expect(await screen.findByText(/This is your own feedback/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('shows “not found” for an unknown ticket', async () => {
    open('/feedback?no=FB1');
    expect(await screen.findByRole('heading', { name: 'Feedback not found' })).toBeTruthy();
  });

  test('a report is closed with a result and an internal note', async () => {
    const { inputs, hand } = open('/feedback?view=reports', [
      [adminReport.list, pageOf([report()])],
      [adminReport.close, report({ state: 'closed', resolution: 'fixed' })],
    ]);
    const [row] = (await rows()) as [HTMLElement];
    expect(within(row).getByText('Visitor')).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'Keel' }).getAttribute('href')).toBe('/en/store/1');
    await hand.click(within(row).getByRole('button', { name: 'Close' }));
    const dialog = await inDialog();
    expect(dialog.getByText('“It does not start.”')).toBeTruthy();
    // No result is preselected.
    await hand.click(dialog.getByRole('button', { name: 'Close report' }));
    expect(await dialog.findByText('Choose a result', { selector: 'p' })).toBeTruthy();
    expect(inputs(adminReport.close)).toEqual([]);
    await hand.selectOptions(dialog.getByRole('combobox'), 'fixed');
    await hand.type(dialog.getByRole('textbox'), 'In 1.0.1');
    await hand.click(dialog.getByRole('button', { name: 'Close report' }));
    await waitFor(() =>
      expect(inputs(adminReport.close)).toEqual([{ id: 3, resolution: 'fixed', note: 'In 1.0.1' }]),
    );
    expect(inputs(adminReport.list)[0]).toEqual({ state: 'open', page: 1 });
  });
});

describe('users', () => {
  test('an operator can end a session and revoke roles but not grant them', async () => {
    const { inputs, hand } = open('/people?id=9', [
      [adminUser.detail, accountDetail()],
      [adminUser.endSessions, { ended: 1 }],
      [adminUser.role, account],
    ]);
    await press(hand, 'Sign out Firefox on Debian');
    const dialog = await inDialog();
    await hand.type(dialog.getByRole('textbox'), 'stolen');
    await hand.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() =>
      expect(inputs(adminUser.endSessions)).toEqual([
        { email: 'buyer@example.com', reason: 'stolen', session: 31 },
      ]),
    );
    // Only admins grant roles.
    expect(screen.queryByRole('button', { name: /^Grant/ })).toBeNull();
    await press(hand, 'Revoke role: Developer');
    await hand.click((await inDialog()).getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(inputs(adminUser.role)).toEqual([
        { email: 'buyer@example.com', role: 'developer', granted: false },
      ]),
    );
  });

  test('an admin can grant a role and disable the account', async () => {
    const admin = userFixture({ id: 7, roles: ['user', 'admin'] });
    const { inputs, hand } = open(
      '/people?id=9',
      [
        [adminUser.detail, accountDetail()],
        [adminUser.role, account],
        [adminUser.disable, { ...account, disabled_at: AT }],
      ],
      { user: admin },
    );
    await press(hand, 'Grant role: Reviewer');
    await hand.click((await inDialog()).getByRole('button', { name: 'Grant' }));
    await waitFor(() =>
      expect(inputs(adminUser.role)).toEqual([
        { email: 'buyer@example.com', role: 'reviewer', granted: true },
      ]),
    );
    await press(hand, 'Disable account');
    await hand.click((await inDialog()).getByRole('button', { name: 'Disable account' }));
    await waitFor(() =>
      expect(inputs(adminUser.disable)).toEqual([{ email: 'buyer@example.com', reason: '', disabled: true }]),
    );
  });

  test('does not offer role changes or disabling for one’s own account', async () => {
    open('/people?id=7', [[adminUser.detail, accountDetail({ own: true })]], {
      user: userFixture({ id: 7, roles: ['user', 'admin'] }),
    });
    expect(await screen.findByText(/This is your own account/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Grant|Disable account/ })).toBeNull();
  });

  test('shows “not found” for a deleted account', async () => {
    open('/people?id=99', [
      [
        adminUser.detail,
        () => {
          throw rejection('USER_NOT_FOUND');
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeTruthy();
  });
});

describe('audit log', () => {
  test('shows who did what and filters by days in Beijing time', async () => {
    const { inputs } = open(
      '/audit?actor=operator%40yunduo.test&from=2026-11-18&to=2026-11-19&action=order',
      [[adminAudit.list, pageOf([entry])]],
    );
    const [row] = (await rows()) as [HTMLElement];
    expect(within(row).getByText('operator@yunduo.test')).toBeTruthy();
    expect(within(row).getByText('order.refund')).toBeTruthy();
    expect(within(row).getByText('Sorry')).toBeTruthy();
    expect(inputs(adminAudit.list)).toEqual([
      {
        actor: 'operator@yunduo.test',
        action: 'order',
        from: '2026-11-17T16:00:00.000Z',
        to: '2026-11-19T16:00:00.000Z',
        page: 1,
      },
    ]);
  });
});

describe('account and list actions', () => {
  test('two-step sign-in of another user is reset with a reason', async () => {
    const { client, hand } = open('/people?id=9', [
      [adminUser.detail, accountDetail()],
      [adminUser.removeFactor, { ended: 2 }],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Reset two-step sign-in' }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Reset two-step sign-in' }));
    const reason = dialog.getByLabelText('Reason, and how you confirmed it');
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    expect(client.count(adminUser.removeFactor)).toBe(0);
    await hand.type(reason, 'Video call');
    await hand.click(await dialog.findByRole('button', { name: 'Reset two-step sign-in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.calls.find(({ endpoint }) => endpoint.url === adminUser.removeFactor.url)?.input).toEqual({
      email: account.email,
      reason: 'Video call',
    });
    expect(await screen.findByText(en.deskPeople.factor_done)).toBeTruthy();
  });

  test('the filtered list is exported as CSV, page by page', async () => {
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return 'blob:audit';
    };
    URL.revokeObjectURL = () => undefined;
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { client, hand } = open('/audit?target=user:9', [
      [
        adminAudit.list,
        (({ page = 1, page_size = 20 }: { page?: number; page_size?: number }) => ({
          list: [{ ...entry, id: page, target: `user:9, page ${page}` }],
          total: page_size === 100 ? 101 : 1,
          page,
          page_size,
        })) as (input: never) => unknown,
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    clicked.mockRestore();
    const lines = new TextDecoder().decode(await saved?.arrayBuffer()).split('\r\n');
    expect(lines[0]).toBe('Time (UTC+8),Done by,Via,Action,Subject,Details');
    // Of two entries in one minute the file shows which came first.
    expect(lines[1]).toBe(
      '2026-11-20 10:00:00,operator@yunduo.test,Web or API,order.refund,"user:9, page 1","{""amount"":2900,""note"":""Sorry""}"',
    );
    expect(lines.slice(1, 3).map((line) => line.includes('user:9, page'))).toEqual([true, true]);
    const requests = client.calls.filter(({ endpoint }) => endpoint.url === adminAudit.list.url);
    expect(requests.at(-1)?.input).toMatchObject({ target: 'user:9', page: 2, page_size: 100 });
  });
});
