import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  adminDecision,
  adminOrder,
  type AdminOrder,
  type Endpoint,
  type ErrorCode,
  type Proposal,
} from '@yunduo/api-contract';
import { clearMessages, hideTab, markupOf, outline, messageOrToast } from '@yunduo/app-shell/testing';
import { rejection, silence } from '@yunduo/data-access/testing';
import { MINUTE } from '@yunduo/validation';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import OrdersRoom from './orders-room.tsx';
import {
  type Answer,
  AT,
  closed,
  dialog,
  expectKeptInput,
  failing,
  fill,
  openRoom,
  page,
  rows,
  toast,
} from '../room-testing.tsx';

const NO = 'YD20261121-7K3M9-QXW2H';
const buyer = { id: 9, email: 'buyer@example.com', nickname: 'Lin' };
const own = { id: 7, email: 'operator@yunduo.test', nickname: 'Op' };

const order = (changes: Partial<AdminOrder> = {}): AdminOrder => ({
  order_no: NO,
  kind: 'licence',
  plan: 'm1',
  quantity: 2,
  unit_price: 2_900,
  amount: 5_800,
  currency: 'CNY',
  description: 'Authorization code, 1 month',
  status: 'paid',
  created_at: AT,
  expires_at: null,
  provider: 'bank_transfer',
  paid_at: null,
  cancelled_at: null,
  cancel_reason: null,
  refund: null,
  invoice: null,
  renews: null,
  actions: [],
  user: buyer,
  payments: [],
  licences: [],
  facts: 'none',
  waiting: [],
  ...changes,
});
const payment = (changes: Partial<AdminOrder['payments'][number]> = {}): AdminOrder['payments'][number] => ({
  payment_no: 'YP-1',
  provider: 'bank_transfer',
  status: 'unmatched',
  transaction_id: null,
  amount: 5_800,
  created_at: AT,
  settled_at: null,
  sent_back_at: null,
  ...changes,
});
/** The buyer got the account of the bank, and the transfer has not arrived. */
const announced = payment({ payment_no: 'YP-0', status: 'started' });
const refund: AdminOrder['refund'] = {
  reason: 'Bought twice',
  requested_at: AT,
  approved: null,
  decided_at: null,
  note: '',
};
const invoice: AdminOrder['invoice'] = {
  state: 'requested',
  kind: 'personal',
  title: 'Lin Yan',
  tax_no: '',
  requested_at: AT,
  decided_at: null,
  number: null,
  note: '',
};
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
const open = (search = '', answers: Answer[] = []) =>
  openRoom(<OrdersRoom />, `orders${search}`, [
    [adminOrder.list, page([order()])],
    [adminOrder.detail, order()],
    [adminDecision.list, page([proposal()])],
    ...answers,
  ]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(clearMessages);
});

