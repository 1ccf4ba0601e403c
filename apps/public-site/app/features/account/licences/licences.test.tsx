import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { authCode, type Endpoint, type LicenceDetail, type LicenceWithCode } from '@yunduo/api-contract';
import { clearMessages, comeBack, copied, markupOf } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { DAY, formatLicenceCode } from '@yunduo/validation';
import { renderPanel } from '../panel-testing.tsx';
import Licences from './licences.tsx';

jest.setTimeout(60_000);

const CODE = formatLicenceCode(Array.from({ length: 26 }, (_, index) => index));
const TAIL = CODE.slice(-4);
const FINGERPRINT = 'ab'.repeat(32);
const code = (changes: Partial<LicenceWithCode> = {}): LicenceWithCode => ({
  id: 5,
  code: CODE,
  code_tail: TAIL,
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
  ...changes,
});
const bound: Partial<LicenceWithCode> = {
  state: 'active',
  server: { name: 'web-1', fingerprint: FINGERPRINT, bound_at: '2026-11-18T02:00:00.000Z' },
  started_at: '2026-11-18T02:00:00.000Z',
  expires_at: '2027-02-18T02:00:00.000Z',
  days_left: 89,
  actions: ['unbind', 'edit', 'renew'],
};
const detail = (changes: Partial<LicenceDetail> = {}): LicenceDetail => ({
  ...code(),
  explain: {
    code: 'active',
    values: {},
    text: 'All is well until 18 Feb 2027.',
    next: { code: 'none', text: 'Nothing to do.' },
  },
  unbind: { left: 2, limit: 3, days: 365, next_at: null },
  files: [],
  file_renewable: false,
  terms: [
    {
      plan: 'm3',
      added_at: '2026-11-18T01:05:00.000Z',
      order_no: 'YD20261118-AAAAA-BBBBB',
      revoked_at: null,
    },
  ],
  transfers: [],
  events: [
    {
      id: 2,
      kind: 'bound',
      at: '2026-11-18T02:00:00.000Z',
      details: { server: 'web-1', expires: '2027-02-18T02:00:00.000Z' },
    },
    { id: 1, kind: 'issued', at: '2026-11-18T01:05:00.000Z', details: { plan: 'm3' } },
  ],
  ...changes,
});
const list = (...rows: LicenceWithCode[]) => ({
  list: rows,
  total: rows.length,
  page: 1,
  page_size: 20,
  counts: { unused: rows.length, active: 0, expired: 0, revoked: 0 },
  incoming: [],
});

/** A transfer to this account, open until then. */
const offerUntil = (expires_at: string) => ({
  id: 9,
  from_email: 'lighthouse@yunduo.test',
  plan: 'm12' as const,
  code_tail: 'AB12',
  state: 'unused' as const,
  licence_expires_at: null,
  created_at: '2026-11-18T01:05:00.000Z',
  expires_at,
});

let client: FakeClient;
const show = (search: string, answers: [Endpoint, object][], locale: 'zh' | 'en' = 'en') => {
  client = fakeClient(...answers);
  return renderPanel(<Licences />, { client, search, locale });
};
const sent = (endpoint: Endpoint) =>
  client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);
beforeEach(() => {
  clearMessages();
  sessionStorage.clear();
});

test('a Chinese note on the English page is read out in Chinese, in the table and on its licence', async () => {
  const remark = '等待新服务器到货';
  const answers: [Endpoint, object][] = [
    [authCode.my, list(code({ remark }))],
    [authCode.detail, detail({ remark })],
  ];
  show('?panel=my-codes', answers);
  expect((await screen.findByText(remark)).lang).toBe('zh-CN');
  cleanup();
  show('?panel=my-codes&code=5', answers);
  expect((await screen.findByText(remark)).lang).toBe('zh-CN');
});

test('a cloned server shows both networks and the command for a new machine ID', async () => {
  const cloned = {
    at: '2026-11-20T04:00:00.000Z',
    networks: ['203.0.113.0/24', '198.51.100.0/24'],
  };
  show('?panel=my-codes&code=5', [[authCode.detail, detail({ ...bound, cloned })]]);
  expect(
    await screen.findByText(
      /Two servers are using this identity: 203\.0\.113\.0\/24 and 198\.51\.100\.0\/24/,
    ),
  ).toBeTruthy();
  expect(screen.getByText(/systemd-machine-id-setup/)).toBeTruthy();
  expect(await copied()).toEqual([
    [`Copy the code ending in ${TAIL}`, CODE],
    ['Copy command for a new machine ID', expect.stringContaining('systemd-machine-id-setup')],
    ['Copy server fingerprint', FINGERPRINT],
  ]);
});

