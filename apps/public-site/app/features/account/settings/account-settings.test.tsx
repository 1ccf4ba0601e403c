import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type DeletionOutlook, type Endpoint, userInfo } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, markupOf } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionEnded, sessionRestored, signIn, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { PAGE_SIZE } from '@yunduo/validation';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountPage } from '../account-page.tsx';

jest.setTimeout(60_000);

const user = userFixture({ nickname: '林北', email: 'user@yunduo.test' });
const MAILS = {
  mails: [
    { kind: 'review_success', muted: false },
    { kind: 'licence_reminder', muted: true },
    { kind: 'feedback_answer', muted: false },
  ],
};
const OUTLOOK: DeletionOutlook = {
  ready: true,
  blockers: [],
  removes: { live_licences: 2, apps: 0, feedback: 1, activities: 0, subscription: true },
  keeps: { orders: 3, apps: 0, consents: 2 },
  expires_in: 600,
};

type Answer = [Endpoint, object | ((input: never) => unknown)];
function open(locale: 'zh' | 'en', ...answers: Answer[]) {
  const client = fakeClient(
    [userInfo.index, user],
    [userInfo.mailPreferences, MAILS],
    [userInfo.recentActivity, { list: [], total: 0, page: 1, page_size: 5 }],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<AccountPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/user?panel=account-center`,
    routes: [
      { path: '/', element: <h1>home</h1> },
      { path: '/en', element: <h1>home</h1> },
      { path: '/login', element: <h1>sign-in</h1> },
      { path: '/en/login', element: <h1>sign-in</h1> },
    ],
    frame: <Toasts />,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  return { ...view, client, hand: userEvent.setup() };
}
const sent = (client: FakeClient, endpoint: Endpoint) =>
  client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

describe('recent activity', () => {
  const happened = (id: number, changes: object = {}) => ({
    id,
    event: 'sign_in_failed',
    at: '2026-11-20T18:30:00.000Z',
    count: 1,
    device: 'Chrome, Windows',
    network: '203.0.113.x',
    ...changes,
  });

  test('lists events with place and count and shows more on demand', async () => {
    const all = Array.from({ length: 7 }, (_, index) => happened(index + 1, { count: index === 0 ? 3 : 1 }));
    const { hand } = open('en', [
      userInfo.recentActivity,
      ({ page_size: size }: { page_size: number }) => ({
        list: all.slice(0, size),
        total: all.length,
        page: 1,
        page_size: size,
      }),
    ]);
    const list = within(await screen.findByRole('list', { name: 'Recent activity' }));
    expect(list.getByText('Sign-in failed: wrong password (3 times)')).toBeTruthy();
    expect(list.getAllByText('Chrome, Windows · 203.0.113.x')).toHaveLength(5);
    await hand.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(list.getAllByText('21 Nov 2026, 02:30')).toHaveLength(7));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('shows at most the longest page', async () => {
    const all = Array.from({ length: PAGE_SIZE.max + 1 }, (_, index) => happened(index + 1));
    const { hand, client } = open('en', [
      userInfo.recentActivity,
      ({ page_size: size }: { page_size: number }) => ({
        list: all.slice(0, size),
        total: all.length,
        page: 1,
        page_size: size,
      }),
    ]);
    for (let size = 5; size < PAGE_SIZE.max; size = Math.min(size + PAGE_SIZE.default, PAGE_SIZE.max)) {
      await waitFor(() => expect(screen.getAllByText('21 Nov 2026, 02:30')).toHaveLength(size));
      await hand.click(screen.getByRole('button', { name: 'Show more' }));
    }
    await waitFor(() => expect(screen.getAllByText('21 Nov 2026, 02:30')).toHaveLength(PAGE_SIZE.max));
    expect(sent(client, userInfo.recentActivity).at(-1)).toEqual({ page_size: PAGE_SIZE.max });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('names a sign-in on a new device, and an event of a newer server; marks warnings', async () => {
    const list = [
      happened(1, { event: 'sign_in_succeeded', known_device: false }),
      happened(2, { event: 'sign_in_succeeded', known_device: true, device: null, network: null }),
      happened(3),
      happened(4, { event: 'of_a_newer_server' }),
    ];
    open('zh', [userInfo.recentActivity, { list, total: 4, page: 1, page_size: 5 }]);
    const rows = within(await screen.findByRole('list', { name: zh.accountSettings.activity.heading }));
    const { events, new_device, other } = zh.accountSettings.activity;
    const at = '2026年11月21日 02:30';
    const place = 'Chrome, Windows · 203.0.113.x';
    expect(
      rows.getAllByRole('listitem').map((item) => [item.textContent, item.dataset['tone'] === 'warn']),
    ).toEqual([
      [`${new_device}${at}${place}`, false],
      [`${events.sign_in_succeeded}${at}`, false],
      [`${events.sign_in_failed}${at}${place}`, true],
      [`${other}${at}${place}`, false],
    ]);
  });

  test('shows an empty state', async () => {
    open('zh');
    expect(await screen.findByText(/暂无记录/)).toBeTruthy();
  });

  test('shows an error when loading fails, and retries', async () => {
    let silent = true;
    const { hand } = open('en', [
      userInfo.recentActivity,
      () => {
        if (silent) throw silence();
        return { list: [], total: 0, page: 1, page_size: 5 };
      },
    ]);
    const title = await screen.findByText('Your activity could not be loaded');
    silent = false;
    const part = title.closest('section') ?? document.body;
    await hand.click(within(part).getByRole('button'));
    expect(await screen.findByText(/No activity yet/)).toBeTruthy();
  });
});

describe('mail preferences', () => {
  test('show the muted mails; a checkbox saves the whole list at once', async () => {
    // Reading and saving use the same path.
    let muted = ['licence_reminder'];
    const { hand, client } = open('en', [
      userInfo.mailPreferences,
      (input?: { muted: string[] }) => {
        muted = input?.muted ?? muted;
        return { mails: MAILS.mails.map(({ kind }) => ({ kind, muted: muted.includes(kind) })) };
      },
    ]);
    const reminder = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'An authorization code is about to expire',
    });
    expect(reminder.checked).toBe(false);
    await hand.click(screen.getByRole('checkbox', { name: 'My feedback gets a reply' }));
    expect(await screen.findByText('Information updated successfully')).toBeTruthy();
    expect(sent(client, userInfo.saveMailPreferences)).toContainEqual({
      muted: ['licence_reminder', 'feedback_answer'],
    });
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLInputElement>('checkbox', { name: 'My feedback gets a reply' }).checked,
      ).toBe(false),
    );
  });

  /** Saves that the test answers manually, in order of arrival. */
  const heldSaves = () => {
    let muted: string[] = ['licence_reminder'];
    const held: { wanted: string[]; answer: (rejected?: boolean) => void }[] = [];
    const answered = () => ({
      mails: MAILS.mails.map(({ kind }) => ({ kind, muted: muted.includes(kind) })),
    });
    const view = open('en', [
      userInfo.mailPreferences,
      (input?: { muted: string[] }) => {
        if (!input) return answered();
        return new Promise((resolve, reject) => {
          held.push({
            wanted: input.muted,
            answer(rejected = false) {
              if (rejected) {
                reject(rejection('INTERNAL'));
                return;
              }
              muted = input.muted;
              resolve(answered());
            },
          });
        });
      },
    ]);
    return { ...view, held };
  };
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  const FEEDBACK = 'My feedback gets a reply';
  const REMINDER = 'An authorization code is about to expire';

  test('two quick changes, the first rejected: it is reverted, the second is saved', async () => {
    const { hand, held } = heldSaves();
    const [feedback, reminder] = [await box(FEEDBACK), await box(REMINDER)];
    await hand.click(feedback);
    await hand.click(reminder);
    expect([feedback.checked, reminder.checked]).toEqual([false, true]);
    expect(held.map(({ wanted }) => wanted)).toEqual([['licence_reminder', 'feedback_answer']]);
    await act(async () => held[0]?.answer(true));
    await waitFor(() => expect(held).toHaveLength(2));
    expect([feedback.checked, reminder.checked]).toEqual([true, true]);
    expect(held[1]?.wanted).toEqual([]);
    await act(async () => held[1]?.answer());
    await waitFor(() => expect([feedback.checked, reminder.checked]).toEqual([true, true]));
    expect(screen.queryByText('Information updated successfully')).toBeNull();
  });

  test('two quick changes, the second rejected: it is reverted, the first stays', async () => {
    const { hand, held } = heldSaves();
    const [feedback, reminder] = [await box(FEEDBACK), await box(REMINDER)];
    await hand.click(feedback);
    await hand.click(reminder);
    await act(async () => held[0]?.answer());
    await waitFor(() => expect(held).toHaveLength(2));
    expect([feedback.checked, reminder.checked]).toEqual([false, true]);
    await act(async () => held[1]?.answer(true));
    await waitFor(() => expect([feedback.checked, reminder.checked]).toEqual([false, false]));
  });

  test('three quick clicks on one checkbox save once and show one toast', async () => {
    const { hand, held } = heldSaves();
    const feedback = await box(FEEDBACK);
    for (let press = 0; press < 3; press += 1) await hand.click(feedback);
    expect(feedback.checked).toBe(false);
    await act(async () => held[0]?.answer());
    expect(await screen.findByText('Information updated successfully')).toBeTruthy();
    expect([feedback.checked, held.length]).toEqual([false, 1]);
  });

  test('a save that ends after the panel was left shows no toast', async () => {
    const { hand, held, router } = heldSaves();
    await hand.click(await box(FEEDBACK));
    await act(() => router.navigate('/en/user?panel=change-password'));
    await screen.findByRole('heading', { name: 'Change password' });
    await act(async () => held[0]?.answer());
    expect(screen.queryByText('Information updated successfully')).toBeNull();
  });

  test('a checkbox toggled back during a save ends in its last state', async () => {
    const { hand, held } = heldSaves();
    const feedback = await box(FEEDBACK);
    await hand.click(feedback);
    await hand.click(feedback);
    expect(feedback.checked).toBe(true);
    await act(async () => held[0]?.answer());
    await waitFor(() => expect(held).toHaveLength(2));
    expect([feedback.checked, held[1]?.wanted]).toEqual([true, ['licence_reminder']]);
    await act(async () => held[1]?.answer());
    expect(await screen.findByText('Information updated successfully')).toBeTruthy();
    expect(feedback.checked).toBe(true);
  });

  test('show an error when loading fails, and retry', async () => {
    let away = true;
    const { hand } = open('zh', [
      userInfo.mailPreferences,
      () => {
        if (away) throw silence();
        return MAILS;
      },
    ]);
    expect(await screen.findByRole('heading', { name: '邮件设置加载失败' })).toBeTruthy();
    away = false;
    await hand.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('checkbox', { name: '应用审核通过' })).toBeTruthy();
  });
});

test('the account export is downloaded complete as a file', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:export';
  };
  URL.revokeObjectURL = () => undefined;
  const press = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect(this.download).toBe('yunduo-1.json');
  });
  const data = {
    format: 1,
    exported_at: '2026-11-21T00:00:00.000Z',
    filename: 'yunduo-1.json',
    sections: { user },
  };
  const { hand } = open('en', [userInfo.export, data]);
  await hand.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(
    await screen.findByText('yunduo-1.json is downloading. It contains personal data, so keep it safe.'),
  ).toBeTruthy();
  expect(press).toHaveBeenCalledTimes(1);
  expect(saved[0]?.size).toBe(Buffer.byteLength(JSON.stringify(data, null, 2)));
  press.mockRestore();
});

test('an export that arrives after the user has left the page is not saved', async () => {
  const press = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { hand } = open('en', [
    userInfo.export,
    () => {
      history.pushState(null, '', '/en/store');
      return { format: 1, exported_at: '', filename: 'yunduo-1.json', sections: {} };
    },
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(await screen.findByRole('button', { name: 'Download my data', busy: false })).toBeTruthy();
  expect(press).not.toHaveBeenCalled();
  history.replaceState(null, '', '/');
  press.mockRestore();
});

describe('account deletion', () => {
  const begin = async ({ hand }: ReturnType<typeof open>, password: string) => {
    await hand.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const field = await screen.findByLabelText('Password');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await hand.type(field, password);
    await hand.click(screen.getByRole('button', { name: 'Continue' }));
  };

  test('lists what is deleted and what is kept, confirms with a code and goes home', async () => {
    const view = open('en', [userInfo.deletePrepare, OUTLOOK], [userInfo.deleteConfirm, {}]);
    await begin(view, 'Yunduo2026');
    const missing = within(
      (await screen.findByRole('heading', { name: 'Will be deleted' })).parentElement as HTMLElement,
    );
    expect(missing.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Profile, avatar, password and all sign-ins',
      '2 active authorization codes: they stop working immediately, without a refund',
      'One feedback ticket with its attachments',
      'Your newsletter subscription',
    ]);
    expect(screen.getByText('3 orders (kept as required by law)')).toBeTruthy();
    expect(screen.getByText(/user@yunduo\.test.* 10 minutes/)).toBeTruthy();
    const code = screen.getByLabelText('Code from the email');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await view.hand.type(code, '123456');
    sessionStorage.setItem('typed:refund:1', '{"reason":"broken"}');
    await view.hand.click(screen.getByRole('button', { name: 'Delete account permanently' }));
    expect(await screen.findByRole('heading', { name: 'home' })).toBeTruthy();
    expect(await screen.findByText('Your account was deleted')).toBeTruthy();
    expect([tokenStorage.token(), sessionStorage.getItem('typed:refund:1')]).toEqual(['', null]);
    expect(sent(view.client, userInfo.deleteConfirm)).toEqual([{ code: '123456' }]);
  });

  test('removes unsent input also if the user leaves the page before the response', async () => {
    let answer = (): void => undefined;
    const view = open(
      'en',
      [userInfo.deletePrepare, OUTLOOK],
      [userInfo.deleteConfirm, () => new Promise((resolve) => (answer = () => resolve({})))],
    );
    await begin(view, 'Yunduo2026');
    await view.hand.type(await screen.findByLabelText('Code from the email'), '123456');
    sessionStorage.setItem('typed:refund:1', '{"reason":"broken"}');
    await view.hand.click(screen.getByRole('button', { name: 'Delete account permanently' }));
    await waitFor(() => expect(view.client.count(userInfo.deleteConfirm)).toBe(1));
    await act(() => view.router.navigate('/en'));
    await act(async () => answer());
    expect(await screen.findByText('Your account was deleted')).toBeTruthy();
    expect([tokenStorage.token(), sessionStorage.getItem('typed:refund:1')]).toEqual(['', null]);
  });

  test('a deletion that is answered after another user has signed in leaves their session', async () => {
    let answer = (): void => undefined;
    const view = open(
      'en',
      [userInfo.deletePrepare, OUTLOOK],
      [userInfo.deleteConfirm, () => new Promise((resolve) => (answer = () => resolve({})))],
    );
    await begin(view, 'Yunduo2026');
    await view.hand.type(await screen.findByLabelText('Code from the email'), '123456');
    await view.hand.click(screen.getByRole('button', { name: 'Delete account permanently' }));
    await waitFor(() => expect(view.client.count(userInfo.deleteConfirm)).toBe(1));
    const next = userFixture({ id: user.id + 1, email: 'next@yunduo.test' });
    view.client.answer(userInfo.index, next);
    await act(() => view.store.dispatch(signIn({ token: 'yd_next', user: next })));
    await act(async () => answer());
    expect(await screen.findByText('Your account was deleted')).toBeTruthy();
    expect([tokenStorage.token(), screen.queryByRole('heading', { name: 'home' })]).toEqual([
      'yd_next',
      null,
    ]);
  });

  test('lists blockers with links and asks for no code', async () => {
    const view = open('en', [
      userInfo.deletePrepare,
      {
        ...OUTLOOK,
        ready: false,
        blockers: [
          { kind: 'open_orders', count: 2 },
          { kind: 'apps_in_store', count: 1 },
          { kind: 'staff_role', count: 1 },
        ],
        expires_in: null,
      } satisfies DeletionOutlook,
    ]);
    await begin(view, 'Yunduo2026');
    const notice = (await screen.findByText(/2 orders are open/)).closest('[role=alert]') as HTMLElement;
    expect(notice.textContent).toContain('2 orders are open');
    expect(notice.textContent).toContain('staff role');
    const places = within(notice).getAllByRole('link');
    expect(places.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['View my orders', '/en/user?panel=order-info'],
      ['Developer center', '/en/developer-center/applications'],
    ]);
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
    await view.hand.click(screen.getByRole('button', { name: en.accountSettings.delete.understood }));
    expect(screen.queryByText(/2 orders are open/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeTruthy();
  });

  test('a code that is no longer valid leads back to the password', async () => {
    const view = open(
      'en',
      [userInfo.deletePrepare, OUTLOOK],
      [
        userInfo.deleteConfirm,
        () => {
          throw rejection('CODE_INVALID', {}, 'The code has expired');
        },
      ],
    );
    await begin(view, 'Yunduo2026');
    await view.hand.type(await screen.findByLabelText('Code from the email'), '000000');
    await view.hand.click(screen.getByRole('button', { name: 'Delete account permanently' }));
    expect(await screen.findByText('The code has expired')).toBeTruthy();
    await view.hand.click(screen.getByRole('button', { name: en.accountSettings.delete.again }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    await view.hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeTruthy();
  });

  test('shows a wrong password at its field and can be cancelled', async () => {
    const view = open('en', [
      userInfo.deletePrepare,
      () => {
        throw rejection('PASSWORD_WRONG', { fields: { password: 'password_wrong' } });
      },
    ]);
    await begin(view, 'guess');
    const field = await screen.findByLabelText('Password');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await view.hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeTruthy();
  });

  test('lists each kind of object that is deleted or kept, and no other', async () => {
    const outlook: DeletionOutlook = {
      ...OUTLOOK,
      removes: { live_licences: 0, apps: 1, feedback: 0, activities: 2, subscription: false },
      keeps: { orders: 0, apps: 1, consents: 2 },
    };
    const view = open('en', [userInfo.deletePrepare, outlook]);
    await begin(view, 'Yunduo2026');
    const form = (await screen.findByLabelText('Code from the email')).closest('form') as HTMLElement;
    expect(
      within(form)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Profile, avatar, password and all sign-ins',
      'One app that was never published',
      '2 events you joined',
      'One app that was published (still in use)',
      '2 consent records (deleted after the retention period)',
    ]);
  });

  test('lists only what is deleted if nothing is kept', async () => {
    const nothing = { ...OUTLOOK, keeps: { orders: 0, apps: 0, consents: 0 } };
    const view = open('en', [userInfo.deletePrepare, nothing]);
    await begin(view, 'Yunduo2026');
    expect(await screen.findByRole('heading', { name: 'Will be deleted' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Will be kept anonymously' })).toBeNull();
  });

  test('keeps the session after a wrong code', async () => {
    const view = open(
      'en',
      [userInfo.deletePrepare, OUTLOOK],
      [
        userInfo.deleteConfirm,
        () => {
          throw rejection('CODE_INVALID', { fields: { code: 'code_invalid' } });
        },
      ],
    );
    await begin(view, 'Yunduo2026');
    await view.hand.type(await screen.findByLabelText('Code from the email'), '000000');
    await view.hand.click(screen.getByRole('button', { name: 'Delete account permanently' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Code from the email').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(tokenStorage.token()).toBe('yd_token');
  });

  test.each([
    ['after a wrong code', 'CODE_INVALID'],
    ['during the final request', 'UNAUTHENTICATED'],
  ] as const)('keeps drafts and redirects to sign-in when the session expires %s', async (_when, code) => {
    const view = open(
      'en',
      [userInfo.deletePrepare, OUTLOOK],
      [
        userInfo.deleteConfirm,
        () => {
          throw rejection(code, { fields: { code: 'code_invalid' } });
        },
      ],
    );
    sessionStorage.setItem('typed:refund:1', '{"reason":"broken"}');
    await begin(view, 'Yunduo2026');
    await view.hand.type(await screen.findByLabelText('Code from the email'), '000000');
    await view.hand.click(screen.getByRole('button', { name: 'Delete account permanently' }));
    await waitFor(() => expect(view.client.count(userInfo.deleteConfirm)).toBe(1));
    if (code === 'CODE_INVALID') {
      await waitFor(() =>
        expect(screen.getByLabelText('Code from the email').getAttribute('aria-invalid')).toBe('true'),
      );
      act(() => void view.store.dispatch(sessionEnded()));
    }
    expect(await screen.findByRole('heading', { name: 'sign-in' })).toBeTruthy();
    expect(sessionStorage.getItem('typed:refund:1')).toBe('{"reason":"broken"}');
  });
});

test('has the recorded markup', async () => {
  expect(await markupOf(() => open('en'))).toMatchSnapshot();
});