describe('an order offers', () => {
  const colleagues = { waiting: [proposal()] };
  test.each<[string, Partial<AdminOrder>, string[]]>([
    ['its transfer while it is unpaid', { status: 'pending', payments: [announced] }, ['Confirm transfer']],
    [
      'its transfer after a failed payment',
      { status: 'failed', payments: [announced] },
      ['Confirm transfer'],
    ],
    [
      'its transfer after another method was looked at',
      {
        status: 'pending',
        provider: 'alipay',
        payments: [announced, payment({ provider: 'alipay', status: 'started' })],
      },
      ['Confirm transfer'],
    ],
    [
      'its transfer after its cancellation, to be returned',
      { status: 'cancelled', payments: [announced] },
      ['Confirm transfer'],
    ],
    [
      'its transfer after it was paid by another method, to be returned',
      {
        status: 'paid',
        provider: 'alipay',
        payments: [announced, payment({ provider: 'alipay', status: 'succeeded' })],
      },
      ['Confirm transfer'],
    ],
    ['no transfer once it is booked', { status: 'paid', payments: [payment({ status: 'succeeded' })] }, []],
    [
      'no transfer whose account its buyer did not get',
      {
        status: 'pending',
        provider: 'alipay',
        payments: [payment({ provider: 'alipay', status: 'started' })],
      },
      [],
    ],
    ['no transfer of one’s own', { status: 'pending', user: own, payments: [announced] }, []],
    [
      'only the waiting decision',
      { status: 'pending', payments: [announced], ...colleagues },
      ['Confirm', 'Decline'],
    ],
    ['a refund decision', { status: 'refund_requested', refund }, ['Approve refund', 'Refuse refund']],
    [
      'no second refund decision',
      { status: 'paid', refund: { ...refund, approved: false, decided_at: AT } },
      [],
    ],
    [
      'no refund while one waits',
      { status: 'refund_requested', refund, ...colleagues },
      ['Confirm', 'Decline'],
    ],
    [
      'the return of an unmatched payment only',
      { payments: [payment(), payment({ payment_no: 'YP-2', status: 'succeeded' })] },
      ['Return payment YP-1'],
    ],
    ['no return while a decision waits', { payments: [payment()], ...colleagues }, ['Confirm', 'Decline']],
    ['no return to oneself', { payments: [payment()], user: own }, []],
    ['no action without an unmatched payment', { payments: [payment({ status: 'returned' })] }, []],
  ])('%s', async (_what, changes, actions) => {
    open(`?no=${NO}`, [[adminOrder.detail, order(changes)]]);
    await screen.findByRole('heading', { name: 'Payments' });
    const buttons = screen
      .queryAllByRole('button')
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(buttons.filter((name) => !name?.startsWith('Copy'))).toEqual(actions);
  });
});

