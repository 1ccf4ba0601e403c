import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  devApp,
  devWebhook,
  userInfo,
  type DevWebhook,
  type Endpoint,
  type WebhookDelivery,
} from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, copied, hideTab, inShell, markupOf, outline } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionEnded, sessionRestored, tokenStorage, userLoaded } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { URL_MAX } from '@yunduo/validation';
import userEvent from '@testing-library/user-event';
import { WebhooksPage } from './webhooks-page.tsx';

const developer = userFixture({ email: 'developer@yunduo.test', roles: ['user', 'developer'] });
const webhook = (changes: Partial<DevWebhook> = {}): DevWebhook => ({
  id: 7,
  url: 'https://ci.example.com/hook',
  events: ['review.decided', 'token.expiring'],
  app: null,
  state: 'live',
  failing_since: null,
  disabled_at: null,
  disabled_by: null,
  created_at: '2026-11-18T02:00:00.000Z',
  secret_created_at: '2026-11-18T02:00:00.000Z',
  previous_secret_until: null,
  revision: 1,
  ...changes,
});
const failed = {
  at: '2026-11-20T02:00:00.000Z',
  duration: 35,
  status: 500,
  failure: 'status' as const,
  answer: '<b>Traceback</b>',
};
const delivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 40,
  event_id: '5b1a2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  type: 'review.decided',
  state: 'failed',
  created_at: '2026-11-20T02:00:00.000Z',
  next_try_at: null,
  tries: 10,
  last_try: failed,
  ...changes,
});
const page = (list: WebhookDelivery[]) => ({ list, total: list.length, page: 1, page_size: 20 });

const apps = {
  list: [
    { id: 2, app_key: 'app-2', name: 'Keel 2' },
    { id: 3, app_key: 'app-3', name: '' },
  ],
  ...{ total: 2, page: 1, page_size: 100 },
};

type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(answers: Answer[] = [], { locale = 'en' as 'zh' | 'en', search = '' } = {}) {
  const client = fakeClient(
    [userInfo.index, developer],
    [devApp.list, { list: [], total: 0, page: 1, page_size: 100 }],
    [devWebhook.list, { list: [webhook()], limit: 10 }],
    [devWebhook.deliveries, page([delivery()])],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<WebhooksPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/webhooks${search}`,
    frame: <Toasts />,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  return { ...view, client, hand: userEvent.setup() };
}
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

test('redirects to sign-in when another tab signs out', async () => {
  const { store, router } = open();
  await screen.findByRole('table');
  act(() => void store.dispatch(sessionEnded()));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/login'));
});

describe('webhook list', () => {
  test.each([
    ['en', ['Review decided', 'Build token expires soon'], 'Failing', 'All apps'],
    ['zh', ['审核完成', '构建令牌即将到期'], '推送失败', '全部应用'],
  ] as const)('shows events, app and state in %s', async (locale, events, state, app) => {
    open([[devWebhook.list, { list: [webhook({ state: 'failing' })], limit: 10 }]], { locale });
    const [, row] = await screen.findAllByRole('row');
    for (const text of [...events, state, app, 'https://ci.example.com/hook'])
      expect(row?.textContent).toContain(text);
  });

  test('offers to create the first webhook when empty', async () => {
    open([[devWebhook.list, { list: [], limit: 10 }]]);
    await screen.findByRole('heading', { name: 'No webhooks yet' });
    expect(await button('New webhook')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read “Webhooks”' }).getAttribute('href')).toBe(
      '/en/developers/webhooks',
    );
    expect(await outline()).toMatchSnapshot();
  });

  test.each([
    ['apps', devApp.list, apps],
    ['webhooks', devWebhook.list, { list: [webhook()], limit: 10 }],
  ])('can be retried if the %s did not load', async (_what, call: Endpoint, answer: object) => {
    const { client, hand } = open([
      [
        call,
        () => {
          throw rejection('UNAVAILABLE');
        },
      ],
    ]);
    await screen.findByRole('heading', { name: 'This part could not be loaded' });
    client.answer(call, answer);
    await hand.click(await button('Try again'));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  test('is for developers, also if the role was revoked since the user was loaded', async () => {
    open([
      [
        devWebhook.list,
        () => {
          throw rejection('FORBIDDEN');
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: 'Webhooks are for developers' })).toBeTruthy();
  });

  test('sends no request for users without the role', async () => {
    const { client } = open([[userInfo.index, userFixture({ roles: ['user'] })]]);
    await screen.findByRole('heading', { name: 'Webhooks are for developers' });
    expect(client.count(devWebhook.list)).toBe(0);
  });
});

test('a pasted URL that is too long is refused, not cut to another URL', async () => {
  const { client, hand } = open();
  await hand.click(await button('New webhook'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  const url = dialog.getByRole<HTMLInputElement>('textbox');
  await hand.click(url);
  await hand.paste(`https://ci.example.com/${'a'.repeat(URL_MAX)}`);
  await hand.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(url.getAttribute('aria-invalid')).toBe('true'));
  expect(url.value).toHaveLength(URL_MAX + 23);
  expect(client.count(devWebhook.create)).toBe(0);
});