describe('licence list', () => {
  test('hides a code until revealed and shows its state and server', async () => {
    const { hand } = show('?panel=my-codes', [[authCode.my, list(code(), code({ ...bound, id: 6 }))]]);
    const table = within(await screen.findByRole('table', { name: 'Authorization codes' }));
    expect(table.queryByText(CODE)).toBeNull();
    expect(await copied()).toEqual([
      [`Copy the code ending in ${TAIL}`, CODE],
      [`Copy the code ending in ${TAIL}`, CODE],
    ]);
    const [eye] = table.getAllByRole('button', { name: `Show the code ending in ${TAIL}` });
    await hand.click(eye as HTMLElement);
    expect(table.getByText(CODE)).toBeTruthy();
    expect(table.getByText('web-1')).toBeTruthy();
    expect(table.getByText('18 Feb 2027')).toBeTruthy();
    expect(table.getByText('89 days left')).toBeTruthy();
    // Long before the end, unbinding is more likely than renewal.
    expect(table.getByRole('button', { name: `Unbind the code ending in ${TAIL}` })).toBeTruthy();
    expect(table.queryByRole('button', { name: /Renew/ })).toBeNull();
  });

  test.each([
    ['en', 'Offline grace period until 4 Mar 2027'],
    ['zh', '离线宽限期至 2027年3月4日'],
  ] as const)('shows the end of the offline grace period in %s', async (locale, words) => {
    const ended = {
      ...bound,
      state: 'expired' as const,
      days_left: null,
      in_grace: true,
      grace_until: '2027-03-04T02:00:00.000Z',
    };
    show('?panel=my-codes', [[authCode.my, list(code(ended))]], locale);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/\dT\d/);
  });

  test('filters by state and shows the count of each', async () => {
    const { router } = show('?panel=my-codes&state=expired', [[authCode.my, list()]], 'zh');
    expect(await screen.findByRole('heading', { name: '没有此状态的授权码' })).toBeTruthy();
    expect(sent(authCode.my)).toEqual([{ state: 'expired', page: 1, page_size: 20 }]);
    const tabs = within(screen.getByRole('navigation', { name: '按状态筛选' }));
    expect(tabs.getByRole('link', { name: '已到期 0' }).getAttribute('aria-current')).toBe('page');
    await act(() => router.navigate('/user?panel=my-codes'));
    expect(await screen.findByRole('heading', { name: '暂无授权码' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: '按状态筛选' })).toBeNull();
  });

  test('the codes of one state are not shown under another one, whose codes still load', async () => {
    const counts = { unused: 1, active: 1, expired: 0, revoked: 0 };
    const other = Promise.withResolvers<object>();
    const answer = ({ state }: { state?: string }) =>
      state ? other.promise : { ...list(code()), total: 2, counts };
    const { hand } = show('?panel=my-codes', [[authCode.my, answer]]);
    await screen.findByRole('table', { name: 'Authorization codes' });
    await hand.click(screen.getByRole('link', { name: 'Active 1' }));
    expect(await screen.findByText(en.licences.loading)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    // The tabs stay.
    expect(screen.getByRole('link', { name: 'Active 1' }).getAttribute('aria-current')).toBe('page');
    other.resolve({ ...list(code(bound)), counts });
    expect(within(await screen.findByRole('table')).getByText('web-1')).toBeTruthy();
  });

  test('a page number beyond what the server takes is the last that it takes', async () => {
    show('?panel=my-codes&page=10001', [[authCode.my, list()]]);
    await waitFor(() => expect(sent(authCode.my)).toEqual([{ page: 10_000, page_size: 20 }]));
  });

  test('searches by server, note or tail and keeps whole codes out of the URL', async () => {
    const answer = ({ q }: { q?: string }) =>
      q
        ? list()
        : { ...list(code()), total: 300, counts: { unused: 300, active: 0, expired: 0, revoked: 0 } };
    const { hand, router } = show('?panel=my-codes&state=unused&page=3', [[authCode.my, answer]]);
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find a code' });
    await hand.type(field, ' db-07 {Enter}');
    expect(await screen.findByRole('heading', { name: 'No codes match “db-07”' })).toBeTruthy();
    expect(sent(authCode.my)).toContainEqual({ state: 'unused', q: 'db-07', page: 1, page_size: 20 });
    await hand.clear(field);
    await hand.type(field, `${CODE}{Enter}`);
    await waitFor(() => expect(router.state.location.search).toBe(`?panel=my-codes&state=unused&q=${TAIL}`));
    await hand.click(await screen.findByRole('link', { name: 'Clear filters' }));
    expect(await screen.findByRole('table', { name: 'Authorization codes' })).toBeTruthy();
    expect(field.value).toBe('');
  });

  test.each([
    [20, 0],
    [21, 1],
  ])('%d codes have %d search fields; a tab leads to the first page of its state', async (unused, fields) => {
    const counts = { unused, active: 0, expired: 0, revoked: 0 };
    show('?panel=my-codes&page=2', [[authCode.my, { ...list(code()), total: 40, page: 2, counts }]]);
    await screen.findByRole('table', { name: 'Authorization codes' });
    expect(screen.queryAllByRole('searchbox')).toHaveLength(fields);
    expect(screen.getByRole('link', { name: `All ${unused}` }).getAttribute('href')).toBe(
      '/en/user?panel=my-codes',
    );
    expect(screen.getByRole('link', { name: `Unused ${unused}` }).getAttribute('href')).toBe(
      '/en/user?panel=my-codes&state=unused',
    );
  });

  test('has no search field for a single page', async () => {
    show('?panel=my-codes', [[authCode.my, list(code())]]);
    await screen.findByRole('table', { name: 'Authorization codes' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Codes offered to you' })).toBeNull();
  });

  test('goes to the last existing page when a page becomes empty', async () => {
    const all = { ...list(code()), total: 20 };
    const answer = ({ page }: { page: number }) => (page === 1 ? all : { ...all, list: [], page });
    const { router } = show('?panel=my-codes&state=unused&page=2', [[authCode.my, answer]]);
    expect(await screen.findByRole('table', { name: 'Authorization codes' })).toBeTruthy();
    expect(router.state.location.search).toBe('?panel=my-codes&state=unused');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('says that a list failed to load, and retries', async () => {
    const away = () => {
      throw silence();
    };
    const { hand } = show('?panel=my-codes', [[authCode.my, away]]);
    expect(await screen.findByText('Your codes could not be loaded')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page');
    client.answer(
      authCode.my,
      list(code({ ...bound, plan: 'permanent', expires_at: null, days_left: null })),
    );
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(within(await screen.findByRole('table')).getByText('Never expires')).toBeTruthy();
  });

  test('accepts an incoming transfer, or declines it after confirmation', async () => {
    const incoming = [
      {
        id: 9,
        from_email: 'lighthouse@yunduo.test',
        plan: 'm12' as const,
        code_tail: 'AB12',
        state: 'unused' as const,
        licence_expires_at: '2027-02-18T02:00:00.000Z',
        created_at: '2026-11-18T01:05:00.000Z',
        expires_at: '2026-11-25T01:05:00.000Z',
      },
    ];
    let late = true;
    const accept = () => {
      if (late) throw rejection('TRANSFER_NOT_FOUND', {}, 'No longer offered');
      return code();
    };
    const { hand } = show('?panel=my-codes', [
      [authCode.my, { ...list(code()), incoming }],
      [authCode.transferAccept, accept],
      [authCode.transferCancel, {}],
    ]);
    expect(
      await screen.findByText(
        /lighthouse@yunduo\.test is transferring .* until 25 Nov 2026, 09:05 \(Beijing time\)\. Its term has started and expires on 18 Feb 2027\./,
      ),
    ).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Decline the code ending in AB12' }));
    expect(sent(authCode.transferCancel)).toEqual([]);
    const declining = within(screen.getByRole('dialog'));
    expect(declining.getByRole('button', { name: en.licences.incoming.keep })).toBeTruthy();
    expect(declining.getByRole('button', { name: 'Decline' }).dataset.kind).toBe('danger');
    await hand.click(declining.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(sent(authCode.transferCancel)).toEqual([{ transfer_id: 9 }]));
    expect(await screen.findByText('Declined. The sender keeps the code')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Accept the code ending in AB12' }));
    expect(await screen.findByText('No longer offered')).toBeTruthy();
    late = false;
    await hand.click(
      await screen.findByRole('button', { name: 'Accept the code ending in AB12', busy: false }),
    );
    expect(await screen.findByText('Accepted. The code is yours')).toBeTruthy();
    expect(sent(authCode.transferAccept)).toEqual([{ transfer_id: 9 }, { transfer_id: 9 }]);
  });

  test('the dialog to decline closes also if the offer is gone', async () => {
    const offer = offerUntil('2099-11-25T01:05:00.000Z');
    const { hand } = show('?panel=my-codes', [
      [authCode.my, { ...list(), incoming: [offer] }],
      [
        authCode.transferCancel,
        () => {
          throw rejection('TRANSFER_NOT_FOUND', {}, 'No longer offered');
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Decline the code ending in AB12' }));
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('No longer offered')).toBeTruthy();
    expect(screen.queryByText(/^Declined/)).toBeNull();
    expect(screen.queryByText(/Its term has started/)).toBeNull();
  });

  test('an incoming transfer is gone once its deadline has passed', async () => {
    const now = Date.now();
    const offer = offerUntil(new Date(now + DAY).toISOString());
    show('?panel=my-codes', [[authCode.my, { ...list(code()), incoming: [offer] }]]);
    expect(await screen.findByText(/lighthouse@yunduo\.test is transferring/)).toBeTruthy();
    client.answer(authCode.my, list(code()));
    comeBack(now + DAY + 1000);
    await waitFor(() => expect(screen.queryByText(/is transferring/)).toBeNull());
  });

  test('an incoming transfer of a code that expires meanwhile says so, and can be declined only', async () => {
    const now = Date.now();
    const ends = new Date(now + DAY).toISOString();
    const offer = { ...offerUntil(new Date(now + 3 * DAY).toISOString()), licence_expires_at: ends };
    show('?panel=my-codes', [[authCode.my, { ...list(code()), incoming: [offer] }]]);
    expect(await screen.findByRole('button', { name: 'Accept the code ending in AB12' })).toBeTruthy();
    client.answer(authCode.my, { ...list(code()), incoming: [{ ...offer, state: 'expired' }] });
    comeBack(now + DAY + 1000);
    expect(await screen.findByText(/but the code expired on .* can no longer be accepted/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept the code ending in AB12' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Decline the code ending in AB12' })).toBeTruthy();
  });

  test('a transfer to another user is gone from the list once its deadline has passed', async () => {
    const now = Date.now();
    const transfer = {
      ...{ id: 3, status: 'offered' as const, to_email: 'other@yunduo.test', decided_at: null },
      ...{ created_at: new Date(now - DAY).toISOString(), expires_at: new Date(now + DAY).toISOString() },
    };
    const offered = code({ transfer, actions: ['transfer_cancel'] });
    show('?panel=my-codes', [[authCode.my, list(offered)]]);
    expect(await screen.findByRole('button', { name: /Cancel.*transfer/ })).toBeTruthy();
    client.answer(authCode.my, list(code()));
    comeBack(now + DAY + 1000);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Cancel.*transfer/ })).toBeNull());
  });

  test('turns a request file into a licence file', async () => {
    URL.createObjectURL = () => 'blob:licence';
    URL.revokeObjectURL = () => undefined;
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    let wrong = true;
    const { hand } = show('?panel=my-codes', [
      [authCode.my, list(code())],
      [
        authCode.offlineRequest,
        () => {
          if (wrong)
            throw rejection(
              'OFFLINE_REQUEST_INVALID',
              { fields: { request: 'field_invalid' } },
              'Not a request file',
            );
          return {
            filename: `yunduo-licence-${TAIL}.json`,
            file: '{}',
            expires_at: '2027-02-18T02:00:00.000Z',
            licence: code(bound),
          };
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Offline activation' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Create licence file' }));
    expect(await dialog.findByText('Choose a request file or paste its content')).toBeTruthy();
    const choose = dialog.getByLabelText('Choose request file');
    await hand.upload(choose, new File(['x'.repeat(4001)], 'disk.json', { type: 'application/json' }));
    expect(await dialog.findByText(/^A request file has up to 4000 characters/)).toBeTruthy();
    await hand.upload(choose, new File(['{"a":1}'], 'request.json', { type: 'application/json' }));
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLTextAreaElement>('Or paste its content here').value).toBe('{"a":1}'),
    );
    await hand.click(dialog.getByRole('button', { name: 'Create licence file' }));
    expect(await dialog.findByText('Not a request file')).toBeTruthy();
    wrong = false;
    await hand.click(dialog.getByRole('button', { name: 'Create licence file' }));
    expect(await screen.findByText(/web-1 is bound to the code ending in/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: `Download yunduo-licence-${TAIL}.json` }));
    expect(saved).toEqual([`yunduo-licence-${TAIL}.json`, `yunduo-licence-${TAIL}.json`]);
  });
});

test('shows the field error of a rejected request file', async () => {
  const { hand } = show('?panel=my-codes', [
    [authCode.my, list(code())],
    [
      authCode.offlineRequest,
      () => {
        throw rejection(
          'VALIDATION_FAILED',
          { fields: { fingerprint: 'fingerprint_invalid' } },
          'Look again',
        );
      },
    ],
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Offline activation' }));
  const dialog = within(screen.getByRole('dialog'));
  await hand.click(dialog.getByLabelText('Or paste its content here'));
  await hand.paste('{"fingerprint":"zz"}');
  await hand.click(dialog.getByRole('button', { name: 'Create licence file' }));
  expect(await dialog.findByText('Enter 64 hexadecimal characters')).toBeTruthy();
  expect(dialog.queryByText('Look again')).toBeNull();
});

const OUT = { server: 'web-1', expires_at: '2027-11-18T02:00:00.000Z', receipt: true };

describe('licence with a licence file in use', () => {
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:licence';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  });
  const openUnbind = async (offline: LicenceWithCode['offline'], answer: object | (() => object)) => {
    const whole = detail({ ...code(bound), offline });
    const { hand } = show('?panel=my-codes&code=5', [
      [authCode.detail, whole],
      [authCode.unbind, answer],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Unbind the code ending in ${TAIL}` }));
    return { hand, dialog: within(screen.getByRole('dialog')) };
  };

  test('is unbound with a deactivation receipt', async () => {
    const { hand, dialog } = await openUnbind(OUT, code());
    expect(
      dialog.getByText('web-1 has a licence file that is valid until 18 Nov 2027', { exact: false }),
    ).toBeTruthy();
    await hand.upload(
      dialog.getByLabelText('Choose deactivation receipt'),
      new File(['{"r":1}'], 'receipt.json', { type: 'application/json' }),
    );
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLTextAreaElement>('Or paste its content here').value).toBe('{"r":1}'),
    );
    await hand.type(dialog.getByLabelText('Reason for unbinding'), 'moved');
    await hand.click(dialog.getByRole('button', { name: 'Unbind' }));
    await waitFor(() =>
      expect(sent(authCode.unbind)).toEqual([{ id: 5, reason: 'moved', receipt: '{"r":1}' }]),
    );
  });

  test('shows a rejected receipt’s error', async () => {
    const { hand, dialog } = await openUnbind(OUT, () => {
      throw rejection('RECEIPT_USED', { fields: { receipt: 'field_invalid' } }, 'Used before');
    });
    const choose = dialog.getByLabelText('Choose deactivation receipt');
    await hand.upload(choose, new File(['x'.repeat(4001)], 'disk.json', { type: 'application/json' }));
    expect(await dialog.findByText(/^A receipt has up to 4000 characters/)).toBeTruthy();
    await hand.click(dialog.getByLabelText('Or paste its content here'));
    await hand.paste('{"r":1}');
    await hand.type(dialog.getByLabelText('Reason for unbinding'), 'moved');
    await hand.click(dialog.getByRole('button', { name: 'Unbind' }));
    expect(await dialog.findByText('Used before')).toBeTruthy();
  });

  test('is offered to another user with a deactivation receipt, or says why not', async () => {
    const reject = () => {
      throw rejection('RECEIPT_USED', { fields: { receipt: 'field_invalid' } }, 'Used before');
    };
    const { hand } = show('?panel=my-codes&code=5', [
      [authCode.detail, detail({ ...code(bound), offline: OUT, actions: ['transfer'] })],
      [authCode.transfer, reject],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Transfer the code ending in ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.upload(
      dialog.getByLabelText('Choose deactivation receipt'),
      new File(['{"r":1}'], 'receipt.json', { type: 'application/json' }),
    );
    const text = dialog.getByLabelText<HTMLTextAreaElement>('Or paste its content here');
    await waitFor(() => expect(text.value).toBe('{"r":1}'));
    await hand.type(dialog.getByLabelText('Recipient’s email'), 'plain@yunduo.test');
    await hand.click(dialog.getByRole('button', { name: 'Send transfer' }));
    await waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'));
    expect(sent(authCode.transfer)).toEqual([{ id: 5, to_email: 'plain@yunduo.test', receipt: '{"r":1}' }]);
  });

  test('without receipt support refers to customer service', async () => {
    const { dialog } = await openUnbind({ ...OUT, expires_at: null, receipt: false }, code());
    expect(dialog.getByText('web-1 has a licence file that never expires')).toBeTruthy();
    expect(dialog.queryByLabelText('Choose deactivation receipt')).toBeNull();
    const link = dialog.getByRole('link', { name: 'Contact customer service' });
    expect(link.getAttribute('href')).toBe('/en/feedback');
  });

  test('asks for the receipt that its page, not an older list, knows of', async () => {
    const row = code({ ...bound, actions: ['unbind'] });
    const { hand } = show('?panel=my-codes', [
      [authCode.my, list(row)],
      [authCode.detail, detail({ ...row, offline: OUT })],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Unbind the code ending in ${TAIL}` }));
    expect(await screen.findByLabelText('Choose deactivation receipt')).toBeTruthy();
  });

  test('lists its files with their expiry and renews the newest', async () => {
    const file = { id: 2, server: 'web-1', issued_at: '2026-11-18T02:00:00.000Z' };
    const files = [
      { ...file, expires_at: OUT.expires_at, state: 'valid' as const },
      { ...file, id: 1, expires_at: null, state: 'released' as const },
    ];
    const renewed = Promise.withResolvers<object>();
    const { hand } = show('?panel=my-codes&code=5', [
      [authCode.detail, detail({ ...code(bound), offline: OUT, files, file_renewable: true })],
      [authCode.offlineRenew, () => renewed.promise],
    ]);
    expect(await screen.findByText('Licence file valid until 18 Nov 2027')).toBeTruthy();
    expect(screen.getByText('Valid until 18 Nov 2027')).toBeTruthy();
    expect(screen.getByText('Released by customer service')).toBeTruthy();
    const presses = jest.mocked(HTMLAnchorElement.prototype.click).mockClear();
    const renew = screen.getByRole('button', { name: /^Create licence file again: code ending in/ });
    expect(renew.textContent).toBe(en.licences.files.renew);
    await hand.click(renew);
    expect([renew.textContent, renew.getAttribute('aria-busy')]).toEqual([
      en.licences.offline_form.submitting,
      'true',
    ]);
    renewed.resolve({
      filename: `yunduo-licence-${TAIL}.json`,
      file: '{}',
      expires_at: '2027-12-18T02:00:00.000Z',
      licence: code({ ...bound, offline: OUT }),
    });
    expect(await screen.findByText(/The file is valid until 18 Dec 2027\./)).toBeTruthy();
    expect(screen.getByText(en.licences.offline_form.done_receipt)).toBeTruthy();
    // It is saved without another press.
    const saved = presses.mock.contexts as HTMLAnchorElement[];
    expect(saved.map(({ download }) => download)).toEqual([`yunduo-licence-${TAIL}.json`]);
    expect(sent(authCode.offlineRenew)).toEqual([{ id: 5 }]);
  });
});

const ENDING = { ...bound, days_left: 30, actions: ['unbind', 'edit', 'renew'] } as const;
const RUNNING = { ...bound, server: null, actions: ['bind', 'edit', 'renew'] } as const;

describe('licence state', () => {
  const dotOf = (word: Element) => word.querySelector('[data-tone]')?.getAttribute('data-tone');
  test.each([
    ['expires within 30 days', ENDING, 'Expiring soon', '即将到期', 'warn', 'Renew'],
    ['expires in 31 days', { ...ENDING, days_left: 31 }, 'Active', '使用中', 'good', 'Unbind'],
    ['runs without a server', RUNNING, 'Unbound, running', '未绑定，计时中', 'run', 'Bind'],
    [
      'expires soon and has no server',
      { ...RUNNING, days_left: 3 },
      'Expiring soon',
      '即将到期',
      'warn',
      'Renew',
    ],
    [
      'is permanent and has no server',
      { ...RUNNING, plan: 'permanent', days_left: null, expires_at: null },
      'Unbound, permanent',
      '未绑定，永久有效',
      'run',
      'Bind',
    ],
    ['has expired', { ...ENDING, state: 'expired', days_left: 0 }, 'Expired', '已到期', 'bad', 'Renew'],
    ['is unused', { actions: ['bind', 'edit'] }, 'Unused', '未使用', 'run', 'Bind'],
    ['is revoked', { state: 'revoked', actions: ['edit'] }, 'Revoked', '已失效', 'none', 'Edit note of'],
  ] as const)('has a label, a colour and an action: %s', async (_, changes, en, zh, tone, action) => {
    const row = { ...code(), ...changes, actions: [...changes.actions] };
    show('?panel=my-codes', [[authCode.my, list(row)]]);
    const table = within(await screen.findByRole('table'));
    expect(dotOf(table.getByText(en))).toBe(tone);
    expect(table.getByRole('button', { name: new RegExp(`^${action} the code`) })).toBeTruthy();
    cleanup();
    show('?panel=my-codes', [[authCode.my, list(row)]], 'zh');
    expect(within(await screen.findByRole('table')).getByText(zh)).toBeTruthy();
  });

  test('only the licence that expires first has a filled button', async () => {
    const rows = [
      { ...code(), id: 1, code_tail: 'AAAA' },
      { ...code(), ...ENDING, id: 2, code_tail: 'BBBB', days_left: 20 },
      { ...code(), ...ENDING, id: 3, code_tail: 'CCCC', days_left: 6 },
      { ...code(), ...ENDING, id: 4, code_tail: 'DDDD', state: 'expired' as const, days_left: 0 },
    ].map((row) => ({ ...row, actions: [...row.actions] }));
    show('?panel=my-codes', [[authCode.my, list(...rows)]]);
    const table = within(await screen.findByRole('table'));
    const filled = table
      .getAllByRole('button', { name: /the code ending in/ })
      .filter((button) => button.dataset['kind'] === 'primary');
    expect(filled.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Renew the code ending in CCCC',
    ]);
  });

  test('a licence that is offered to another user is not the urgent one; an expired one is the last', async () => {
    const transfer = { id: 9, to_email: 'to@yunduo.test', expires_at: '2026-11-25T02:00:00.000Z' };
    const urgent = [
      { ...code(), ...ENDING, state: 'expired' as const, days_left: 0, code_tail: 'EEEE' },
      { ...code(), ...RUNNING, days_left: null, expires_at: null, code_tail: 'PPPP' },
      { ...code(), code_tail: 'UUUU' },
      { ...code(), ...RUNNING, code_tail: 'RRRR' },
      { ...code(), ...ENDING, code_tail: 'SSSS' },
    ].map((row, id) => ({ ...row, id, actions: [...row.actions] }));
    const offered = { ...urgent[4], id: 9, code_tail: 'TTTT', days_left: 1, transfer } as LicenceWithCode;
    for (const rows of [
      urgent,
      urgent.slice(0, 4),
      urgent.slice(0, 3),
      urgent.slice(0, 2),
      urgent.slice(0, 1),
    ]) {
      show('?panel=my-codes', [[authCode.my, list(offered, ...rows)]]);
      const table = within(await screen.findByRole('table'));
      const filled = table
        .getAllByRole('button', { name: /the code ending in/ })
        .filter((button) => button.dataset['kind'] === 'primary');
      expect(filled.map((button) => button.getAttribute('aria-label')?.slice(-4))).toEqual([
        rows.at(-1)?.code_tail,
      ]);
      cleanup();
    }
  });

  test.each([
    ['expiring soon', ENDING, 'warn', 'Renew'],
    ['runs without a server', RUNNING, 'info', 'Bind'],
    ['bound for months to come', bound, 'good', null],
    ['unused', code(), 'info', 'Bind'],
    ['expired', { ...ENDING, state: 'expired', days_left: 0 }, 'warn', 'Renew'],
    [
      'permanent, without a server',
      { ...RUNNING, plan: 'permanent', days_left: null, expires_at: null },
      'info',
      'Bind',
    ],
    ['revoked', { state: 'revoked', actions: ['edit'] }, 'warn', null],
  ] as const)(
    'the page of a licence (%s) has one notice and at most one filled button',
    async (_, changes, tone, filled) => {
      const row = detail({ ...changes, actions: [...(changes.actions ?? [])] });
      show('?panel=my-codes&code=5', [[authCode.detail, row]]);
      const why = await screen.findByText('All is well until 18 Feb 2027.');
      expect(why.closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
      const buttons = screen.getAllByRole('button', { name: /the code ending in/ });
      const primary = buttons.filter((button) => button.dataset['kind'] === 'primary');
      expect(primary.map(({ textContent }) => textContent)).toEqual(filled === null ? [] : [filled]);
      if (filled === 'Renew') {
        const actions = buttons.filter((button) =>
          ['Renew', 'Unbind', 'Edit'].includes(button.textContent ?? ''),
        );
        expect(actions[0]?.textContent).toBe('Renew');
      }
    },
  );
});

describe('licence page', () => {
  const at = '?panel=my-codes&code=5';

  test('opened again asks for the current state: another device may have changed it', async () => {
    const { router } = show(at, [
      [authCode.my, list(code())],
      [authCode.detail, detail({ ...code({ remark: 'Mail server' }) })],
    ]);
    expect(await screen.findByText('Mail server')).toBeTruthy();
    const go = (search: string) => act(async () => void (await router.navigate(`/en/user${search}`)));
    await go('?panel=my-codes');
    await screen.findByRole('table');
    client.answer(authCode.detail, detail({ ...code({ remark: 'Old server' }) }));
    await go(at);
    expect(await screen.findByText('Old server')).toBeTruthy();
  });

  test('removes an emptied note', async () => {
    const { hand } = show(at, [
      [authCode.detail, detail({ ...code({ remark: 'Mail server' }) })],
      [authCode.edit, {}],
    ]);
    await hand.click(await screen.findByRole('button', { name: /Edit note/ }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.clear(dialog.getByRole('textbox'));
    await hand.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(authCode.edit)).toEqual([{ id: 5, remark: '' }]));
    expect(await screen.findByText('Edit successful')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('explains the state, the next step, the order and the history', async () => {
    const [term] = detail().terms;
    const terms = [
      ...detail().terms,
      { ...term, plan: 'm12', order_no: null, revoked_at: '2026-11-20T02:00:00.000Z' },
    ];
    show(at, [[authCode.detail, detail({ ...bound, terms } as Partial<LicenceDetail>)]]);
    expect(await screen.findByText('All is well until 18 Feb 2027.')).toBeTruthy();
    const rows = within(screen.getByRole('region', { name: en.licences.detail.terms })).getAllByRole(
      'listitem',
    );
    expect(rows.map(({ lastChild }) => lastChild?.textContent)).toEqual([
      'Order YD20261118-AAAAA-BBBBB',
      en.licences.detail.term_revoked,
    ]);
    expect(rows[1]?.textContent).toContain(en.licences.detail.term_granted);
    expect(screen.getByText('Nothing to do.')).toBeTruthy();
    expect(screen.getByText('2 of 3 left within 365 days')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Order YD20261118-AAAAA-BBBBB' })).toBeTruthy();
    const events = within(screen.getByRole('list', { name: 'History' }));
    expect(events.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Bound to web-118\u00a0Nov\u00a02026, 10:00Valid until 18\u00a0Feb\u00a02027',
      'Bought (3 months)18\u00a0Nov\u00a02026, 09:05',
    ]);
    expect(screen.getByText('Times are Beijing time (UTC+8).')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Bind/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Transfers' })).toBeNull();
  });

  test('names each event of the history, with what it was about', async () => {
    const to = '2027-02-18T02:00:00.000Z';
    const told: [kind: string, details: object, text: string][] = [
      ['granted', { plan: 'm12' }, 'Granted (12 months)'],
      ['renewed', { plan: 'm3', to }, 'Renewed (3 months)|Valid until 18\u00a0Feb\u00a02027'],
      ['renewed', { plan: 'permanent' }, 'Renewed (Permanent)'],
      ['renewal_refunded', { to }, 'A renewal was refunded|Valid until 18\u00a0Feb\u00a02027'],
      [
        'offline_issued',
        { server: 'web-1', expires: to },
        'Licence file created for web-1|Valid until 18\u00a0Feb\u00a02027',
      ],
      ['offline_deactivated', { server: 'web-1' }, 'Deactivated on web-1, receipt received'],
      [
        'offline_released',
        { server: 'web-1', note: '服务器烧毁' },
        'Licence file of web-1 released by customer service|服务器烧毁',
      ],
      ['unbound', { server: 'web-1', reason: '已搬走' }, 'Unbound from web-1|Reason: 已搬走'],
      ['unbound', { server: 'web-1' }, 'Unbound from web-1'],
      ['remark', { remark: 'Mail' }, 'Note changed to “Mail”'],
      ['remark', { remark: '' }, 'Note removed'],
      ['transfer_offered', { to: 'to@yunduo.test' }, 'Transfer to to@yunduo.test started'],
      ['transfer_cancelled', { to: 'to@yunduo.test' }, 'Transfer to to@yunduo.test cancelled'],
      ['transfer_declined', { to: 'to@yunduo.test' }, 'to@yunduo.test declined the transfer'],
      ['revoked', { by: 'refund' }, 'Revoked: the order was refunded'],
      ['revoked', { note: '重复出售' }, 'Revoked|重复出售'],
      ['transferred', {}, 'Accepted by transfer'],
      ['reinstated', {}, 'Reinstated'],
      ['of_a_newer_api', {}, 'Status changed'],
    ];
    const at_ = '2026-11-18T02:00:00.000Z';
    const events = told.map(([kind, details], id) => ({ id, kind, at: at_, details }));
    show(at, [[authCode.detail, detail({ events } as Partial<LicenceDetail>)]]);
    const items = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent.replace('18\u00a0Nov\u00a02026, 10:00', '|'))).toEqual(
      told.map(([, , text]) => (text.includes('|') ? text : `${text}|`)),
    );
    for (const note of ['重复出售', '服务器烧毁', '已搬走'])
      expect(screen.getByText(note).lang).toBe('zh-CN');
  });

  test.each([
    ['has never started', { plan: 'm3' }, 'The term (3 months) starts now.'],
    ['is permanent', { plan: 'permanent' }, 'This code is permanent and never expires.'],
    [
      'runs already',
      { expires_at: '2027-02-18T02:00:00.000Z' },
      'Its term has started and expires on 18 Feb 2027.',
    ],
  ] as const)('binding says what it starts if the licence %s', async (_what, changes, text) => {
    const { hand } = show(at, [[authCode.detail, detail(changes)]]);
    await hand.click(await screen.findByRole('button', { name: `Bind the code ending in ${TAIL}` }));
    expect(within(screen.getByRole('dialog')).getByText(text)).toBeTruthy();
  });

  test.each([
    [
      'has expired on its server',
      { ...bound, state: 'expired' },
      /starts when you pay\. The server stays bound/,
    ],
    ['has no server', { state: 'expired' }, /starts when you pay\. Bind a server after that/],
  ] as const)(
    'renewing says when the new term starts if the licence %s, also without prices',
    async (_what, changes, text) => {
      const away = () => {
        throw silence();
      };
      const { hand } = show(at, [
        [authCode.detail, detail({ ...changes, actions: ['renew'] })],
        [authCode.plans, away],
      ]);
      await hand.click(await screen.findByRole('button', { name: `Renew the code ending in ${TAIL}` }));
      const dialog = within(screen.getByRole('dialog'));
      expect(dialog.getByText(text)).toBeTruthy();
      expect(await dialog.findByText('The prices could not be loaded. Try again later.')).toBeTruthy();
    },
  );

  test('an offered transfer can be cancelled after confirmation', async () => {
    const transfer = {
      id: 9,
      to_email: 'to@yunduo.test',
      created_at: '2026-11-18T02:00:00.000Z',
      expires_at: '2026-11-25T02:00:00.000Z',
    };
    const { hand } = show(at, [
      [authCode.detail, detail({ transfer, actions: ['transfer_cancel'] } as Partial<LicenceDetail>)],
      [authCode.transferCancel, {}],
    ]);
    await hand.click(
      await screen.findByRole('button', { name: `Cancel transfer of the code ending in ${TAIL}` }),
    );
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this transfer?' }));
    expect(dialog.getByText(/^to@yunduo\.test can no longer accept it/)).toBeTruthy();
    expect(sent(authCode.transferCancel)).toEqual([]);
    expect(dialog.getByRole('button', { name: en.licences.incoming.keep })).toBeTruthy();
    const confirm = dialog.getByRole('button', { name: 'Cancel transfer' });
    expect(confirm.dataset.kind).toBe('danger');
    await hand.click(confirm);
    expect(await screen.findByText('Transfer cancelled')).toBeTruthy();
    expect(sent(authCode.transferCancel)).toEqual([{ transfer_id: 9 }]);
  });

  test('the dialog to cancel a transfer closes also if it was accepted meanwhile', async () => {
    const transfer = { id: 9, to_email: 'to@yunduo.test', expires_at: '2026-11-25T02:00:00.000Z' };
    const { hand } = show(at, [
      [authCode.detail, detail({ transfer, actions: ['transfer_cancel'] } as Partial<LicenceDetail>)],
      [
        authCode.transferCancel,
        () => {
          throw rejection('TRANSFER_NOT_FOUND', {}, 'It was accepted');
        },
      ],
    ]);
    await hand.click(
      await screen.findByRole('button', { name: `Cancel transfer of the code ending in ${TAIL}` }),
    );
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel transfer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('It was accepted')).toBeTruthy();
    expect(screen.queryByText('Transfer cancelled')).toBeNull();
  });

  test.each([
    ['expires_at', (end: string) => ({ ...bound, expires_at: end })],
    ['grace_until', (end: string) => ({ ...bound, grace_until: end })],
    ['transfer', (end: string) => ({ transfer: { id: 9, to_email: 'to@yunduo.test', expires_at: end } })],
  ] as const)('is asked for again when the moment %s has passed', async (_what, changes) => {
    const now = Date.now();
    const end = new Date(now + DAY).toISOString();
    show(at, [[authCode.detail, detail({ expires_at: null, ...changes(end) } as Partial<LicenceDetail>)]]);
    // While it loads, the page has a heading too.
    await screen.findByRole('heading', { name: en.licences.detail.why });
    comeBack(now + DAY - 1000);
    expect(client.count(authCode.detail)).toBe(1);
    comeBack(now + DAY + 1000);
    await waitFor(() => expect(client.count(authCode.detail)).toBe(2));
  });

  test('shows each transfer’s status with the date of its last change', async () => {
    const offer = { to_email: 'to@yunduo.test', created_at: '2026-11-18T02:00:00.000Z' };
    const expires_at = '2026-11-25T02:00:00.000Z';
    const transfers: LicenceDetail['transfers'] = [
      { ...offer, id: 4, status: 'offered', expires_at, decided_at: null },
      { ...offer, id: 3, status: 'declined', expires_at, decided_at: '2026-11-20T02:00:00.000Z' },
      { ...offer, id: 2, status: 'expired', expires_at, decided_at: null },
      // Recorded when the next offer was made.
      { ...offer, id: 1, status: 'expired', expires_at, decided_at: '2026-12-24T02:00:00.000Z' },
    ];
    show(at, [[authCode.detail, detail({ transfers })]]);
    const offers = await screen.findByRole('region', { name: 'Transfers' });
    expect(
      within(offers)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'To to@yunduo.testAwaiting acceptance18\u00a0Nov\u00a02026, 10:00',
      'To to@yunduo.testDeclined20\u00a0Nov\u00a02026, 10:00',
      'To to@yunduo.testExpired25\u00a0Nov\u00a02026, 10:00',
      'To to@yunduo.testExpired25\u00a0Nov\u00a02026, 10:00',
    ]);
  });

  test('binds by name and fingerprint', async () => {
    const { hand } = show(
      at,
      [
        [authCode.detail, detail()],
        [authCode.bind, code(bound)],
      ],
      'zh',
    );
    await hand.click(await screen.findByRole('button', { name: `绑定服务器：尾号 ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: '绑定' }));
    expect(await dialog.findByText('请输入服务器名称')).toBeTruthy();
    expect(dialog.getByText('请输入服务器指纹')).toBeTruthy();
    await hand.type(dialog.getByLabelText('服务器名称'), 'web-1');
    await hand.type(dialog.getByLabelText('服务器指纹'), FINGERPRINT.toUpperCase());
    await hand.click(dialog.getByRole('button', { name: '绑定' }));
    expect(await screen.findByText('已绑定到 web-1')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(authCode.bind)).toEqual([{ code: CODE, server_name: 'web-1', fingerprint: FINGERPRINT }]);
  });

  test.each(
    (['zh', 'en'] as const).flatMap((locale) => {
      const busy = { zh: '服务器繁忙，请稍后重试', en: 'The server is busy, please try again later' };
      const rejected = { zh: '服务器拒绝访问', en: 'The server refused access' };
      return [
        [
          'a 400',
          locale,
          rejection('LICENCE_REVOKED', {}, 'the words of the server'),
          'the words of the server',
        ],
        [
          'a 404',
          locale,
          rejection('LICENCE_NOT_FOUND', {}, 'the words of the server'),
          'the words of the server',
        ],
        ['a 500', locale, rejection('INTERNAL', {}, 'the words of the server'), 'the words of the server'],
        ['a 403', locale, rejection('FORBIDDEN', {}, 'secret'), rejected[locale]],
        ['a 429', locale, rejection('RATE_LIMITED', {}, 'secret'), busy[locale]],
        ['no response', locale, silence(), busy[locale]],
      ] as const;
    }),
  )(
    'a bind rejected with %s shows the error in %s, in the form or in a toast',
    async (_what, locale, error, words) => {
      const reject = () => {
        throw error;
      };
      const { hand } = show(
        at,
        [
          [authCode.detail, detail()],
          [authCode.bind, reject],
        ],
        locale,
      );
      await hand.click(await screen.findByRole('button', { name: locale === 'zh' ? /^绑定/ : /^Bind/ }));
      const dialog = within(screen.getByRole('dialog'));
      const [name, fingerprint] = dialog.getAllByRole<HTMLInputElement>('textbox');
      if (!name || !fingerprint) throw new Error('The dialog asks for nothing');
      await hand.type(name, 'web-1');
      await hand.type(fingerprint, FINGERPRINT);
      await hand.click(dialog.getByRole('button', { name: locale === 'zh' ? '绑定' : 'Bind' }));
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.queryByText('secret')).toBeNull();
    },
  );

  test('shows a toast if the licence has been transferred while its dialog was open', async () => {
    let rows = [code()];
    const reject = () => {
      rows = [];
      throw rejection('LICENCE_NOT_FOUND', {}, '这个授权码不存在');
    };
    const { hand } = show(
      '?panel=my-codes',
      [
        [authCode.my, () => list(...rows)],
        [authCode.bind, reject],
      ],
      'zh',
    );
    await hand.click(await screen.findByRole('button', { name: `绑定服务器：尾号 ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.type(dialog.getByLabelText('服务器名称'), 'web-1');
    await hand.type(dialog.getByLabelText('服务器指纹'), FINGERPRINT);
    await hand.click(dialog.getByRole('button', { name: '绑定' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('这个授权码不存在')).toBeTruthy();
  });

  test('unbinds with a reason, after showing how many unbinds are left', async () => {
    const { hand } = show(at, [
      [authCode.detail, detail(bound)],
      [authCode.unbind, code()],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Unbind the code ending in ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/3 times in 365 days. You have 2 left/)).toBeTruthy();
    await hand.type(dialog.getByLabelText('Reason for unbinding'), 'moved');
    await hand.click(dialog.getByRole('button', { name: 'Unbind' }));
    await waitFor(() => expect(sent(authCode.unbind)).toEqual([{ id: 5, reason: 'moved' }]));
    expect(await screen.findByText(en.licences.unbind.done)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows the error and still names the server if another tab has unbound it', async () => {
    let now = detail(bound);
    const reject = () => {
      now = detail();
      throw rejection('LICENCE_NOT_BOUND', {}, 'This authorization code is not bound to a server');
    };
    const { hand } = show('?panel=my-codes&code=5', [
      [authCode.detail, () => now],
      [authCode.unbind, reject],
    ]);
    await hand.click(await screen.findByRole('button', { name: /^Unbind/ }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.type(await dialog.findByLabelText(/Reason/), 'Moved');
    await hand.click(dialog.getByRole('button', { name: 'Unbind' }));
    expect(await dialog.findByText('This authorization code is not bound to a server')).toBeTruthy();
    // The page behind it has been refetched.
    expect(await screen.findByText('Not bound')).toBeTruthy();
    expect(dialog.getByText(/web-1/)).toBeTruthy();
  });

  test('can unbind if the remaining unbinds fail to load; a permanent licence keeps no time', async () => {
    const permanent = code({
      ...bound,
      plan: 'permanent',
      expires_at: null,
      days_left: null,
      actions: ['unbind'],
    });
    const away = () => {
      throw silence();
    };
    const { hand } = show('?panel=my-codes', [
      [authCode.my, list(permanent)],
      [authCode.detail, away],
      [authCode.unbind, code()],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Unbind the code ending in ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('The code stops working on web-1.')).toBeTruthy();
    await waitFor(() => expect(document.querySelector('[role=dialog] [data-shape]')).toBeNull());
    await hand.type(dialog.getByLabelText('Reason for unbinding'), 'moved');
    await hand.click(dialog.getByRole('button', { name: 'Unbind' }));
    await waitFor(() => expect(sent(authCode.unbind)).toEqual([{ id: 5, reason: 'moved' }]));
  });

  test.each([
    ['zh', '解绑', /2026年11月19日 10:00（北京时间）后可再次解绑/],
    ['en', 'Unbind', /again after 19 Nov 2026, 10:00 \(Beijing time\)/],
  ] as const)(
    'shows when it can be unbound again, with the time zone (%s)',
    async (locale, action, message) => {
      const unbind = { left: 0, limit: 3, days: 365, next_at: '2026-11-19T02:00:00.000Z' };
      const { hand } = show(at, [[authCode.detail, detail({ ...bound, unbind })]], locale);
      await hand.click(await screen.findByRole('button', { name: new RegExp(action) }));
      expect(within(screen.getByRole('dialog')).getByText(message)).toBeTruthy();
    },
  );

  test('rejects a transfer to oneself at the field', async () => {
    const reject = () => {
      throw rejection('LICENCE_TRANSFER_SELF', { fields: { to_email: 'field_invalid' } }, 'That is you.');
    };
    const { hand } = show(at, [
      [authCode.detail, detail({ actions: ['transfer'] })],
      [authCode.transfer, reject],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Transfer the code ending in ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.type(dialog.getByLabelText('Recipient’s email'), 'user@yunduo.test');
    await hand.click(dialog.getByRole('button', { name: 'Send transfer' }));
    expect(await dialog.findByText('That is you.')).toBeTruthy();
  });

  test('is no longer shown after it has been transferred meanwhile', async () => {
    let mine = true;
    const answer = () => {
      if (!mine) throw rejection('LICENCE_NOT_FOUND');
      return detail({ actions: ['edit'] });
    };
    const { hand } = show(at, [
      [authCode.detail, answer],
      [authCode.edit, answer],
    ]);
    await hand.click(await screen.findByRole('button', { name: /^Edit note/ }));
    mine = false;
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: en.licences.detail.missing })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Edit note/ })).toBeNull();
  });

  test('is renewed by an order and transferred by email address', async () => {
    let renewal = { order_no: 'YD20261121-AAAAA-CCCCC', unit_price: 26_900, amount: 26_900, currency: 'CNY' };
    const { hand, router } = show(at, [
      [authCode.detail, detail({ ...bound, actions: ['renew', 'transfer'] })],
      [
        authCode.plans,
        {
          list: [{ plan: 'm12', name: '12 months', note: '', months: 12, price: 26_900, currency: 'CNY' }],
          keys: [],
        },
      ],
      [authCode.my, list()],
      [authCode.renew, () => renewal],
      [authCode.transfer, code()],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Transfer the code ending in ${TAIL}` }));
    let dialog = within(screen.getByRole('dialog'));
    await hand.type(dialog.getByLabelText('Recipient’s email'), 'plain@yunduo.test');
    await hand.click(dialog.getByRole('button', { name: 'Send transfer' }));
    expect(await screen.findByText('Transfer sent. Waiting for plain@yunduo.test')).toBeTruthy();
    expect(sent(authCode.transfer)).toEqual([{ id: 5, to_email: 'plain@yunduo.test' }]);

    await hand.click(screen.getByRole('button', { name: `Renew the code ending in ${TAIL}` }));
    dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/extends the current one from 18 Feb 2027/)).toBeTruthy();
    await hand.click(await dialog.findByRole('radio', { name: /12 months/ }));
    await hand.click(dialog.getByRole('button', { name: 'Go to payment' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?panel=order-info&order=YD20261121-AAAAA-CCCCC'),
    );
    expect(sent(authCode.renew)).toEqual([{ id: 5, plan: 'm12' }]);
    expect(screen.queryByText(/The price has just changed/)).toBeNull();

    renewal = { ...renewal, unit_price: 29_900, amount: 29_900 };
    await act(() => router.navigate(-1));
    await hand.click(await screen.findByRole('button', { name: `Renew the code ending in ${TAIL}` }));
    dialog = within(screen.getByRole('dialog'));
    await hand.click(await dialog.findByRole('radio', { name: /12 months/ }));
    await hand.click(dialog.getByRole('button', { name: 'Go to payment' }));
    expect(await screen.findByText('The price has just changed. This order costs CNY 299.00.')).toBeTruthy();
  });

  test('a renewal that is ordered after the user has left the page opens no order', async () => {
    const { hand, router } = show(at, [
      [authCode.detail, detail({ ...bound, actions: ['renew'] })],
      [
        authCode.plans,
        {
          list: [{ plan: 'm3', name: '3 months', note: '', months: 3, price: 7_900, currency: 'CNY' }],
          keys: [],
        },
      ],
      [
        authCode.renew,
        () => {
          history.pushState(null, '', '/en/store');
          return { order_no: 'YD20261121-AAAAA-CCCCC', unit_price: 7_900, amount: 7_900, currency: 'CNY' };
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: `Renew the code ending in ${TAIL}` }));
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByRole('radio', { name: /3 months/ });
    await hand.click(dialog.getByRole('button', { name: 'Go to payment' }));
    expect(await screen.findByText(en.frame.ordered)).toBeTruthy();
    expect(router.state.location.search).toBe(at);
    history.replaceState(null, '', '/');
  });

  test('shows “not found” for another user’s licence', async () => {
    show(at, [
      [
        authCode.detail,
        () => {
          throw rejection('LICENCE_NOT_FOUND');
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: 'Code not found' })).toBeTruthy();
  });
});

test('a list and a licence have the recorded markup', async () => {
  const transfer = { id: 9, to_email: 'to@yunduo.test', expires_at: '2026-11-25T02:00:00.000Z' };
  const rows = [
    code({ ...bound, id: 1, remark: 'Mail' }),
    code({ id: 2, transfer, actions: ['transfer_cancel'] } as Partial<LicenceWithCode>),
    code({ ...ENDING, id: 3, actions: ['unbind', 'edit', 'renew'] }),
  ];
  expect(await markupOf(() => show('?panel=my-codes', [[authCode.my, list(...rows)]]))).toMatchSnapshot();
  cleanup();
  const whole = detail({
    ...bound,
    remark: 'Mail',
    last_seen_at: '2026-11-20T02:00:00.000Z',
    files: [
      { id: 2, server: 'web-1', issued_at: '2026-11-18T02:00:00.000Z', expires_at: null, state: 'valid' },
    ],
    file_renewable: true,
  });
  expect(await markupOf(() => show('?panel=my-codes&code=5', [[authCode.detail, whole]]))).toMatchSnapshot();
});

const refused = (error: unknown) => () => {
  throw error;
};
test.each<[string, string, Endpoint, object]>([
  ['no code', '', authCode.my, list()],
  ['no code in a state', '&state=expired', authCode.my, list()],
  ['no code found', '&q=web-9', authCode.my, list()],
  ['an offer', '', authCode.my, { ...list(code()), incoming: [offerUntil('2099-11-25T02:00:00.000Z')] }],
  ['a failed list', '', authCode.my, refused(silence())],
  ['an unknown code', '&code=5', authCode.detail, refused(rejection('LICENCE_NOT_FOUND'))],
  ['a failed code', '&code=5', authCode.detail, refused(silence())],
])('%s has the recorded markup', async (_state, search, endpoint, answer) => {
  expect(await markupOf(() => show(`?panel=my-codes${search}`, [[endpoint, answer]]))).toMatchSnapshot();
});