describe('an order shows', () => {
  const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

  test('the facts that it has', async () => {
    open(`?no=${NO}`, [[adminOrder.detail, order({ provider: null, user: null, renews: 3 })]]);
    expect(await screen.findByText('CNY 29.00 × 2')).toBeTruthy();
    expect(document.title).toContain(NO);
    expect(terms()).toEqual(['Buyer', 'Price × quantity', 'Amount', 'Placed', 'Renewal']);
    expect(screen.getByText('Deleted account')).toBeTruthy();
    expect(screen.getByText('No payments yet.')).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
  });

  test('its decided refund, the note to the buyer and licences without a server', async () => {
    const licence = {
      id: 4,
      code_tail: 'Q2RM',
      renewal: true,
      owner: 'other@example.com',
      transferred: false,
      revoked: true,
      server: null,
      binds: 0,
      unbinds: 0,
      transfers: 0,
      files: [],
    };
    const decided = { ...refund, approved: false, decided_at: AT, note: '已使用数月' };
    open(`?no=${NO}`, [
      [
        adminOrder.detail,
        order({
          refund: decided,
          licences: [
            licence,
            {
              ...licence,
              id: 5,
              renewal: false,
              revoked: false,
              transferred: true,
              files: [{ server: 'db-02', issued_at: AT, expires_at: null }],
            },
          ],
        }),
      ],
    ]);
    expect(await screen.findByText(/^Refused · 20 Nov 2026/)).toBeTruthy();
    expect(screen.getByText('已使用数月').lang).toBe('zh-CN');
    const [first, second] = (await rows()).map(({ textContent }) => textContent);
    expect(first).toMatch(/Renewal.*No longer valid.*Not bound.*None/);
    expect(first).not.toContain('Transferred');
    expect(second).toMatch(/Transferred.*db-02, never expires/);
    expect(second).not.toMatch(/Renewal|No longer valid/);
    cleanup();
    open(`?no=${NO}`, [[adminOrder.detail, order({ refund: decided, licences: [licence] })]]);
    expect(await rows()).toHaveLength(1);
  });

  test.each<[string, Partial<NonNullable<AdminOrder['invoice']>>, string[]]>([
    ['a requested one', {}, ['Status', 'Invoice to', 'Name', 'Requested at']],
    [
      'an issued one of a company',
      { state: 'issued', kind: 'company', tax_no: '91310115MA1H000000', number: '26112', decided_at: AT },
      ['Status', 'Invoice to', 'Name', 'Tax number', 'Requested at', 'Invoice number', 'Decided'],
    ],
    [
      'a declined one',
      { state: 'declined', note: 'No such company', decided_at: AT },
      ['Status', 'Invoice to', 'Name', 'Requested at', 'Decided', 'Why it was not issued'],
    ],
  ])('of its invoice what is known: %s', async (_state, changes, known) => {
    const of = { ...invoice, ...changes } as AdminOrder['invoice'];
    open(`?no=${NO}`, [[adminOrder.detail, order({ invoice: of })]]);
    const part = (await screen.findByRole('heading', { name: 'Electronic invoice' })).closest('section');
    const shown = within(part as HTMLElement).getAllByRole('term');
    expect(shown.map(({ textContent }) => textContent)).toEqual(known);
  });

  test('of an invoice that the refund has ended that none is issued, without a badge', async () => {
    open(`?no=${NO}`, [[adminOrder.detail, order({ status: 'refunded', invoice })]]);
    const part = (await screen.findByRole('heading', { name: 'Electronic invoice' })).closest('section');
    const shown = within(part as HTMLElement);
    expect(shown.getByText('None is issued: the order was refunded')).toBeTruthy();
    expect(shown.queryByText('Requested')).toBeNull();
  });

  test('no licences, and no decision before there is one', async () => {
    open(`?no=${NO}`, [[adminOrder.detail, order({ status: 'refund_requested', refund })]]);
    expect(await screen.findByText('This order created no authorization codes.')).toBeTruthy();
    expect(terms()).not.toContain('Decision');
    expect(terms()).not.toContain('Note to the buyer');
  });

  test.each([
    ['ORDER_NOT_FOUND', 'Order not found'],
    ['VALIDATION_FAILED', 'Order not found'],
  ] as const)('nothing for a number rejected with %s', async (code, heading) => {
    open('?no=x', [[adminOrder.detail, failing(rejection(code))]]);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    // The toast would repeat it.
    expect(toast()).toBe('');
  });

  test('a retry after no answer', async () => {
    const { client, hand } = open(`?no=${NO}`, [[adminOrder.detail, failing(silence())]]);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { name: NO })).toBeTruthy();
    client.answer(adminOrder.detail, order());
    await hand.click(retry);
    expect(await screen.findByText('CNY 29.00 × 2')).toBeTruthy();
  });
});

