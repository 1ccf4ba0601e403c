import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { order, type Endpoint, type Order, type OrderDetail } from '@yunduo/api-contract';
import { clearMessages, copied, departures, hideTab, markupOf, message } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { PAY_CODE_TTL, PAY_POLLING } from '@yunduo/validation';
import { renderPanel } from '../panel-testing.tsx';
import Orders from './orders.tsx';

jest.setTimeout(60_000);

const NO = 'YD20261121-AAAAA-BBBBB';
const row = (changes: Partial<Order> = {}): Order => ({
  order_no: NO,
  kind: 'licence',
  plan: 'm3',
  quantity: 2,
  unit_price: 7_900,
  amount: 15_800,
  currency: 'CNY',
  description: 'Yunduo authorization code · 3 months × 2',
  status: 'paid',
  created_at: '2026-11-18T01:05:00.000Z',
  expires_at: null,
  provider: 'sandbox',
  paid_at: '2026-11-18T01:07:00.000Z',
  cancelled_at: null,
  cancel_reason: null,
  refund: null,
  invoice: null,
  renews: null,
  actions: ['refund_request', 'invoice_view', 'invoice_request'],
  ...changes,
});
const detail = (changes: Partial<OrderDetail> = {}): OrderDetail => ({
  ...row(),
  expires_in: null,
  providers: [],
  transfer: null,
  returns: [],
  licences: [{ id: 5, plan: 'm3', code_tail: 'Q2RM', renewal: false, revoked: false, mine: true }],
  ...changes,
});
const unpaid: Partial<OrderDetail> = {
  status: 'pending',
  paid_at: null,
  provider: null,
  expires_at: '2026-11-18T01:35:00.000Z',
  expires_in: 25 * 60,
  actions: ['pay', 'cancel'],
  providers: ['bank_transfer', 'sandbox'],
  licences: [],
};
const list = (...rows: Order[]) => ({ list: rows, total: rows.length, page: 1, page_size: 20 });

let client: FakeClient;
const show = (search: string, answers: [Endpoint, object][], locale: 'zh' | 'en' = 'en') => {
  client = fakeClient(...(answers as [Endpoint, object][]));
  return renderPanel(<Orders />, { client, search, locale });
};
const sent = (endpoint: Endpoint) =>
  client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);
/** The account of a bank transfer. */
const transfer = {
  account_name: 'Yunduo Example',
  bank: 'Example Bank',
  account_number: '0000 1111',
  reference: NO,
  amount: 15_800,
  currency: 'CNY',
  expires_at: '2026-11-25T01:05:00.000Z',
};