test('a webhook is limited to one app; an accidental Escape closes its form and keeps the text', async () => {
  const { client, hand } = open([[devApp.list, apps]]);
  const opened = async () => {
    await hand.click(await button('New webhook'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
    return { dialog, only: dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Limit to one app' }) };
  };
  const first = await opened();
  expect([...first.only.options].map(({ text }) => text)).toEqual(['All apps', 'Keel 2', 'app-3']);
  await hand.type(first.dialog.getByRole('textbox'), 'https://new.example.com/');
  await hand.selectOptions(first.only, 'app-3');
  await hand.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { dialog, only } = await opened();
  expect(only.selectedOptions[0]?.text).toBe('app-3');
  client.answer(devWebhook.create, () => {
    throw rejection('WEBHOOK_LIMIT', {}, 'Too many');
  });
  await hand.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Too many')).toBeTruthy();
  await waitFor(() =>
    expect(client.calls.find(({ endpoint }) => endpoint.url === devWebhook.create.url)?.input).toMatchObject({
      url: 'https://new.example.com/',
      app_id: 3,
    }),
  );
});

/** Creates webhook 8, which shows its secret. */
async function create({ client, hand }: ReturnType<typeof open>) {
  await hand.click(await button('New webhook'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await hand.type(dialog.getByRole('textbox'), 'https://new.example.com/');
  await hand.click(dialog.getByRole('checkbox', { name: 'Listing released' }));
  const made = webhook({ id: 8, url: 'https://new.example.com/' });
  client.answer(devWebhook.create, { secret: 'whsec_c2VjcmV0', item: made });
  client.answer(devWebhook.list, { list: [made, webhook()], limit: 10 });
  await hand.click(dialog.getByRole('button', { name: 'Create' }));
  return screen.findByRole('region', { name: 'Copy the signing secret now' });
}

test('a new webhook shows its secret once on its own page', async () => {
  const view = open();
  const { client, hand, router, store } = view;
  const region = await create(view);
  expect(within(region).getByRole('group', { name: 'Signing secret' }).textContent).toBe('whsec_c2VjcmV0');
  expect(document.activeElement?.textContent).toBe('Copy the signing secret now');
  expect((await copied()).map(([, text]) => text)).toEqual(['whsec_c2VjcmV0']);
  expect(JSON.stringify(store.getState())).not.toContain('whsec_c2VjcmV0');
  expect(router.state.location.search).toBe('?id=8');
  expect(client.calls.find(({ endpoint }) => endpoint.url === devWebhook.create.url)?.input).toEqual({
    url: 'https://new.example.com/',
    events: ['review.decided', 'version.released', 'token.expiring'],
  });
  await hand.click(within(region).getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull();
});

test('shows neither webhooks nor a new secret of one account to the next one', async () => {
  const view = open();
  const { client, store } = view;
  await create(view);
  const { promise, reject } = Promise.withResolvers<object>();
  const asked = client.count(devWebhook.list);
  client.answer(devWebhook.list, () => promise);
  const next = { ...developer, id: developer.id + 1, email: 'next@yunduo.test' };
  client.answer(userInfo.index, next);
  act(() => void store.dispatch(sessionRestored({ token: 'yd_other', ytToken: '' })));
  act(() => void store.dispatch(userLoaded(next)));
  await waitFor(() => expect(client.count(devWebhook.list)).toBe(asked + 1));
  const shown = () => document.body.textContent;
  expect(screen.getByText(en.webhooks.loading)).toBeTruthy();
  expect(shown()).not.toMatch(/whsec_|example\.com/);
  await act(async () => reject(rejection('UNAVAILABLE')));
  expect(await screen.findByRole('heading', { name: 'This part could not be loaded' })).toBeTruthy();
  expect(shown()).not.toMatch(/whsec_|example\.com/);
});

describe('webhook', () => {
  const file = { search: '?id=7' };

  test('shows delivery responses as text, never as HTML', async () => {
    const { hand } = open(
      [
        [
          devWebhook.delivery,
          {
            ...delivery(),
            body: '{"type":"review.decided","data":{"decision":"approved"}}',
            log: [failed, { ...failed, failure: 'timeout', status: null, answer: '' }],
          },
        ],
      ],
      file,
    );
    const [, row] = await screen.findAllByRole('row');
    for (const text of ['Review decided', 'Not delivered', 'Status 500 · 35 ms', '10'])
      expect(row?.textContent).toContain(text);
    await hand.click(await button('Details of the delivery of 20\u00a0Nov\u00a02026, 10:00'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delivery' }));
    const answer = await dialog.findByRole('group', { name: 'Response of 20\u00a0Nov\u00a02026, 10:00' });
    expect([answer.textContent, answer.children]).toMatchObject(['<b>Traceback</b>', { length: 0 }]);
    expect(dialog.getByText('Timeout · 35 ms')).toBeTruthy();
    expect(dialog.getByText('No response body')).toBeTruthy();
    expect(dialog.getByRole('group', { name: 'Request body' }).textContent).toContain(
      '"decision": "approved"',
    );
    expect(await outline()).toMatchSnapshot();
  });

  test.each([
    ['live', true],
    ['disabled', false],
  ] as const)('a waiting delivery of a %s webhook shows its next try: %p', async (state, message) => {
    const next_try_at = '2026-11-20T04:00:00.000Z';
    const waiting = delivery({ state: 'waiting', tries: 1, next_try_at });
    const { hand } = open(
      [
        [devWebhook.list, { list: [webhook({ state })], limit: 10 }],
        [devWebhook.deliveries, page([waiting])],
        [devWebhook.delivery, { ...waiting, body: '{}', log: [failed] }],
      ],
      file,
    );
    await hand.click(await button('Details of the delivery of 20\u00a0Nov\u00a02026, 10:00'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delivery' }));
    await dialog.findByRole('group', { name: 'Request body' });
    const moments = [...screen.getByRole('dialog').querySelectorAll('time')].map(({ dateTime }) => dateTime);
    expect(moments.includes(next_try_at)).toBe(message);
  });

  test('replays a delivery and refetches the list', async () => {
    const { client, hand } = open(
      [
        [devWebhook.delivery, { ...delivery(), body: '{}', log: [failed] }],
        [devWebhook.replay, delivery({ state: 'waiting' })],
      ],
      file,
    );
    await hand.click(await button('Details of the delivery of 20\u00a0Nov\u00a02026, 10:00'));
    const requests = client.count(devWebhook.deliveries);
    await hand.click(await button('Send again'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.calls.findLast(({ endpoint }) => endpoint.url === devWebhook.replay.url)?.input).toEqual({
      id: 40,
    });
    await waitFor(() => expect(client.count(devWebhook.deliveries)).toBe(requests + 1));
    expect(await screen.findByText(en.webhooks.delivery.replayed)).toBeTruthy();
  });

  test('is busy and open while a delivery is sent again, and stays open if that fails', async () => {
    let fail = (): void => undefined;
    const { client, hand } = open(
      [
        [devWebhook.delivery, { ...delivery(), body: '{}', log: [failed] }],
        [
          devWebhook.replay,
          () => new Promise((_, reject) => (fail = () => reject(rejection('RATE_LIMITED')))),
        ],
      ],
      file,
    );
    await hand.click(await button('Details of the delivery of 20\u00a0Nov\u00a02026, 10:00'));
    const again = await button('Send again');
    await hand.click(again);
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
    await hand.click(again);
    expect(client.count(devWebhook.replay)).toBe(1);
    // Its answer would close the dialog of another delivery.
    await hand.keyboard('{Escape}');
    for (const close of screen.getAllByRole('button', { name: en.webhooks.delivery.close }))
      await hand.click(close);
    expect(screen.getByRole('dialog')).toBeTruthy();
    await act(async () => fail());
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('filters deliveries by the URL, keeps the selection there, and shows no others while they load', async () => {
    const { client, hand, router } = open([], { search: '?id=7&state=failed&page=2' });
    const lastInput = () =>
      client.calls.findLast(({ endpoint }) => endpoint.url === devWebhook.deliveries.url)?.input;
    await screen.findByRole('table');
    expect(lastInput()).toEqual({ id: 7, state: 'failed', page: 2 });
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('failed');
    const other = Promise.withResolvers<object>();
    client.answer(devWebhook.deliveries, () => other.promise);
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Delivered');
    expect(await screen.findByText(en.webhooks.deliveries.loading)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    other.resolve(page([]));
    expect(await screen.findByText('No deliveries match this filter.')).toBeTruthy();
    expect([router.state.location.search, lastInput()]).toEqual([
      '?id=7&state=delivered',
      { id: 7, state: 'delivered', page: 1 },
    ]);
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All');
    expect(await screen.findByRole('heading', { name: 'No deliveries yet' })).toBeTruthy();
  });

  test('the pages of filtered deliveries keep the filter; an only page has no number', async () => {
    open([[devWebhook.deliveries, { ...page([delivery()]), total: 21 }]], { search: '?id=7&state=failed' });
    expect((await screen.findByRole('link', { name: 'Page 2' })).getAttribute('href')).toBe(
      '/en/developer-center/webhooks?id=7&state=failed&page=2',
    );
    cleanup();
    const { router } = open(
      [
        [
          devWebhook.deliveries,
          ({ page: asked }: { page: number }) => ({
            ...page(asked > 1 ? [] : [delivery()]),
            total: 1,
            page: asked,
          }),
        ],
      ],
      { search: '?id=7&page=2' },
    );
    await screen.findByRole('table');
    expect(router.state.location.search).toBe('?id=7');
  });

  test('is read again by a developer who comes back to it, and so is a delivery', async () => {
    const { client, hand, router } = open(
      [[devWebhook.delivery, { ...delivery(), body: '{}', log: [failed] }]],
      file,
    );
    const details = 'Details of the delivery of 20\u00a0Nov\u00a02026, 10:00';
    for (const times of [1, 2]) {
      await hand.click(await button(details));
      await screen.findByRole('group', { name: 'Request body' });
      await waitFor(() => expect(client.count(devWebhook.delivery)).toBe(times));
      await hand.keyboard('{Escape}');
    }
    await act(() => router.navigate('/en/developer-center/webhooks'));
    await button('New webhook');
    await act(() => router.navigate('/en/developer-center/webhooks?id=7'));
    await waitFor(() => expect(client.count(devWebhook.deliveries)).toBe(2));
  });

  test('opens from a link with the punctuation of a sentence behind it', async () => {
    open([], { search: '?id=7，' });
    expect(await screen.findByRole('heading', { level: 1, name: webhook().url })).toBeTruthy();
  });

  test('that is disabled is not polled, and one never tried names no next try', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T02:00:00.000Z') });
    try {
      const waiting = { state: 'waiting', tries: 0, last_try: null } as const;
      const soon = delivery({ ...waiting, next_try_at: '2026-11-20T02:00:00.000Z' });
      const { client } = open(
        [
          [devWebhook.list, { list: [webhook({ state: 'disabled' })], limit: 10 }],
          [devWebhook.deliveries, page([soon])],
        ],
        file,
      );
      await screen.findByText('Not sent yet');
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(client.count(devWebhook.deliveries)).toBe(1);
      cleanup();
      open([[devWebhook.deliveries, page([soon])]], file);
      await screen.findByText('Not sent yet');
      expect(screen.queryByText(/^Next try/)).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  test('a page that old deliveries left empty leads to the last page, however far it was', async () => {
    const { client, router } = open(
      [
        [
          devWebhook.deliveries,
          ({ page: asked }: { page: number }) => ({
            ...page(asked > 2 ? [] : [delivery()]),
            total: 25,
            page: asked,
          }),
        ],
      ],
      { search: '?id=7&state=failed&page=1e9' },
    );
    await screen.findByRole('table');
    expect(router.state.location.search).toBe('?id=7&state=failed&page=2');
    const inputs = client.calls.filter(({ endpoint }) => endpoint.url === devWebhook.deliveries.url);
    expect(inputs.map(({ input }) => (input as { page: number }).page)).toEqual([10_000, 2]);
  });

  test.each([
    ['has never been tried', { tries: 0, last_try: null, next_try_at: '2026-11-20T02:10:00.000Z' }, 2_500],
    ['has been tried before', { tries: 1, next_try_at: '2026-11-20T02:10:00.000Z' }, 10_500],
  ] as const)('polls with a clock ten minutes slow for a delivery that %s', async (_what, waits, within) => {
    jest.useFakeTimers({ now: new Date('2026-11-20T02:00:00.000Z') });
    try {
      const one = delivery({ state: 'waiting', ...waits });
      const last_try = one.last_try && { ...one.last_try, at: '2026-11-20T02:09:55.000Z' };
      const { client } = open([[devWebhook.deliveries, page([{ ...one, last_try }])]], file);
      await screen.findByRole('table');
      const requests = client.count(devWebhook.deliveries);
      await act(() => jest.advanceTimersByTimeAsync(within));
      expect(client.count(devWebhook.deliveries)).toBe(requests + 1);
    } finally {
      jest.useRealTimers();
    }
  });

  test('polls for a delivery due soon, not for one due in hours', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T02:00:00.000Z') });
    try {
      const soon = delivery({
        state: 'waiting',
        tries: 0,
        last_try: null,
        next_try_at: '2026-11-20T02:00:00.000Z',
      });
      const { client, store } = open([[devWebhook.deliveries, page([soon])]], file);
      await screen.findByText('Not sent yet');
      const requests = client.count(devWebhook.deliveries);
      const show = hideTab(store);
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(client.count(devWebhook.deliveries)).toBe(requests);
      show();
      client.answer(
        devWebhook.deliveries,
        page([delivery({ state: 'waiting', tries: 1, next_try_at: '2026-11-20T04:00:00.000Z' })]),
      );
      await act(() => jest.advanceTimersByTimeAsync(2_500));
      expect(client.count(devWebhook.deliveries)).toBe(requests + 1);
      expect(screen.getByText('Next try 20 Nov 2026, 12:00')).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(client.count(devWebhook.deliveries)).toBe(requests + 1);
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    [
      { state: 'failing', failing_since: '2026-11-19T02:00:00.000Z' },
      'Deliveries have failed since 19 Nov 2026.',
    ],
    [
      { state: 'disabled', disabled_at: '2026-11-19T02:00:00.000Z', disabled_by: 'owner' },
      'Nothing is sent.',
    ],
    [
      { state: 'disabled', disabled_at: '2026-11-19T02:00:00.000Z', disabled_by: 'failures' },
      'so the webhook was disabled on 19 Nov 2026',
    ],
  ] as [Partial<DevWebhook>, string][])('shows the problem: %o', async (changes, text) => {
    const waiting = delivery({ state: 'waiting', tries: 1, next_try_at: '2026-11-20T04:00:00.000Z' });
    open(
      [
        [
          devWebhook.list,
          { list: [webhook({ ...changes, previous_secret_until: '2026-11-21T02:00:00.000Z' })], limit: 10 },
        ],
        [devWebhook.deliveries, page([waiting])],
      ],
      file,
    );
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
    const previous = screen.getByText(en.webhooks.facts.previous, { selector: 'dt' });
    expect(previous.nextElementSibling?.textContent).toBe('21\u00a0Nov\u00a02026, 10:00');
    // A disabled webhook can be enabled, but nothing can be sent to it.
    const disabled = changes.state === 'disabled';
    expect(screen.queryByRole('button', { name: 'Enable' }) !== null).toBe(disabled);
    expect(screen.queryByRole('button', { name: 'Disable' }) === null).toBe(disabled);
    expect(screen.queryByRole('button', { name: 'Send test event' }) === null).toBe(disabled);
    await screen.findByRole('table');
    expect(screen.queryByText(/^Next try/) === null).toBe(disabled);
  });

  test('rotates the secret and deletes the webhook, each after confirmation', async () => {
    const { client, hand, router, store } = open(
      [
        [devWebhook.rotate, { secret: 'whsec_bmV3', item: webhook() }],
        [devWebhook.delete, () => null],
      ],
      file,
    );
    await hand.click(await button('Rotate secret'));
    const dialog = within(screen.getByRole('dialog', { name: 'Rotate the signing secret?' }));
    await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(client.count(devWebhook.rotate)).toBe(0);
    await hand.click(await button('Rotate secret'));
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rotate secret' }));
    expect(await screen.findByText('whsec_bmV3')).toBeTruthy();
    expect(JSON.stringify(store.getState())).not.toContain('whsec_bmV3');
    // The next secret replaces the shown one and takes the focus, too.
    client.answer(devWebhook.rotate, { secret: 'whsec_bmV4dA', item: webhook() });
    await hand.click(await button('Rotate secret'));
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rotate secret' }));
    expect(await screen.findByText('whsec_bmV4dA')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy the signing secret now'));
    await hand.click(await button('Delete'));
    client.answer(devWebhook.list, { list: [], limit: 10 });
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete webhook' }));
    await screen.findByRole('heading', { name: 'No webhooks yet' });
    expect([router.state.location.search, client.count(devWebhook.delete)]).toEqual(['', 1]);
    // Back does not lead to what is gone.
    expect(router.state.historyAction).toBe('REPLACE');
    expect(await screen.findByText(en.webhooks.removed_toast)).toBeTruthy();
  });

  test('shows its own new secret only; a developer who went on while one was deleted stays there', async () => {
    const { client, hand, router } = open(
      [
        [
          devWebhook.list,
          { list: [webhook(), webhook({ id: 8, url: 'https://other.example.com/' })], limit: 10 },
        ],
        [devWebhook.rotate, { secret: 'whsec_bmV3', item: webhook() }],
      ],
      file,
    );
    await hand.click(await button('Rotate secret'));
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rotate secret' }));
    await screen.findByText('whsec_bmV3');
    await act(() => router.navigate('/en/developer-center/webhooks?id=8'));
    await screen.findByRole('heading', { level: 1, name: 'https://other.example.com/' });
    expect(screen.queryByText('whsec_bmV3')).toBeNull();
    client.answer(devWebhook.delete, () => {
      history.pushState(null, '', '/en/developer-center/applications');
      return null;
    });
    await hand.click(await button('Delete'));
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete webhook' }));
    expect(await screen.findByText(en.webhooks.removed_toast)).toBeTruthy();
    expect(router.state.location.search).toBe('?id=8');
    history.replaceState(null, '', '/');
  });

  test('text of a developer who reopens the form is saved on the revision it was typed on, and is only theirs', async () => {
    const edit = async ({ hand }: ReturnType<typeof open>) => {
      await hand.click(await button('Edit'));
      return within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
    };
    const first = open([], file);
    await first.hand.type((await edit(first)).getByRole('textbox'), '/2');
    cleanup();
    const other = open([[userInfo.index, { ...developer, id: developer.id + 1 }]], file);
    expect((await edit(other)).getByRole<HTMLInputElement>('textbox').value).toBe(webhook().url);
    cleanup();
    const second = open(
      [
        [devWebhook.list, { list: [webhook({ revision: 4 })], limit: 10 }],
        [devWebhook.save, webhook({ revision: 5 })],
      ],
      file,
    );
    const form = await edit(second);
    expect(form.getByRole<HTMLInputElement>('textbox').value).toBe(`${webhook().url}/2`);
    await second.hand.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(second.client.count(devWebhook.save)).toBe(1));
    expect(
      second.client.calls.find(({ endpoint }) => endpoint.url === devWebhook.save.url)?.input,
    ).toMatchObject({ revision: 1 });
  });

  test.each([
    ['Send test event', devWebhook.ping, 'live', delivery(), 'Test event sent'],
    ['Disable', devWebhook.disable, 'live', webhook({ state: 'disabled' }), 'Webhook disabled'],
    ['Enable', devWebhook.enable, 'disabled', webhook(), 'Webhook enabled'],
  ] as const)('“%s” reports only what succeeded', async (name, call, state, answer, text) => {
    let fail = (): void => undefined;
    const { client, hand } = open(
      [
        [devWebhook.list, { list: [webhook({ state })], limit: 10 }],
        [
          call,
          () =>
            new Promise((_, reject) => (fail = () => reject(rejection('TOO_MANY_REQUESTS', {}, 'Slower')))),
        ],
      ],
      file,
    );
    const toast = () => document.querySelector('[data-above-dialogs]')?.textContent;
    const press = await button(name);
    await hand.click(press);
    await waitFor(() => expect(press.getAttribute('aria-busy')).toBe('true'));
    await act(async () => fail());
    await waitFor(() => expect(press.getAttribute('aria-busy')).toBeNull());
    expect(toast()).toContain('Slower');
    expect(toast()).not.toContain(text);
    client.answer(call, answer as never);
    await hand.click(press);
    await waitFor(() => expect(toast()).toContain(text));
    expect(client.calls.findLast(({ endpoint }) => endpoint.url === call.url)?.input).toEqual({ id: 7 });
  });

  test('is edited in a form with its values; “Cancel” discards the text, and a deleted app stays named', async () => {
    const app = { id: 4, app_key: 'app-4', name: 'Gone' };
    const { client, hand } = open(
      [[devWebhook.list, { list: [webhook({ app, events: ['review.decided'] })], limit: 10 }]],
      file,
    );
    expect(await screen.findByText('Gone')).toBeTruthy();
    const edit = async () => {
      await hand.click(await button('Edit'));
      return within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
    };
    const first = await edit();
    const url = first.getByRole<HTMLInputElement>('textbox');
    expect([url.value, url.type, url.inputMode]).toEqual(['https://ci.example.com/hook', 'url', 'url']);
    expect(first.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe('Deleted app');
    await hand.type(url, '/2');
    await hand.click(first.getByRole('button', { name: 'Cancel' }));
    expect(sessionStorage).toHaveLength(0);
    const second = await edit();
    expect(second.getByRole<HTMLInputElement>('textbox').value).toBe('https://ci.example.com/hook');
    await hand.click(second.getByRole('checkbox', { name: 'Review decided' }));
    await hand.click(second.getByRole('button', { name: 'Save' }));
    const events = second.getByRole('group');
    await waitFor(() => expect(events.hasAttribute('aria-describedby')).toBe(true));
    for (const box of second.getAllByRole('checkbox')) expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(client.count(devWebhook.save)).toBe(0);
    expect(await outline()).toMatchSnapshot();
    await hand.click(second.getByRole('checkbox', { name: 'Build token expires soon' }));
    await hand.selectOptions(second.getByRole('combobox'), 'All apps');
    client.answer(devWebhook.save, webhook());
    await hand.click(second.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.calls.findLast(({ endpoint }) => endpoint.url === devWebhook.save.url)?.input).toEqual({
      id: 7,
      url: 'https://ci.example.com/hook',
      events: ['token.expiring'],
      revision: 1,
    });
    expect(document.querySelector('[data-above-dialogs]')?.textContent).toContain('Webhook saved');
  });

  test('changed in another tab meanwhile keeps the text, takes over the other change, and is saved after a look', async () => {
    const { client, hand } = open([], file);
    await hand.click(await button('Edit'));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.type(dialog.getByRole('textbox'), '/2');
    const now = webhook({ url: 'https://ci.example.com/other', events: ['version.released'], revision: 4 });
    client.answer(devWebhook.list, { list: [now], limit: 10 });
    client.answer(devWebhook.save, ({ revision }: { revision: number }) => {
      if (revision !== now.revision) throw rejection('EDIT_CONFLICT', { revision: now.revision });
      return now;
    });
    await hand.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''));
    await waitFor(() =>
      expect(
        dialog.getAllByRole('checkbox', { checked: true }).map((box) => box.closest('label')?.textContent),
      ).toEqual(['Version released']),
    );
    await hand.click(await dialog.findByRole('button', { name: 'Save', busy: false }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.calls.findLast(({ endpoint }) => endpoint.url === devWebhook.save.url)?.input).toEqual({
      id: 7,
      url: 'https://ci.example.com/hook/2',
      events: ['version.released'],
      revision: 4,
    });
  });

  test('deliveries that did not load are asked for again, in the list and in the dialog', async () => {
    const lost = () => {
      throw silence();
    };
    const { client, hand } = open(
      [
        [devWebhook.list, { list: [webhook({ state: 'disabled' })], limit: 10 }],
        [devWebhook.deliveries, lost],
        [devWebhook.delivery, lost],
      ],
      file,
    );
    const again = await button('Try again');
    client.answer(devWebhook.deliveries, { ...page([delivery()]), total: 21 });
    await hand.click(again);
    expect((await screen.findByRole('link', { name: 'Page 2' })).getAttribute('href')).toBe(
      '/en/developer-center/webhooks?id=7&page=2',
    );
    await hand.click(await button('Details of the delivery of 20\u00a0Nov\u00a02026, 10:00'));
    const dialog = within(await screen.findByRole('dialog'));
    client.answer(devWebhook.delivery, { ...delivery(), body: '{}', log: [] });
    await hand.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('heading', { name: 'Request body' })).toBeTruthy();
    expect(dialog.getByText(en.webhooks.delivery.none)).toBeTruthy();
    // Nothing is sent to a disabled one.
    expect(dialog.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  test('unknown shows “not found” with a link to the list', async () => {
    open([], { search: '?id=99' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Webhook not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View all webhooks' }).getAttribute('href')).toBe(
      '/en/developer-center/webhooks',
    );
  });
});

test.each(['', '?id=7', '?id=7&state=failed&type=ping'])(
  'the page “%s” has the recorded markup',
  async (search) => {
    const other = webhook({
      id: 8,
      app: { id: 2, name: 'Keel' },
      state: 'failing',
      failing_since: '2026-11-20T02:00:00.000Z',
    });
    const tried = delivery({ id: 41, state: 'waiting', next_try_at: '2027-11-20T04:00:00.000Z', tries: 1 });
    const answers: Answer[] = [
      [
        devWebhook.list,
        { list: [webhook({ previous_secret_until: '2026-11-20T02:00:00.000Z' }), other], limit: 10 },
      ],
      [
        devWebhook.deliveries,
        page([delivery(), tried, delivery({ id: 42, state: 'delivered', last_try: null })]),
      ],
    ];
    expect(await markupOf(() => open(answers, { search }))).toMatchSnapshot();
  },
);