test('an open order is fetched again each minute: here a colleague has confirmed its transfer', async () => {
  jest.useFakeTimers();
  try {
    const { client, store } = open(`?no=${NO}`, [
      [adminOrder.detail, order({ status: 'pending', payments: [announced] })],
    ]);
    expect(await screen.findByText('Confirm transfer')).toBeTruthy();
    const show = hideTab(store);
    const requests = client.count(adminOrder.detail);
    await act(() => jest.advanceTimersByTimeAsync(2 * MINUTE));
    expect(client.count(adminOrder.detail)).toBe(requests);
    show();
    client.answer(adminOrder.detail, order({ payments: [payment({ status: 'succeeded' })] }));
    await act(() => jest.advanceTimersByTimeAsync(MINUTE));
    expect(screen.getByText('Booked')).toBeTruthy();
    expect(screen.queryByText('Confirm transfer')).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ['succeeded', 'Transfer confirmed'],
  ['unmatched', 'This transfer is recorded as not booked: return it.'],
] as const)('a confirmed transfer that is then %s says so', async (status, text) => {
  const { hand } = open(`?no=${NO}`, [
    [adminOrder.detail, order({ status: 'pending', payments: [announced] })],
    [
      adminOrder.confirmTransfer,
      order({
        payments: [payment({ transaction_id: 'B-1' }), payment({ transaction_id: 'B-2', status })],
      }),
    ],
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Confirm transfer' }));
  const form = await dialog();
  expect(form.getByText(/The order takes effect immediately/)).toBeTruthy();
  fill(form.getByLabelText('Amount received (CNY)'), '58');
  fill(form.getByLabelText('Bank reference'), 'B-2');
  await hand.click(form.getByRole('button', { name: 'Confirm transfer' }));
  await closed();
  expect(toast()).toContain(text);
});

test('the transfer of a cancelled order is confirmed as one to be returned', async () => {
  const { hand } = open(`?no=${NO}`, [
    [adminOrder.detail, order({ status: 'cancelled', payments: [announced] })],
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Confirm transfer' }));
  expect((await dialog()).getByText(/can no longer take CNY 58\.00/)).toBeTruthy();
});

test.each<[string, string, Partial<AdminOrder>, Endpoint, ErrorCode]>([
  [
    'Confirm transfer',
    'a transfer',
    { status: 'pending', payments: [announced] },
    adminOrder.confirmTransfer,
    'TRANSFER_CONFIRMED',
  ],
  [
    'Approve refund',
    'a refund',
    { status: 'refund_requested', refund },
    adminOrder.refundDecide,
    'PROPOSAL_PENDING',
  ],
  [
    'Refuse refund',
    'a refund',
    { status: 'refund_requested', refund },
    adminOrder.refundDecide,
    'ORDER_STATE',
  ],
  [
    'Record as issued',
    'an invoice',
    { invoice, actions: ['invoice_request'] },
    adminOrder.invoiceDecide,
    'STATE_CHANGED',
  ],
  ['Return payment YP-1', 'a payment', { payments: [payment()] }, adminOrder.returnPayment, 'ORDER_STATE'],
])(
  '“%s” closes with the reason when a colleague has decided about %s first',
  async (action, _what, changes, call, code) => {
    const { client, hand } = open(`?no=${NO}`, [
      [adminOrder.detail, order(changes)],
      [call, failing(rejection(code, {}, 'A colleague was faster'))],
    ]);
    await hand.click(await screen.findByRole('button', { name: action }));
    const form = await dialog();
    // Accepted by each of the fields: an amount, a reference, the number of an invoice, a reason.
    for (const field of form.getAllByRole('textbox'))
      fill(field, action === 'Record as issued' ? '26112000000012345678' : '58');
    client.answer(adminOrder.detail, order());
    await hand.click(within(screen.getByRole('dialog')).getAllByRole('button').at(-1) as HTMLElement);
    await closed();
    expect(toast()).toContain('A colleague was faster');
  },
);

test('an invoice is recorded for the request that was seen, also after the buyer has changed it', async () => {
  jest.useFakeTimers();
  try {
    const later = '2026-11-20T02:00:30.000Z';
    const asked = { actions: ['invoice_request' as const] };
    const { client, sent } = open(`?no=${NO}`, [
      [adminOrder.detail, order({ ...asked, invoice })],
      [adminOrder.invoiceDecide, failing(rejection('STATE_CHANGED', {}, 'It has changed'))],
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Record as issued' }));
    const form = await dialog();
    fill(form.getByRole('textbox'), '26112000000012345678');
    client.answer(
      adminOrder.detail,
      order({
        ...asked,
        invoice: { ...invoice, title: 'Another name', requested_at: later } as typeof invoice,
      }),
    );
    await act(() => jest.advanceTimersByTimeAsync(MINUTE));
    expect(await screen.findByText('Another name')).toBeTruthy();
    expect(form.getByText(/to “Lin Yan” on the tax platform/)).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: 'Record as issued' }));
    await closed();
    expect(sent(adminOrder.invoiceDecide)).toEqual([
      { order_no: NO, issued: true, number: '26112000000012345678', requested_at: AT },
    ]);
    expect(toast()).toContain('It has changed');
    // The number was for the other name.
    fireEvent.click(screen.getByRole('button', { name: 'Record as issued' }));
    const next = await dialog();
    expect(next.getByText(/to “Another name”/)).toBeTruthy();
    expect(next.getByRole<HTMLInputElement>('textbox').value).toBe('');
  } finally {
    jest.useRealTimers();
  }
});

test('a refund is approved for the request and the licences that were seen when the dialog was opened', async () => {
  jest.useFakeTimers();
  try {
    const asked = order({ status: 'refund_requested', refund, facts: 'unbound' });
    const { client, sent } = open(`?no=${NO}`, [
      [adminOrder.detail, asked],
      [adminOrder.refundDecide, failing(rejection('STATE_CHANGED', {}, 'It has changed'))],
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Approve refund' }));
    const form = await dialog();
    const again = { ...refund, reason: 'Bound since', requested_at: '2026-11-20T02:00:30.000Z' };
    client.answer(adminOrder.detail, { ...asked, refund: again, facts: 'bound' });
    await act(() => jest.advanceTimersByTimeAsync(MINUTE));
    expect(await screen.findByText('Bound since')).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: 'Approve refund' }));
    await closed();
    expect(sent(adminOrder.refundDecide)).toEqual([
      { order_no: NO, approve: true, note: '', requested_at: AT, facts: 'unbound' },
    ]);
    expect(toast()).toContain('It has changed');
  } finally {
    jest.useRealTimers();
  }
});

test('money from the bank is returned by hand, and recorded; a large sum waits for a second operator', async () => {
  const { hand } = open(`?no=${NO}`, [
    [adminOrder.detail, order({ payments: [payment({ settled_at: '2026-11-21T02:00:00.000Z' })] })],
    [adminOrder.returnPayment, order({ waiting: [proposal({ kind: 'payment_return' })] })],
  ]);
  // The money came a day after the payment was begun.
  expect((await rows())[0]?.textContent).toContain('21\u00a0Nov\u00a02026');
  await hand.click(await screen.findByRole('button', { name: 'Return payment YP-1' }));
  const form = await dialog();
  expect(form.getByText(/^Send CNY 58\.00 back from the bank account first/)).toBeTruthy();
  await hand.click(form.getByRole('button', { name: 'Return payment' }));
  await waitFor(() => expect(form.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
  fill(form.getByRole('textbox'), 'Paid twice');
  await hand.click(form.getByRole('button', { name: 'Return payment' }));
  await closed();
  expect(toast()).toContain('needs a second operator');
});

test.each([
  [[], 'Refund refused'],
  [[proposal()], 'The amount needs a second operator'],
])('a decided refund is reported by its result', async (waiting, text) => {
  const { hand } = open(`?no=${NO}`, [
    [adminOrder.detail, order({ status: 'refund_requested', refund })],
    [adminOrder.refundDecide, order({ waiting })],
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Refuse refund' }));
  const form = await dialog();
  fill(form.getByRole('textbox'), 'No');
  await hand.click(form.getByRole('button', { name: 'Refuse refund' }));
  await closed();
  expect(toast()).toContain(text);
});

test.each<[string, Partial<AdminOrder> | undefined]>([
  ['Confirm transfer', { status: 'pending', payments: [announced] }],
  ['Approve refund', { status: 'refund_requested', refund }],
  ['Refuse refund', { status: 'refund_requested', refund }],
  ['Record as issued', { invoice, actions: ['invoice_request'] }],
  ['Decline', { invoice, actions: ['invoice_request'] }],
  ['Return payment YP-1', { payments: [payment()] }],
  ['Decline', undefined],
])('“%s”: what was typed is there again after the session has ended', (action, changes) =>
  expectKeptInput(
    () => open(changes ? `?no=${NO}` : '?view=decisions', changes && [[adminOrder.detail, order(changes)]]),
    action,
  ),
);

describe('the list', () => {
  test('marks what needs attention and requests the filters of the address that exist', async () => {
    const { sent } = open('?q=+Lin+&status=nonsense&provider=alipay&invoice=issued&unmatched=yes&page=-2', [
      [
        adminOrder.list,
        page([
          order({ payments: [payment()] }),
          order({ order_no: 'YD-2', status: 'refunded', provider: null, user: null }),
        ]),
      ],
    ]);
    const [first, second] = (await rows()).map(({ textContent }) => textContent);
    expect(first).toMatch(/Paid.*Not booked, to be returned.*Bank transfer/);
    expect(first).not.toContain('Second operator');
    expect(second).toContain('Deleted account');
    expect(second).not.toMatch(/Not booked|Bank transfer/);
    expect(sent(adminOrder.list)).toEqual([{ q: 'Lin', provider: 'alipay', invoice: 'issued', page: 1 }]);
    const links = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(links.map(({ textContent }) => textContent)).toEqual(['Orders']);
    expect(await outline()).toMatchSnapshot();
  });

  test('shows each filter of the address, and sends the payments that are not booked only if asked', async () => {
    const { sent } = open('?status=paid&unmatched=true&transfer=true');
    await rows();
    expect(sent(adminOrder.list)).toEqual([{ status: 'paid', unmatched: true, transfer: true, page: 1 }]);
    for (const name of ['unmatched', 'transfer'])
      expect(document.querySelector<HTMLInputElement>(`[name=${name}]`)?.checked).toBe(true);
    expect(document.querySelector<HTMLSelectElement>('[name=status]')?.value).toBe('paid');
  });

  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click');
  afterEach(() => void clicked.mockReset());

  test('is exported with amounts in yuan', async () => {
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return 'blob:orders';
    };
    URL.revokeObjectURL = () => undefined;
    clicked.mockImplementation(() => undefined);
    const { hand, sent } = open('?status=paid', [
      [adminOrder.list, page([order(), order({ order_no: 'YD-2', user: null, provider: null })])],
    ]);
    await rows();
    await hand.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    const lines = new TextDecoder().decode(await saved?.arrayBuffer()).split('\r\n');
    expect(lines[0]?.endsWith(',Placed (UTC+8)')).toBe(true);
    expect(lines[1]).toBe(
      `${NO},"Authorization code, 1 month",buyer@example.com,58,CNY,Paid,Bank transfer,2026-11-20 10:00:00`,
    );
    expect(lines[2]).toContain('YD-2,"Authorization code, 1 month",,58,CNY,Paid,,');
    expect(sent(adminOrder.list).at(-1)).toEqual({ status: 'paid', page: 1, page_size: 100 });
    expect(screen.getByRole('button', { name: 'Export CSV' }).getAttribute('aria-busy')).not.toBe('true');
  });

  test('that fails to export saves no file, and the button works again', async () => {
    let fails = false;
    const { hand } = open('', [
      [
        adminOrder.list,
        () => {
          if (fails) throw rejection('INTERNAL', {}, 'The database is away');
          return page([order()]);
        },
      ],
    ]);
    await rows();
    fails = true;
    await hand.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(messageOrToast('alert')).toContain('The database is away'));
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy();
    expect(clicked).not.toHaveBeenCalled();
  });
});

describe('decisions', () => {
  test.each([
    ['', { state: 'pending', page: 1 }, 'Valid until'],
    ['&state=declined', { state: 'declined', page: 1 }, 'Result'],
    ['&state=all', { page: 1 }, 'Result'],
  ])('the address “%s” requests its states', async (query, input, header) => {
    const { sent } = open(`?view=decisions${query}`);
    await rows();
    expect(sent(adminDecision.list)).toEqual([input]);
    expect(screen.getByRole('columnheader', { name: header })).toBeTruthy();
    const links = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(links.map(({ textContent }) => textContent)).toEqual(['Second operator']);
  });

  test.each<[string, Partial<Proposal>, string, RegExp]>([
    [
      'a transfer: the bank reference',
      { kind: 'transfer', payload: { order_no: NO, amount: 1_280_000, reference: 'ICBC-77' } },
      `/orders?no=${NO}`,
      /Bank reference.*ICBC-77/,
    ],
    [
      'a refund: the note to the buyer',
      { payload: { order_no: NO, note: '重复购买' } },
      `/orders?no=${NO}`,
      /Note to the buyer.*重复购买/,
    ],
    [
      'a returned payment: how and why, and its order',
      {
        kind: 'payment_return',
        subject: 'payment:YP-1',
        payload: { payment_no: 'YP-1', order_no: NO, note: 'Paid twice' },
      },
      `/orders?no=${NO}`,
      /How and why.*Paid twice/,
    ],
    [
      'a grant: plan, quantity and reason',
      {
        kind: 'licence_grant',
        subject: 'user:9',
        payload: { user_id: 9, plan: 'm12', quantity: 30, reason: 'For a fair' },
      },
      '/people?id=9',
      /Plan × quantity.*12 months × 30.*Reason.*For a fair/,
    ],
    [
      'a revocation: the reason',
      { kind: 'licence_revocation', subject: 'licence:4', payload: { licence_id: 4, reason: 'Stolen card' } },
      '/audit?target=licence:4',
      /Reason.*Stolen card/,
    ],
  ])('shows the second operator of %s', async (_what, changes, address, facts) => {
    const { hand } = open('?view=decisions', [[adminDecision.list, page([proposal(changes)])]]);
    const [row] = (await rows()) as [HTMLElement];
    expect(within(row).getByRole('link').getAttribute('href')).toContain(address);
    expect(row.textContent).toMatch(facts);
    await hand.click(within(row).getByRole('button', { name: 'Confirm' }));
    const asked = screen.getByRole('dialog').textContent;
    expect(asked).toMatch(facts);
    expect(asked).toMatch(/Account.*buyer@example\.com/);
    cleanup();
    open(`?no=${NO}`, [[adminOrder.detail, order({ waiting: [proposal(changes)] })]]);
    await screen.findByRole('button', { name: 'Confirm' });
    expect(document.body.textContent).toMatch(facts);
  });

  test('a closed one shows its result and reason, and has no actions; its account is linked', async () => {
    open('?view=decisions&state=all', [
      [
        adminDecision.list,
        page([
          proposal(),
          proposal({
            id: 6,
            kind: 'licence_grant',
            subject: 'user:9',
            state: 'declined',
            user: null,
            proposed_by: null,
            decided_by: 'second@yunduo.test',
            note: '太多了',
          }),
          // By the previous release, which does not name the order.
          proposal({ id: 7, kind: 'payment_return', subject: 'payment:YP-1', state: 'expired' }),
        ]),
      ],
    ]);
    const [waiting, decided, old] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement];
    expect(within(waiting).getByRole('link').getAttribute('href')).toContain(`/orders?no=${NO}`);
    expect(within(waiting).getByText('CNY 12,800.00')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'All', selected: true })).toBeTruthy();
    expect(within(waiting).getAllByRole('button')).toHaveLength(2);
    expect(within(decided).getByRole('link').getAttribute('href')).toContain('/people?id=9');
    expect(within(decided).queryAllByRole('button')).toEqual([]);
    expect(old.textContent).toContain('YP-1');
    expect(within(old).queryByRole('link')).toBeNull();
    expect(decided.textContent).toMatch(/Grant codes.*user:9.*–.*–.*Declined.*second@yunduo\.test.*太多了/);
    expect(within(decided).getByText('太多了').lang).toBe('zh-CN');
  });

  test('a colleague’s one is declined, with words of its own', async () => {
    const { sent, hand } = open('?view=decisions', [
      [adminDecision.decline, proposal({ state: 'declined' })],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Decline' }));
    const form = await dialog();
    expect(form.getByRole('heading').textContent).toContain('Decline this decision');
    await hand.click(form.getByRole('button', { name: 'Decline' }));
    await closed();
    expect(sent(adminDecision.decline)).toEqual([{ id: 5, note: '' }]);
    expect(toast()).toContain('Closed, nothing was done');
    await waitFor(() => expect(sent(adminDecision.list)).toHaveLength(2));
  });

  test.each(['PROPOSAL_OVER', 'PROPOSAL_STALE', 'ORDER_STATE'] as const)(
    'one that %s rejects closes with the reason, both to confirm and to decline',
    async (code) => {
      const rejected = failing(rejection(code, {}, 'Decided meanwhile'));
      const { hand } = open('?view=decisions', [
        [adminDecision.confirm, rejected],
        [adminDecision.decline, rejected],
      ]);
      for (const name of ['Confirm', 'Decline']) {
        await hand.click(await screen.findByRole('button', { name }));
        await hand.click((await dialog()).getByRole('button', { name }));
        await closed();
        expect(messageOrToast('alert')).toContain('Decided meanwhile');
        act(clearMessages);
      }
    },
  );

  test('one’s own is withdrawn, without the promise of a mail', async () => {
    const { hand } = open('?view=decisions', [
      [adminDecision.list, page([proposal({ proposed_by: own.email })])],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const text = screen.getByRole('dialog').textContent;
    expect(text).toContain('Nothing is done');
    expect(text).not.toContain('email');
  });

  test('one that the server cannot confirm stays on the screen with its reason; a confirmed one is done', async () => {
    const { client, sent, hand } = open('?view=decisions', [
      [adminDecision.confirm, failing(rejection('INTERNAL', {}, 'The database is away'))],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Confirm' }));
    await hand.click((await dialog()).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(messageOrToast('alert')).toContain('The database is away'));
    expect(screen.getByRole('dialog')).toBeTruthy();
    client.answer(adminDecision.confirm, proposal({ state: 'confirmed' }));
    await hand.click(await (await dialog()).findByRole('button', { name: 'Confirm', busy: false }));
    await closed();
    expect(sent(adminDecision.confirm)).toEqual([{ id: 5 }, { id: 5 }]);
    expect(toast()).toContain('Confirmed');
  });
});

test.each([
  '?q=lin&status=paid&provider=alipay&invoice=requested&unmatched=true',
  '?view=decisions&state=all',
  `?no=${NO}`,
])('the page “%s” has the recorded markup', async (search) => {
  const licence = {
    ...{
      id: 4,
      code_tail: 'Q2RM',
      renewal: true,
      owner: 'other@example.com',
      transferred: true,
      revoked: true,
    },
    ...{ server: 'db-01', binds: 3, unbinds: 2, transfers: 1 },
    files: [{ server: 'db-02', issued_at: AT, expires_at: '2027-01-01T00:00:00.000Z' }],
  };
  const full = order({
    ...{ status: 'cancelled', quantity: 2, currency: 'USD', provider: 'bank_transfer', renews: 4 },
    ...{ expires_at: '2026-11-21T02:00:00.000Z', paid_at: '2026-11-22T02:00:00.000Z' },
    cancelled_at: '2026-11-23T02:00:00.000Z',
    refund: { ...(refund as object), approved: true, decided_at: AT, note: 'Sorry' } as typeof refund,
    payments: [
      payment(),
      payment({ payment_no: 'YP-2', status: 'succeeded', transaction_id: 'T-2', settled_at: AT }),
      payment({ payment_no: 'YP-3', status: 'failed', sent_back_at: AT }),
    ],
    licences: [licence, { ...licence, id: 5, files: [{ server: 'db-03', issued_at: AT, expires_at: null }] }],
    waiting: [proposal({ proposed_by: null })],
  });
  const answers: Answer[] = [
    [adminOrder.list, page([full, order({ order_no: `${NO}-2`, user: null })])],
    [adminOrder.detail, full],
    [
      adminDecision.list,
      page([proposal(), proposal({ id: 6, state: 'declined', decided_by: 'second@yunduo.test' })]),
    ],
  ];
  expect(await markupOf(() => open(search, answers))).toMatchSnapshot();
});