/** Before the unpaid order's deadline. */
const IN_TIME = Date.parse('2026-11-18T01:10:00.000Z');
let now = IN_TIME;
beforeEach(() => {
  sessionStorage.clear();
  clearMessages();
  now = IN_TIME;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());

const toneOf = (text: string | RegExp) =>
  screen.getByText(text).closest('[data-tone]')?.getAttribute('data-tone');

describe('order list', () => {
  test('[R3.10] shows number, amount, time, description and the allowed actions', async () => {
    show('?panel=order-info', [
      [
        order.list,
        list(row(), row({ order_no: 'YD20261120-CCCCC-DDDDD', status: 'pending', actions: ['pay'] })),
      ],
    ]);
    const table = within(await screen.findByRole('table', { name: 'Orders' }));
    expect(table.getByRole('link', { name: NO }).getAttribute('href')).toBe(
      `/en/user?panel=order-info&order=${NO}`,
    );
    expect(table.getAllByText('CNY 158.00')).toHaveLength(2);
    expect(table.getAllByText('Yunduo authorization code')).toHaveLength(2);
    expect(table.getAllByText('3 months × 2')).toHaveLength(2);
    expect(table.getAllByText('18 Nov 2026, 09:05')).toHaveLength(2);
    expect(table.getByRole('link', { name: `View receipt of order ${NO}` }).getAttribute('href')).toBe(
      `/en/user?panel=order-info&order=${NO}#order-invoice`,
    );
    expect(table.getByRole('link', { name: 'Pay order YD20261120-CCCCC-DDDDD' }).getAttribute('href')).toBe(
      '/en/user?panel=order-info&order=YD20261120-CCCCC-DDDDD',
    );
    expect(table.queryByRole('link', { name: `Pay order ${NO}` })).toBeNull();
    expect(table.getAllByRole('button', { name: /Apply for refund of/ })).toHaveLength(1);
    expect(screen.getByText(/Refunds are handled via customer service/)).toBeTruthy();
    expect(screen.getByText('Times are Beijing time (UTC+8).')).toBeTruthy();
  });

  test('[R3.11] filters by app type and time, both kept in the URL', async () => {
    const { hand, router } = show('?panel=order-info&range=year', [[order.list, list(row())]], 'zh');
    await screen.findByRole('table');
    expect(sent(order.list)).toEqual([{ app_type: 'all', range: 'year', page: 1, page_size: 20 }]);
    await hand.selectOptions(screen.getByLabelText('应用类型'), '私有部署');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?panel=order-info&app_type=private_deploy&range=year'),
    );
    expect(
      within(screen.getByLabelText('时间'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['全部时间', '最近一周', '最近三个月', '最近一年', '一年以前']);
  });

  test('a later page keeps the filters; a new filter starts at the first page', async () => {
    const answer = ({ page }: { page: number }) => ({ ...list(row()), total: 60, page });
    const { hand, router } = show('?panel=order-info&range=year&page=2', [[order.list, answer]]);
    await screen.findByRole('table');
    expect(sent(order.list)).toEqual([{ app_type: 'all', range: 'year', page: 2, page_size: 20 }]);
    expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe(
      '/en/user?panel=order-info&range=year&page=3',
    );
    await hand.selectOptions(screen.getByLabelText('Time'), 'Past week');
    await waitFor(() => expect(router.state.location.search).toBe('?panel=order-info&range=week'));
  });

  test('the orders of one period are not shown under another one, whose orders still load', async () => {
    const other = Promise.withResolvers<object>();
    const answer = ({ range }: { range: string }) => (range === 'week' ? other.promise : list(row()));
    const { hand } = show('?panel=order-info&range=year', [[order.list, answer]]);
    await screen.findByRole('table');
    await hand.selectOptions(screen.getByLabelText('Time'), 'Past week');
    expect(await screen.findByText(en.orders.loading)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    other.resolve(list(row({ order_no: 'YD20261122-CCCCC-DDDDD' })));
    const shown = await screen.findByRole('table');
    expect([shown.textContent?.includes('YD20261122-CCCCC-DDDDD'), shown.textContent?.includes(NO)]).toEqual([
      true,
      false,
    ]);
  });

  test('a refund is requested from the list, or not after all', async () => {
    const { hand } = show('?panel=order-info', [
      [order.list, list(row())],
      [order.refundRequest, row({ status: 'refund_requested' })],
    ]);
    const button = await screen.findByRole('button', { name: `Apply for refund of order ${NO}` });
    await hand.click(button);
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
    await hand.click(button);
    const dialog = within(screen.getByRole('dialog', { name: 'Apply for refund' }));
    await hand.type(dialog.getByLabelText('Reason for refund'), 'Too many');
    await hand.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Request sent to customer service')).toBeTruthy();
    expect(sent(order.refundRequest)).toEqual([{ order_no: NO, reason: 'Too many' }]);
  });

  test('distinguishes no orders from no matches', async () => {
    const first = show('?panel=order-info', [[order.list, list()]]);
    expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeTruthy();
    expect(screen.getByText(en.orders.empty.text)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
    const buy = screen.getAllByRole('link', { name: en.orders.buy });
    expect(buy.map((link) => [link.getAttribute('href'), link.dataset['kind']])).toEqual([
      ['/en/auth', 'line'],
      ['/en/auth', 'primary'],
    ]);
    await act(() => first.router.navigate('/en/user?panel=order-info&range=week'));
    expect(await screen.findByRole('heading', { name: 'No matching orders' })).toBeTruthy();
    expect(screen.getByText(en.orders.empty.filtered_text)).toBeTruthy();
    expect(screen.getAllByRole('combobox')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe(
      '/en/user?panel=order-info',
    );
  });

  test('goes to the last existing page with its filters when a page becomes empty', async () => {
    const answer = ({ page }: { page: number }) =>
      page === 1 ? { ...list(row()), total: 20 } : { ...list(), total: 20, page };
    const { router } = show('?panel=order-info&range=year&page=2', [[order.list, answer]]);
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(router.state.location.search).toBe('?panel=order-info&range=year');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('shows an error when loading fails, and retries', async () => {
    let answer: () => object = () => {
      throw silence();
    };
    const { hand } = show('?panel=order-info', [[order.list, () => answer()]]);
    expect(await screen.findByRole('heading', { name: 'Your orders could not be loaded' })).toBeTruthy();
    const again = screen.getByRole('button', { name: 'Try again' });
    const { promise, resolve } = Promise.withResolvers<object>();
    answer = () => promise;
    await hand.click(again);
    // The button keeps the focus until the answer arrives.
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(again);
    resolve(list(row()));
    expect(await screen.findByRole('table')).toBeTruthy();
  });
});

describe('order page', () => {
  const at = `?panel=order-info&order=${NO}`;

  test('a bank transfer shows the account with copy buttons, and no browser translates what is typed at the bank', async () => {
    let chosen = false;
    const { hand } = show(at, [
      [order.detail, () => detail({ ...unpaid, ...(chosen && { provider: 'bank_transfer', transfer }) })],
      [
        order.pay,
        () => {
          chosen = true;
          return {
            provider: 'bank_transfer',
            pay_url: 'https://x.test/',
            expires_at: transfer.expires_at,
            transfer,
          };
        },
      ],
    ]);
    expect(await screen.findByText(/Pay by 18 Nov 2026, 09:35 \(Beijing time\),/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'View bank details' }));
    expect(await screen.findByRole('heading', { name: 'Transfer to this account' })).toBeTruthy();
    expect(sent(order.pay)).toEqual([{ order_no: NO, provider: 'bank_transfer' }]);
    expect(screen.getByText('0000 1111')).toBeTruthy();
    for (const typed of ['Yunduo Example', 'Example Bank', '0000 1111', NO])
      for (const shown of screen.getAllByText(typed))
        expect([typed, shown.closest('[translate="no"]') !== null]).toEqual([typed, true]);
    expect(screen.getByText('Pay by (Beijing time)').nextSibling?.textContent).toBe(
      '25\u00a0Nov\u00a02026, 09:05',
    );
    expect(await copied()).toEqual([
      ['Copy order number', NO],
      ['Copy: Account holder', 'Yunduo Example'],
      ['Copy: Bank', 'Example Bank'],
      ['Copy: Account number', '00001111'],
      ['Copy: Reference', NO],
      ['Copy: Amount', '158.00'],
    ]);
    expect(screen.getByText(/An operator confirms your payment by hand/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Change payment method' }));
    expect(screen.getByRole('radio', { name: /Test payment/ })).toBeTruthy();
  });

  test.each<[string, Partial<OrderDetail>]>([
    ['the payment fails', { status: 'failed' }],
    ['hours have passed', {}],
  ])('the QR code of WeChat Pay is gone once %s', async (_, later) => {
    const begun = detail({
      ...unpaid,
      ...{ providers: ['wechat_pay'], provider: 'wechat_pay' },
      ...{ expires_at: '2026-11-25T01:05:00.000Z', expires_in: 7 * 24 * 3_600 },
    });
    const { hand } = show(at, [
      [order.detail, begun],
      [
        order.pay,
        {
          ...{ provider: 'wechat_pay', pay_url: 'https://yunduo.test/user', transfer: null },
          ...{ pay_code: 'weixin://wxpay/bizpayurl?pr=1', expires_at: begun.expires_at },
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Pay CNY 158.00' }));
    expect(await screen.findByRole('img', { name: 'WeChat Pay code' })).toBeTruthy();
    client.answer(order.detail, { ...begun, ...later });
    if (!later.status) {
      now += PAY_CODE_TTL;
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    }
    expect(
      await screen.findByRole('button', { name: 'Pay CNY 158.00' }, { timeout: PAY_POLLING * 3 }),
    ).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'WeChat Pay code' })).toBeNull();
  });

  test('WeChat Pay shows a QR code, whose heading takes the focus, and polls until the order is paid', async () => {
    let state: 'new' | 'begun' | 'paid' = 'new';
    const ways = { ...unpaid, providers: ['wechat_pay' as const, 'bank_transfer' as const] };
    const { hand } = show(at, [
      [
        order.detail,
        () =>
          state === 'paid' ? detail() : detail({ ...ways, provider: state === 'new' ? null : 'wechat_pay' }),
      ],
      [
        order.pay,
        () => {
          state = 'begun';
          return {
            provider: 'wechat_pay',
            pay_url: 'https://yunduo.test/user',
            pay_code: 'weixin://wxpay/bizpayurl?pr=1',
            expires_at: unpaid.expires_at,
            transfer: null,
          };
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Pay CNY 158.00' }));
    expect(await screen.findByRole('img', { name: 'WeChat Pay code' })).toBeTruthy();
    // The pressed button is gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pay with WeChat' }));
    expect(screen.getByText('Scan this code with WeChat to pay CNY 158.00.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Change payment method' }));
    expect(screen.getByRole('radio', { name: /Bank transfer/ })).toBeTruthy();
    state = 'paid';
    expect(
      await screen.findByText(/Paid\. Your codes are ready/, {}, { timeout: PAY_POLLING * 5 }),
    ).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    // The section is gone, and nothing was pressed.
    await waitFor(() => expect(message('status')).toBe('Paid'));
  });

  test.each([
    ['has not arrived', detail({ ...unpaid, provider: 'bank_transfer', transfer }), true],
    ['has arrived', detail(), false],
  ])('who checks the status of a payment that %s sees that', async (_what, next, waiting) => {
    let asked = 0;
    const { hand } = show(at, [
      [
        order.detail,
        () => ((asked += 1) === 1 ? detail({ ...unpaid, provider: 'bank_transfer', transfer }) : next),
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Check payment status' }));
    const seen = await screen.findByText(
      waiting ? 'Your payment is not confirmed yet' : /^Paid\. Your codes/,
    );
    expect(seen).toBeTruthy();
    expect(screen.queryByText('Your payment is not confirmed yet') !== null).toBe(waiting);
    expect(asked).toBe(2);
  });

  test('a begun payment is not asked for in a hidden tab, and again when it is shown', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { store } = show(at, [
        [order.detail, detail({ ...unpaid, providers: ['alipay' as const], provider: 'alipay' })],
      ]);
      await screen.findByRole('button', { name: 'Pay CNY 158.00' });
      const asked = async () => {
        const before = sent(order.detail).length;
        await act(() => jest.advanceTimersByTimeAsync(2.5 * PAY_POLLING));
        return sent(order.detail).length - before;
      };
      expect(await asked()).toBe(2);
      const display = hideTab(store);
      expect(await asked()).toBe(0);
      display();
      expect(await asked()).toBeGreaterThan(0);
    } finally {
      jest.useRealTimers();
    }
  });

  describe('the page of a payment provider', () => {
    const left = departures();
    const address = 'https://pay.example/session/1';
    beforeEach(() => void (left.length = 0));
    const begin = async () => {
      const { promise, resolve } = Promise.withResolvers<object>();
      const ways = { ...unpaid, providers: ['alipay' as const, 'stripe' as const] };
      const view = show(at, [
        [order.detail, detail({ ...ways, provider: 'stripe' })],
        [order.pay, () => promise],
        [order.list, list()],
      ]);
      // The way that was chosen before is chosen again.
      expect((await screen.findByRole<HTMLInputElement>('radio', { name: /card/i })).checked).toBe(true);
      await view.hand.click(screen.getByRole('button', { name: 'Pay CNY 158.00' }));
      await waitFor(() => expect(sent(order.pay)).toEqual([{ order_no: NO, provider: 'stripe' }]));
      const answer = () =>
        act(async () =>
          resolve({ provider: 'stripe', pay_url: address, expires_at: unpaid.expires_at, transfer: null }),
        );
      return { ...view, answer };
    };

    test('opens once the server has answered', async () => {
      const { answer } = await begin();
      expect(left).toEqual([]);
      await answer();
      expect(left.map(([, to]) => to)).toEqual([address]);
    });

    test('does not open for a buyer who has left the order', async () => {
      const { answer, router } = await begin();
      await act(async () => void (await router.navigate('/en/user?panel=order-info')));
      const before = location.href;
      history.replaceState(null, '', '?panel=order-info');
      await answer();
      expect(left).toEqual([]);
      history.replaceState(null, '', before);
    });
  });

  test.each([
    ['pending', 'alipay', 1],
    ['pending', 'wechat_pay', 1],
    ['pending', 'stripe', 1],
    ['pending', 'sandbox', 0],
    ['pending', null, 0],
    ['failed', 'alipay', 0],
  ] as const)(
    'says of a %s payment by %s in %d places that the page updates itself',
    async (status, provider, places) => {
      const providers: OrderDetail['providers'] = ['alipay', 'wechat_pay', 'stripe', 'sandbox'];
      show(at, [[order.detail, detail({ ...unpaid, providers, status, provider })]]);
      await screen.findByRole('radiogroup');
      expect(screen.queryAllByText(en.orders.payment.updates)).toHaveLength(places);
    },
  );

  test('the receipt opens in a tab that knows nothing of this one, and closes if it cannot be made', async () => {
    const tab = { opener: window, location: { assign: jest.fn() }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as never);
    const { hand } = show(at, [
      [order.detail, detail()],
      [order.invoiceLink, { url: '/api/order/invoice?link=1' }],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'View receipt' }));
    await waitFor(() =>
      expect(tab.location.assign.mock.calls).toEqual([[`${location.origin}/api/order/invoice?link=1`]]),
    );
    expect([opened.mock.calls, tab.opener, tab.close.mock.calls]).toEqual([[['', '_blank']], null, []]);
    expect(client.calls.at(-1)?.input).toEqual({ order_no: NO });
    client.answer(order.invoiceLink, () => {
      throw rejection('ORDER_STATE', {}, 'There is no receipt');
    });
    await hand.click(await screen.findByRole('button', { name: 'View receipt', busy: false }));
    await waitFor(() => expect(tab.close).toHaveBeenCalledTimes(1));
    expect(await screen.findByText('There is no receipt')).toBeTruthy();
    expect(tab.location.assign).toHaveBeenCalledTimes(1);
  });

  test('a dialog to cancel closes also if the order can no longer be cancelled', async () => {
    const { hand } = show(at, [
      [order.detail, detail(unpaid)],
      [
        order.cancel,
        () => {
          throw rejection('ORDER_STATE', {}, 'It was paid meanwhile');
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: en.orders.cancel.keep })).toBeTruthy();
    const confirm = dialog.getByRole('button', { name: 'Cancel order' });
    expect(confirm.dataset.kind).toBe('danger');
    await hand.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('It was paid meanwhile')).toBeTruthy();
    expect(screen.queryByText('Order cancelled')).toBeNull();
  });

  test('offers no other payment method if bank transfer is the only one', async () => {
    const providers: OrderDetail['providers'] = ['bank_transfer'];
    show(at, [[order.detail, detail({ ...unpaid, providers, provider: 'bank_transfer', transfer })]]);
    expect(await screen.findByRole('heading', { name: 'Transfer to this account' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change payment method' })).toBeNull();
  });

  test.each([
    ['zh', '请在 2026年11月18日 09:35（北京时间）前付款，逾期订单将自动取消。', 0],
    ['en', 'Pay by 18 Nov 2026, 09:35 (Beijing time), or the order is cancelled automatically.', 1],
  ] as const)('shows the time zone of its times (%s)', async (locale, deadline, notes) => {
    show(at, [[order.detail, detail(unpaid)]], locale);
    expect(await screen.findByText(deadline)).toBeTruthy();
    expect(screen.queryAllByText(/Times are Beijing time/)).toHaveLength(notes);
  });

  /** An unpaid order whose second request is never answered. */
  const answeredOnce = () => {
    let answered = false;
    return () => {
      if (answered) return new Promise(() => undefined);
      answered = true;
      return detail(unpaid);
    };
  };
  /** Advances the clock and makes the page visible. */
  const later = (time: string) => {
    now = Date.parse(time);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };

  test.each([
    ['en', /less than 5 minutes.* Choose bank transfer: you then have 7 days/, 'View bank details'],
    ['zh', /5 分钟内自动取消。如需更多时间，请选择银行转账：付款时间从下单起延长到 7 天/, '查看收款账户'],
  ] as const)(
    'warns five minutes before the payment deadline and offers bank transfer (%s)',
    async (locale, warning, way) => {
      show(at, [[order.detail, detail(unpaid)]], locale);
      expect(await screen.findByRole('button', { name: way })).toBeTruthy();
      later('2026-11-18T01:29:59.000Z');
      expect(screen.queryByText(warning)).toBeNull();
      later('2026-11-18T01:30:00.000Z');
      expect((await screen.findAllByText(warning)).length).toBeGreaterThan(0);
      await waitFor(() =>
        expect(
          screen
            .getAllByRole('status')
            .map(({ textContent }) => textContent)
            .join(),
        ).toMatch(warning),
      );
    },
  );

  test('warns the buyer of a private deployment, who cannot order it again', async () => {
    const offer = { kind: 'private_deploy' as const, plan: null, providers: ['alipay' as const] };
    show(at, [[order.detail, detail({ ...unpaid, ...offer })]]);
    expect(await screen.findByText(/Pay by 18 Nov 2026/)).toBeTruthy();
    later('2026-11-18T01:30:00.000Z');
    expect((await screen.findAllByText(/ask customer service for a new offer/)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/place it again/)).toBeNull();
  });

  test.each<[string, Partial<OrderDetail>]>([
    ['has extended the time before', { created_at: '2026-11-11T01:35:00.000Z' }],
    ['is not possible', { providers: ['wechat_pay'], provider: 'wechat_pay' }],
    ['is already chosen', { providers: ['bank_transfer'], provider: 'bank_transfer', transfer }],
  ])('warns without an offer of the bank transfer that %s', async (_why, changes) => {
    show(at, [[order.detail, detail({ ...unpaid, ...changes })]]);
    expect(await screen.findByText(/Pay by 18 Nov 2026/)).toBeTruthy();
    later('2026-11-18T01:30:00.000Z');
    expect((await screen.findAllByText(/less than 5 minutes/)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/Choose bank transfer/)).toBeNull();
  });

  test('after the deadline shows “cancelled” and “order again” and no payment methods', async () => {
    show(at, [[order.detail, answeredOnce()]]);
    expect(await screen.findByText(/Pay by 18 Nov 2026/)).toBeTruthy();
    later('2026-11-18T01:35:00.000Z');
    expect((await screen.findAllByText(/It was not paid in time and was cancelled/)).length).toBeGreaterThan(
      0,
    );
    // Each part of the page counts for itself.
    await waitFor(() => {
      expect(screen.queryByText(/Pay by/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'View bank details' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    });
    expect(screen.getByRole('link', { name: 'Order again' })).toBeTruthy();
    await waitFor(() => expect(client.count(order.detail)).toBe(2));
  });

  test.each([
    ['three days fast', 3],
    ['three days slow', -3],
    ['a year fast', 366],
  ])('a buyer whose clock is %s can pay for the same 25 minutes', async (_, days) => {
    const wrong = (time: string) => new Date(Date.parse(time) + days * 86_400_000).toISOString();
    now = Date.parse(wrong('2026-11-18T01:10:00.000Z'));
    show(at, [[order.detail, answeredOnce()]]);
    expect(await screen.findByText(/Pay by 18 Nov 2026, 09:35/)).toBeTruthy();
    later(wrong('2026-11-18T01:34:59.000Z'));
    expect(screen.queryByText(/was cancelled/)).toBeNull();
    expect(screen.getByRole('button', { name: 'View bank details' })).toBeTruthy();
    later(wrong('2026-11-18T01:35:00.000Z'));
    expect((await screen.findAllByText(/It was not paid in time and was cancelled/)).length).toBeGreaterThan(
      0,
    );
  });

  test('an answer from the last instant before the deadline is past it', async () => {
    now = Date.parse('2026-11-18T01:35:00.000Z');
    show(at, [[order.detail, detail({ ...unpaid, expires_in: 0 })]]);
    expect((await screen.findAllByText(/It was not paid in time and was cancelled/)).length).toBeGreaterThan(
      0,
    );
    expect(screen.queryByRole('button', { name: 'View bank details' })).toBeNull();
  });

  test('shows a payment that arrived just before the deadline', async () => {
    let paid = false;
    show(at, [[order.detail, () => (paid ? detail() : detail(unpaid))]]);
    expect(await screen.findByText(/Pay by 18 Nov 2026/)).toBeTruthy();
    paid = true;
    later('2026-11-18T01:35:00.000Z');
    expect(await screen.findByText(/Paid\. Your codes are ready/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Order again' })).toBeNull();
  });

  test('a failed payment says that nothing was charged and can be retried', async () => {
    show(at, [[order.detail, detail({ ...unpaid, status: 'failed', provider: 'sandbox' })]]);
    expect(await screen.findByText(/nothing was charged/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Test payment/ }).checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Pay CNY 158.00' })).toBeTruthy();
  });

  test.each<[string, Partial<OrderDetail>]>([
    ['cancelled', { status: 'cancelled', cancel_reason: 'expired', actions: [], licences: [] }],
    ['paid', {}],
  ])('a %s order shows the money that it could not take, and that it was returned', async (_, state) => {
    const received = {
      ...{ provider: 'alipay' as const, amount: 15_800, received_at: '2026-11-18T01:40:00.000Z' },
      returned: false,
    };
    const answered = (returned: boolean) =>
      detail({
        ...state,
        returns: [
          { ...received, returned },
          { ...received, provider: 'bank_transfer', received_at: '2026-11-18T02:40:00.000Z' },
        ],
      });
    show(`?panel=order-info&order=${NO}`, [[order.detail, answered(false)]]);
    const text = /^On 18 Nov 2026, 09:40 \(Beijing time\) we received CNY 158\.00 \(Alipay\)/;
    expect((await screen.findByText(text)).textContent).toMatch(/Customer service will return the money/);
    expect(toneOf(text)).toBe('warn');
    expect(screen.getByText(/10:40 .* \(Bank transfer\).* will return the money/)).toBeTruthy();
    // We know of the money: the buyer need not report it.
    expect(screen.queryByText(/If you have sent the money/)).toBeNull();
    cleanup();
    show(`?panel=order-info&order=${NO}`, [[order.detail, answered(true)]]);
    expect((await screen.findByText(text)).textContent).toMatch(/was returned to your original/);
    expect(toneOf(text)).toBe('info');
  });

  test('cancels after confirmation', async () => {
    const { hand } = show(at, [
      [order.detail, detail(unpaid)],
      [order.cancel, row({ status: 'cancelled' })],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(sent(order.cancel)).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Order cancelled')).toBeTruthy();
    expect(sent(order.cancel)).toEqual([{ order_no: NO }]);
  });

  test('[R6.04] a refund requires a reason, keeps it when rejected and shows the last decision', async () => {
    let rejected = true;
    const { hand } = show(at, [
      [
        order.detail,
        detail({
          refund: {
            reason: 'Too many',
            requested_at: '2026-11-19T01:00:00.000Z',
            approved: false,
            decided_at: '2026-11-20T01:00:00.000Z',
            note: 'Both are in use.',
          },
        }),
      ],
      [
        order.refundRequest,
        () => {
          if (rejected) throw rejection('REFUND_TRANSFERRED', {}, 'A code was transferred');
          return row({ status: 'refund_requested' });
        },
      ],
    ]);
    expect(await screen.findByText('Both are in use.')).toBeTruthy();
    expect(toneOf('Your refund request was declined.')).toBe('warn');
    await hand.click(screen.getByRole('button', { name: 'Apply for refund' }));
    const dialog = within(screen.getByRole('dialog'));
    const reason = dialog.getByLabelText<HTMLTextAreaElement>('Reason for refund');
    await hand.click(dialog.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect(reason.getAttribute('aria-invalid')).toBe('true');
    await hand.type(reason, 'One is enough');
    await hand.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await dialog.findByText('A code was transferred')).toBeTruthy();
    expect(reason.value).toBe('One is enough');
    rejected = false;
    await hand.click(await dialog.findByRole('button', { name: 'Send request', busy: false }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(order.refundRequest).at(-1)).toEqual({ order_no: NO, reason: 'One is enough' });
  });

  test.each([
    ['a refund', 'Apply for refund', 'Reason for refund', 'Twice', order.refundRequest],
    ['an invoice', 'Request electronic invoice', 'Name', 'Lin', order.invoiceRequest],
  ] as const)(
    'a dialog for %s that is no longer possible closes and says why, above the order as it is now',
    async (_what, button, label, typed, endpoint) => {
      let decided = false;
      const { hand } = show(at, [
        [
          order.detail,
          () => (decided ? detail({ status: 'refunded', actions: ['invoice_view'] }) : detail()),
        ],
        [
          endpoint,
          () => {
            decided = true;
            throw rejection('ORDER_STATE', {}, 'The order status does not allow this');
          },
        ],
      ]);
      await hand.click(await screen.findByRole('button', { name: button }));
      await hand.type(screen.getByLabelText(label), typed);
      await hand.click(screen.getByRole('button', { name: 'Send request' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await screen.findByText('The order status does not allow this')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
    },
  );

  test.each<[string, Partial<OrderDetail>, string | RegExp]>([
    ['codes', {}, /the codes of this order stop working\.$/],
    ['a renewal', { renews: 5 }, /the code loses the renewed term\.$/],
    ['a private deployment', { kind: 'private_deploy' }, /to your original payment method\.$/],
  ])('a refund of %s says what it ends', async (_what, changes, text) => {
    const { hand } = show(at, [[order.detail, detail(changes)]]);
    await hand.click(await screen.findByRole('button', { name: 'Apply for refund' }));
    expect(within(screen.getByRole('dialog')).getByText(text)).toBeTruthy();
  });

  test.each([
    [null, 'info', 'Request received. Customer service is looking into it.'],
    [true, 'good', 'Your refund was approved. The money will be returned to your original payment method.'],
  ])('a refund with the decision “%s” is shown as %s', async (approved, tone, text) => {
    const decided_at = approved ? '2026-11-20T01:00:00.000Z' : null;
    const refund = {
      reason: 'Twice',
      requested_at: '2026-11-19T01:00:00.000Z',
      approved,
      decided_at,
      note: '',
    };
    show(at, [[order.detail, detail({ refund })]]);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(toneOf(text)).toBe(tone);
    expect(screen.queryAllByText('20 Nov 2026, 09:00')).toHaveLength(approved ? 1 : 0);
    expect(screen.queryByText(/^Paid\./)).toBeNull();
  });

  test('sends the chosen way to pay and says why it was rejected; without one refers to customer service', async () => {
    const reject = () => {
      throw rejection('ORDER_STATE', {}, 'This order cannot be paid now');
    };
    const { hand } = show(at, [
      [order.detail, detail(unpaid)],
      [order.pay, reject],
    ]);
    await hand.click(await screen.findByRole('radio', { name: /Test payment/ }));
    await hand.click(screen.getByRole('button', { name: 'Pay CNY 158.00' }));
    expect(await screen.findByText('This order cannot be paid now')).toBeTruthy();
    expect(sent(order.pay)).toEqual([{ order_no: NO, provider: 'sandbox' }]);
    cleanup();
    show(at, [[order.detail, detail({ ...unpaid, providers: [] })]]);
    const none = 'No payment method is available. Please contact customer service.';
    expect(await screen.findByText(none)).toBeTruthy();
    expect(toneOf(none)).toBe('warn');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('a paid private deployment says that we are in touch, without a code', async () => {
    show(at, [[order.detail, detail({ kind: 'private_deploy', licences: [] })]]);
    expect(await screen.findByText(/We will contact you soon/)).toBeTruthy();
    expect(toneOf(/We will contact you soon/)).toBe('good');
    expect(screen.queryByRole('link', { name: /^View code/ })).toBeNull();
  });

  test('a licence that was transferred is named, without a link', async () => {
    const licences = detail().licences.map((licence) => ({ ...licence, mine: false }));
    show(at, [[order.detail, detail({ licences })]]);
    expect(await screen.findByText('Transferred')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Ending in Q2RM' })).toBeNull();
  });

  test('Chinese reason and answer of a refund on the English page are read out in Chinese', async () => {
    const refund = {
      reason: '买错了套餐',
      requested_at: '2026-11-19T01:00:00.000Z',
      approved: false,
      decided_at: '2026-11-20T01:00:00.000Z',
      note: '两个授权码都在使用。',
    };
    show(at, [[order.detail, detail({ refund })]]);
    expect((await screen.findByText(refund.reason)).lang).toBe('zh-CN');
    expect(screen.getByText(refund.note).lang).toBe('zh-CN');
  });

  test('a declined invoice on the English page: its Chinese name and reason are read out in Chinese', async () => {
    const invoice = {
      ...{ kind: 'company' as const, title: '望潮软件有限公司', tax_no: '91310115MA1H000000', number: null },
      ...{ state: 'declined' as const, note: '税号不存在', requested_at: '2026-11-19T02:00:00.000Z' },
      decided_at: '2026-11-20T02:00:00.000Z',
    };
    show(at, [[order.detail, detail({ invoice })]]);
    const reason = await screen.findByText(invoice.note);
    expect(reason.lang).toBe('zh-CN');
    expect(reason.parentElement?.textContent).toBe('Not issued: 税号不存在');
    expect(screen.getByText(invoice.title).lang).toBe('zh-CN');
  });

  test('scrolls to the invoice once the order has loaded', async () => {
    // jsdom does not scroll.
    const scroll = jest.fn(function (this: Element) {
      return this.id;
    });
    Object.assign(Element.prototype, { scrollIntoView: scroll });
    show(at, [[order.detail, detail()]]);
    await screen.findByRole('region', { name: 'Receipt and invoice' });
    expect(scroll).not.toHaveBeenCalled();
    cleanup();
    show(`${at}#order-invoice`, [[order.detail, detail()]]);
    await screen.findByRole('region', { name: 'Receipt and invoice' });
    expect(scroll.mock.results.map(({ value }) => value)).toEqual(['order-invoice']);
  });

  test('an invoice for a company requires its tax number', async () => {
    const { hand } = show(
      at,
      [
        [order.detail, detail()],
        [order.invoiceRequest, row()],
      ],
      'zh',
    );
    await hand.click(await screen.findByRole('button', { name: '申请数电发票' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('radio', { name: '企业' }));
    await hand.type(dialog.getByLabelText('抬头'), '望潮软件');
    await hand.click(dialog.getByRole('button', { name: '提交申请' }));
    expect(await dialog.findByText('企业发票需要税号')).toBeTruthy();
    await hand.type(dialog.getByLabelText('税号'), '91310115ma1h000000');
    // The number is kept when the user switches the kind and back.
    await hand.click(dialog.getByRole('radio', { name: '个人' }));
    expect(dialog.queryByLabelText('税号')).toBeNull();
    await hand.click(dialog.getByRole('radio', { name: '企业' }));
    await hand.click(dialog.getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(order.invoiceRequest)).toEqual([
      { order_no: NO, kind: 'company', title: '望潮软件', tax_no: '91310115MA1H000000' },
    ]);
    expect(await screen.findByText('已申请数电发票')).toBeTruthy();
  });

  test.each([
    ['zh', /上面显示你的昵称和邮箱/],
    ['en', /The receipt shows your nickname and email/],
  ] as const)('states what the receipt shows about the buyer (%s)', async (locale, message) => {
    show(at, [[order.detail, detail()]], locale);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test.each([
    [
      'requested',
      { state: 'requested' },
      ['Requested', /email you when it is issued/],
      ['state', 'kind', 'name'],
      'Change invoice name',
    ],
    [
      'issued',
      { state: 'issued', number: '26112000000012345678', decided_at: '2026-11-20T02:00:00.000Z' },
      ['Issued', '26112000000012345678', '20 Nov 2026', /look it up there/],
      ['state', 'number', 'issued_at', 'kind', 'name'],
      null,
    ],
    [
      'declined',
      { state: 'declined', note: 'The tax number is unknown', decided_at: '2026-11-20T02:00:00.000Z' },
      ['Not issued', 'The tax number is unknown'],
      ['state', 'kind', 'name'],
      'Request again',
    ],
  ] as const)(
    'shows an invoice that is %s with what is known of it and its possible actions',
    async (_state, changes, message, terms, button) => {
      const invoice = {
        ...{ kind: 'personal' as const, title: 'Lin', tax_no: '', requested_at: '2026-11-19T02:00:00.000Z' },
        ...{ number: null, decided_at: null, note: '', ...changes },
      };
      const actions =
        button === null ? (['invoice_view'] as const) : (['invoice_view', 'invoice_request'] as const);
      show(at, [[order.detail, detail({ invoice, actions: [...actions] })]]);
      const section = within(await screen.findByRole('region', { name: 'Receipt and invoice' }));
      for (const text of message) expect(section.getAllByText(text).length).toBeGreaterThan(0);
      expect(section.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
        terms.map((term) => en.orders.invoice[term]),
      );
      expect(section.getByRole('button', { name: 'View receipt' })).toBeTruthy();
      const others = section
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter((name) => /invoice name|again/.test(name ?? ''));
      expect(others).toEqual(button === null ? [] : [button]);
    },
  );

  test.each<[string, object | null, boolean]>([
    ['without a request', null, true],
    ['with an open request', { state: 'requested' }, true],
    ['with an issued invoice', { state: 'issued', number: '26112' }, false],
  ])('a refunded order %s promises no invoice', async (_what, changes, over) => {
    const invoice = changes && {
      ...{ kind: 'personal' as const, title: 'Lin', tax_no: '', requested_at: '2026-11-19T02:00:00.000Z' },
      ...{ state: 'requested' as const, number: null, decided_at: null, note: '', ...changes },
    };
    show(at, [[order.detail, detail({ status: 'refunded', invoice, actions: ['invoice_view'] })]]);
    const section = within(await screen.findByRole('region', { name: 'Receipt and invoice' }));
    expect(section.queryByText(/so no electronic invoice is issued/) !== null).toBe(over);
    expect(section.queryByText('Electronic invoice') === null).toBe(over);
    expect(section.queryByText(/email you when it is issued|request an electronic one/)).toBeNull();
    expect(section.getByRole('button', { name: 'View receipt' })).toBeTruthy();
  });

  test('links to the licence it created', async () => {
    show(at, [[order.detail, detail()]]);
    const link = await screen.findByRole('link', { name: 'Ending in Q2RM' });
    expect(link.getAttribute('href')).toBe('/en/user?panel=my-codes&code=5');
    expect(screen.getByRole('link', { name: 'View code' }).getAttribute('href')).toBe(
      '/en/user?panel=my-codes&code=5',
    );
  });

  test('with several codes leads to all of them', async () => {
    const [one] = detail().licences;
    const licences = [5, 6].map((id) => ({ ...one, id })) as OrderDetail['licences'];
    show(at, [[order.detail, detail({ licences })]]);
    const link = await screen.findByRole('link', { name: 'View codes' });
    expect(link.getAttribute('href')).toBe('/en/user?panel=my-codes');
    expect(screen.queryByText(/term starts/)).toBeNull();
  });

  test.each([
    ['transferred', { mine: false }],
    ['revoked', { revoked: true }],
  ])('whose codes were all %s names no next step for them', async (_what, changes) => {
    const licences = detail().licences.map((one) => ({ ...one, ...changes }));
    show(at, [[order.detail, detail({ licences })]]);
    await screen.findByText(/^Ending in/);
    expect(screen.queryByText(/Your codes are ready/)).toBeNull();
    expect(screen.queryByRole('link', { name: /^View code/ })).toBeNull();
  });

  test.each([
    [10, 0],
    [11, 1],
  ])('an order with %d codes has %d folds', async (count, folds) => {
    const licences = detail().licences.flatMap((one) =>
      Array.from({ length: count }, (_, index) => ({ ...one, id: index + 1 })),
    );
    show(at, [[order.detail, detail({ licences })]]);
    await screen.findAllByText(/^Ending in/);
    expect(document.querySelectorAll('summary')).toHaveLength(folds);
  });

  test('collapses the codes of an order with 100 codes', async () => {
    const licences = detail().licences.flatMap((one) =>
      Array.from({ length: 100 }, (_, at) => ({ ...one, id: at + 1 })),
    );
    const { hand } = show(at, [[order.detail, detail({ licences })]]);
    const fold = await screen.findByText('Show all 100 codes');
    expect(fold.closest('details')?.open).toBe(false);
    await hand.click(fold);
    expect(fold.closest('details')?.open).toBe(true);
    expect(screen.getAllByRole('link', { name: /^Ending in/ })).toHaveLength(100);
  });

  test.each([
    ['user', null, 'You cancelled this order.'],
    ['user', 5, /^The renewal was cancelled, or the code was transferred or revoked/],
    ['expired', 5, /^It was not paid in time/],
  ] as const)('shows the cancel reason: %s, renewing %s', async (cancel_reason, renews, message) => {
    const change = { status: 'cancelled' as const, licences: [], actions: [], cancel_reason, renews };
    show(at, [[order.detail, detail(change)]]);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Codes from this order' })).toBeNull();
    expect(screen.queryByRole('heading', { name: en.orders.refunds.heading })).toBeNull();
  });

  test.each([
    ['paid', 5, 'View code', '/en/user?panel=my-codes&code=5'],
    ['cancelled', 5, 'View code', '/en/user?panel=my-codes&code=5'],
    ['cancelled', null, 'Order again', '/en/auth?plan=m3&quantity=2'],
  ] as const)(
    'a renewal links to its licence instead of a new order: %s, renewing %s',
    async (status, renews, name, href) => {
      show(at, [[order.detail, detail({ status, renews, cancel_reason: 'expired' })]]);
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
      expect(screen.queryByRole('link', { name: 'Bind a server' })).toBeNull();
    },
  );

  test.each([
    ['refunded', 'Revoked after the refund'],
    ['paid', 'Revoked by customer service'],
  ] as const)('shows why a licence of a %s order was revoked', async (status, message) => {
    const licences = detail().licences.map((licence) => ({ ...licence, revoked: true }));
    show(at, [[order.detail, detail({ status, licences })]]);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('that failed to load can be asked for again', async () => {
    const { hand } = show(at, [
      [
        order.detail,
        () => {
          throw silence();
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: 'Your orders could not be loaded' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All orders' })).toBeTruthy();
    const again = screen.getByRole('button', { name: 'Try again' });
    const { promise, resolve } = Promise.withResolvers<object>();
    client.answer(order.detail, () => promise);
    await hand.click(again);
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
    resolve(detail());
    expect(await screen.findByRole('link', { name: 'Ending in Q2RM' })).toBeTruthy();
  });

  test('opened again asks for the current state: customer service may have changed it', async () => {
    const { router } = show(at, [
      [order.list, list(row())],
      [order.detail, detail()],
    ]);
    expect(await screen.findByText(/^Paid\./)).toBeTruthy();
    const go = (search: string) => act(async () => void (await router.navigate(`/en/user${search}`)));
    await go('?panel=order-info');
    await screen.findByRole('table');
    client.answer(order.detail, detail({ status: 'refunded', actions: [] }));
    await go(at);
    await waitFor(() => expect(screen.queryByText(/^Paid\./)).toBeNull());
  });

  test.each([
    ['an unknown order', 'ORDER_NOT_FOUND'],
    ['a number that no order can have', 'VALIDATION_FAILED'],
  ] as const)('shows “not found” for %s', async (_what, code) => {
    show(at, [
      [
        order.detail,
        () => {
          throw rejection(code);
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All orders' })).toBeTruthy();
  });
});

test('a list and an unpaid order have the recorded markup', async () => {
  expect(await markupOf(() => show('?panel=order-info', [[order.list, list(row())]]))).toMatchSnapshot();
  cleanup();
  expect(
    await markupOf(() => show(`?panel=order-info&order=${NO}`, [[order.detail, detail(unpaid)]])),
  ).toMatchSnapshot();
});

const refund = {
  reason: 'Too many',
  requested_at: '2026-11-19T01:00:00.000Z',
  approved: null,
  decided_at: null,
  note: '',
};
const invoice = {
  ...{ kind: 'company' as const, title: 'Wangchao', tax_no: '91310115MA1H000000', number: '26112' },
  ...{ state: 'issued' as const, note: '', requested_at: '2026-11-19T02:00:00.000Z' },
  decided_at: '2026-11-20T02:00:00.000Z',
};
const [licence] = detail().licences;
const second = { ...licence, id: 6, code_tail: 'ZZZZ' } as OrderDetail['licences'][number];

test.each<[string, Partial<OrderDetail>]>([
  [
    'paid',
    { provider: 'stripe', licences: [...detail().licences, { ...second, mine: false, revoked: true }] },
  ],
  ['a renewal', { renews: 5, licences: [{ ...second, renewal: true }], actions: [] }],
  ['refund and invoice', { status: 'refund_requested', refund, invoice, actions: ['invoice_view'] }],
  [
    'cancelled',
    {
      status: 'cancelled',
      cancel_reason: 'user',
      paid_at: null,
      cancelled_at: '2026-11-18T02:00:00.000Z',
      provider: null,
      licences: [],
      actions: [],
    },
  ],
  ['failed', { ...unpaid, status: 'failed', provider: 'wechat_pay', providers: ['wechat_pay'] }],
])('an order has the recorded markup: %s', async (_state, changes) => {
  const search = `?panel=order-info&order=${NO}`;
  expect(await markupOf(() => show(search, [[order.detail, detail(changes)]]))).toMatchSnapshot();
});

const refused = (error: unknown) => () => {
  throw error;
};
test.each<[string, string, Endpoint, object]>([
  ['no order', '', order.list, list()],
  ['no order of a period', '&range=year', order.list, list()],
  ['a failed list', '', order.list, refused(silence())],
  ['an unknown order', `&order=${NO}`, order.detail, refused(rejection('ORDER_NOT_FOUND'))],
  ['a failed order', `&order=${NO}`, order.detail, refused(silence())],
])('%s has the recorded markup', async (_state, search, endpoint, answer) => {
  expect(await markupOf(() => show(`?panel=order-info${search}`, [[endpoint, answer]]))).toMatchSnapshot();
});

test('the number of orders is announced when it changes', async () => {
  const answer = ({ range }: { range: string }) => (range === 'week' ? list() : list(row()));
  const { hand } = show('?panel=order-info', [[order.list, answer]]);
  await screen.findByRole('table');
  expect(message('status')).toBe('');
  await hand.selectOptions(screen.getByLabelText('Time'), 'Past week');
  await waitFor(() => expect(message('status')).toBe('0 orders'));
});
