import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, messageOrToast } from '@yunduo/app-shell/testing';
import type { ReactNode } from 'react';
import userEvent from '@testing-library/user-event';
import { appStore, type AppCheck, site } from '@yunduo/api-contract';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionEnded, sessionRestored, sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { appDetail } from '../../../testing/apps.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { SITE } from '../../../testing/site.ts';
import { checkInput, installedApps, NO_FACTS } from './check/server-facts.ts';
import * as route from './route.tsx';

const REDIS = { id: 7, app_key: 'redis', name: 'Redis', version: '8.4.0' };
const FITS: AppCheck = {
  ok: true,
  apps: [REDIS],
  missing: [],
  conflicting: [],
  unmet: [],
  unknown: [],
  packages: [],
};

/** No other app in the category. */
const NONE = { list: [], total: 0, page: 1, page_size: 5 };

let client: FakeClient;
beforeEach(() => {
  sessionStorage.clear();
  clearMessages();
  client = fakeClient(
    [site.info, SITE],
    [appStore.view, { counted: true }],
    [appStore.detail, appDetail()],
    [appStore.list, NONE],
    [appStore.check, FITS],
  );
});

const show = (locale: 'zh' | 'en' = 'en', frame?: ReactNode) =>
  renderRoute(route, { client, pattern: '/store/:id', at: '/store/7', locale, frame });
const inputOf = (endpoint: { url: string }) =>
  client.calls.filter((seen) => seen.endpoint.url === endpoint.url).map(({ input }) => input);

describe('installed apps', () => {
  test.each([
    ['nginx', [{ app_key: 'nginx' }]],
    [
      'nginx 1.29.3\n\n  mysql@9.5.0 ',
      [
        { app_key: 'nginx', version: '1.29.3' },
        { app_key: 'mysql', version: '9.5.0' },
      ],
    ],
    [
      'redis=8.4.0\r\nphp: 8.4',
      [
        { app_key: 'redis', version: '8.4.0' },
        { app_key: 'php', version: '8.4' },
      ],
    ],
    [' \n', []],
  ])('parses %j', (text, apps) => {
    expect(installedApps(text)).toEqual(apps);
  });

  test('checkInput lists the app itself once and omits empty facts', () => {
    expect(checkInput(REDIS, { ...NO_FACTS, installed: 'Redis 7.0.0\nnginx' })).toEqual({
      apps: [{ app_key: 'redis' }, { app_key: 'nginx' }],
    });
    expect(checkInput(REDIS, { ...NO_FACTS, mem_gb: '0.5', cores: '2' }).server).toEqual({
      mem_mb: 500,
      cores: 2,
    });
    const facts = { os: 'debian', os_version: '12', arch: 'arm64' };
    expect(checkInput(REDIS, { ...NO_FACTS, ...facts, disk_gb: '20' }).server).toEqual({
      ...facts,
      disk_mb: 20_000,
    });
  });
});

describe('compatibility check', () => {
  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'Check compatibility' }));
    return within(await screen.findByRole('dialog', { name: 'Check compatibility of Redis' }));
  };

  test('shows that an app fits and which facts were not checked', async () => {
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await user.selectOptions(dialog.getByLabelText('Operating system'), 'debian');
    await user.type(dialog.getByLabelText('Memory (GB)'), '4');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    const answer = await within(screen.getByRole('dialog')).findByRole('status');
    expect(answer.textContent).toContain('Redis is compatible');
    expect(answer.textContent).toContain(
      'Left empty and not checked: System version, CPU architecture, CPU cores, Free disk (GB).',
    );
    expect(inputOf(appStore.check)).toEqual([
      { apps: [{ app_key: 'redis' }], server: { os: 'debian', mem_mb: 4000 } },
    ]);
    // Empty parts have no heading.
    expect(dialog.queryAllByRole('heading', { level: 3 })).toEqual([]);

    await user.click(dialog.getByRole('button', { name: 'Edit and check again' }));
    await user.selectOptions(dialog.getByLabelText('CPU architecture'), 'arm64');
    for (const label of ['System version', 'CPU cores', 'Free disk (GB)'])
      await user.type(dialog.getByLabelText(label), '12');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    expect(await dialog.findByText('Redis is compatible')).toBeTruthy();
    expect(dialog.queryByText(/^Left empty and not checked/)).toBeNull();
  });

  test('lists what was not checked with the comma of the page’s language', async () => {
    show('zh');
    await userEvent.click(await screen.findByRole('button', { name: '检查兼容性' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '检查' }));
    expect(await dialog.findByText(/^未填写、未检查：操作系统、/)).toBeTruthy();
  });

  test('shows missing, conflicting and unknown apps and unmet requirements', async () => {
    client.answer(appStore.check, {
      ...FITS,
      ok: false,
      missing: [
        {
          id: 3,
          app_key: 'docker',
          name: 'Docker',
          constraint: '24.0+',
          listed_version: '20.1',
          alternatives: [{ id: 4, app_key: 'podman', name: 'Podman' }],
          needed_by: REDIS,
          note: '或 Podman',
        },
      ],
      conflicting: [
        { apps: [REDIS, { ...REDIS, id: 31, app_key: 'valkey', name: 'Valkey' }], note: '端口 6379' },
      ],
      unmet: [
        {
          app: REDIS,
          requirement: 'mem',
          needs: '512 MB',
          has: '256 MB',
          text: 'Redis needs more memory',
          values: { needs: 512, has: 256, unit: 'MB' },
        },
      ],
      unknown: [{ app_key: 'ufw', version: null }],
      packages: [{ name: 'OpenSSL', constraint: '3.0+', needed_by: REDIS, note: '' }],
    } satisfies AppCheck);
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Installed apps'), 'valkey 8.4.0{Enter}ufw');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    const answer = within(await screen.findByRole('dialog'));
    expect(await answer.findByText('Redis cannot be installed yet')).toBeTruthy();
    expect(answer.getByRole('link', { name: 'Docker' }).getAttribute('href')).toBe('/en/store/3');
    expect(
      answer.getByText('Redis needs it. You have 20.1, which does not match. You can also use Podman.'),
    ).toBeTruthy();
    for (const text of ['Redis needs more memory', 'OpenSSL', 'Redis 8.4.0 × Valkey 8.4.0'])
      expect(answer.getByText(text, { exact: false })).toBeTruthy();
    expect(answer.getByText('ufw', { selector: 'code' })).toBeTruthy();

    for (const note of ['或 Podman', '端口 6379']) expect(answer.getByText(note).lang).toBe('zh-CN');

    // Back to the facts, which are all kept, also for the next app.
    await user.click(answer.getByRole('button', { name: 'Edit and check again' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Installed apps').value).toBe('valkey 8.4.0\nufw');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    await user.click(await answer.findByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    [
      'missing',
      {
        missing: [
          {
            id: null,
            app_key: 'docker',
            name: 'Docker',
            constraint: '',
            listed_version: null,
            alternatives: [],
            needed_by: REDIS,
            note: '',
          },
        ],
      },
      'Docker Redis needs it.',
    ],
    [
      'conflicting',
      { conflicting: [{ apps: [REDIS, { ...REDIS, name: 'Valkey' }], note: '' }] },
      'Redis 8.4.0 × Valkey 8.4.0',
    ],
    [
      'unmet',
      {
        unmet: [
          {
            app: REDIS,
            requirement: 'mem' as const,
            needs: '512 MB',
            has: '256 MB',
            text: 'Redis needs more memory',
            values: { needs: 512, has: 256, unit: 'MB' },
          },
        ],
      },
      'Redis needs more memory',
    ],
    ['unknown', { unknown: [{ app_key: 'ufw', version: '1.2' }] }, 'ufw 1.2'],
    [
      'unknown',
      { unknown: [{ app_key: 'ufw', version: '1.2', withdrawn: 'It leaks keys' }] },
      'ufw 1.2This version was withdrawn: It leaks keys',
    ],
    [
      'unknown',
      { unknown: [{ app_key: 'ufw', version: null, unpublished: { name: 'UFW', replaced_by: null } }] },
      'ufwUFW is no longer published.',
    ],
    [
      'packages',
      {
        packages: [
          { name: 'OpenSSL', constraint: '', needed_by: REDIS, note: '' },
          { name: 'zlib', constraint: '', needed_by: { ...REDIS, app_key: 'nginx' }, note: '' },
        ],
      },
      'OpenSSL',
    ],
    ['gone', { apps: [], unknown: [{ app_key: 'redis', version: null }] }, 'redis'],
  ])('that finds something in one list only (%s) says whether it fits', async (what, changes, text) => {
    client.answer(appStore.check, { ...FITS, ...changes });
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    const fits = ['unknown', 'packages'].includes(what);
    const told = await dialog.findByText(fits ? 'Redis is compatible' : 'Redis cannot be installed yet');
    expect(told.closest('[data-tone]')?.getAttribute('data-tone')).toBe(fits ? 'good' : 'bad');
    expect(dialog.queryAllByText(/^Left empty and not checked/)).toHaveLength(fits ? 1 : 0);
    expect(
      dialog
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.replaceAll(/[\u2066-\u2069]|\s+$/g, '')),
    ).toEqual([text]);
    // An app that the store does not have leads nowhere.
    expect(dialog.queryAllByRole('link')).toEqual([]);
  });

  test('links to the app that replaces one that is no longer published', async () => {
    const other = { id: 9, app_key: 'nft', name: 'Nftables' };
    const unpublished = { name: 'UFW', replaced_by: other };
    client.answer(appStore.check, { ...FITS, unknown: [{ app_key: 'ufw', version: null, unpublished }] });
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    const link = await dialog.findByRole('link', { name: /Nftables.* replaces it\./ });
    expect(link.getAttribute('href')).toBe('/en/store/9');
  });

  test('keeps the facts of the server for the next app', async () => {
    const user = userEvent.setup();
    const { unmount } = show();
    const dialog = await open(user);
    await user.selectOptions(dialog.getByLabelText('Operating system'), 'debian');
    await user.type(dialog.getByLabelText('Memory (GB)'), '4');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    unmount();
    show();
    const again = await open(user);
    expect(again.getByLabelText<HTMLSelectElement>('Operating system').value).toBe('debian');
    expect(again.getByLabelText<HTMLInputElement>('Memory (GB)').value).toBe('4');
  });

  test('shows an invalid number at its field and sends nothing', async () => {
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Memory (GB)'), 'plenty');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    expect(await dialog.findByText('Enter a number, such as 4 or 0.5')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Memory (GB)')));
    expect(client.count(appStore.check)).toBe(0);
  });
});

describe('report', () => {
  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'Report this app' }));
    return within(await screen.findByRole('dialog', { name: 'Report Redis' }));
  };
  const fill = async (user: ReturnType<typeof userEvent.setup>, dialog: Awaited<ReturnType<typeof open>>) => {
    await user.click(dialog.getByRole('radio', { name: 'Malicious code' }));
    await user.type(dialog.getByLabelText('Details'), 'It opens a port to the world.');
  };

  test.each([
    [true, 'Thank you. We will check your report'],
    [false, 'This app was already reported today'],
  ])('is sent without an account; with counted %s shows the matching toast', async (counted, words) => {
    client.answer(appStore.report, { counted });
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await fill(user, dialog);
    const email = counted ? { email: 'ada@example.com' } : {};
    if (counted) await user.type(dialog.getByLabelText(en.storeExtras.report.email), 'ada@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    const told = await screen.findByText(words, { exact: false });
    expect(told.closest('[data-tone]')?.getAttribute('data-tone')).toBe(counted ? 'good' : 'info');
    expect(inputOf(appStore.report)).toEqual([
      { id: 7, reason: 'malicious', text: 'It opens a port to the world.', ...email },
    ]);
    await user.click(dialog.getByText(en.storeExtras.report.done));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has the address of a signed-in user filled in', async () => {
    client.answer(appStore.saved, { saved: false });
    const user = userEvent.setup();
    const { store } = show();
    await screen.findByRole('heading', { level: 1 });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_x', user: userFixture() })));
    const dialog = await open(user);
    expect(dialog.getByLabelText<HTMLInputElement>(en.storeExtras.report.email).value).toBe(
      userFixture().email,
    );
  });

  test('requires a reason and keeps its draft after closing', async () => {
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Details'), 'Too short?');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByText('Choose a reason')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open(user);
    expect(again.getByLabelText<HTMLTextAreaElement>('Details').value).toBe('Too short?');
  });

  test('stays open with the error when rejected', async () => {
    client.answer(appStore.report, () => {
      throw rejection('VALIDATION_FAILED', { fields: { text: 'report_text_length' } });
    });
    const user = userEvent.setup();
    show();
    const dialog = await open(user);
    await fill(user, dialog);
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByText('Describe the problem in 10 to 1,000 characters')).toBeTruthy();
  });
});

describe('share', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

  test('copies the app’s URL without its query', async () => {
    const user = userEvent.setup();
    show('zh');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: '复制链接' }));
    expect(write).toHaveBeenCalledWith(`${location.origin}/store/7`);
    expect(screen.queryByRole('button', { name: zh.storeDetail.share.share })).toBeNull();
  });

  test('uses navigator.share if available and ignores a cancelled dialog', async () => {
    const share = jest.fn<Navigator['share']>().mockRejectedValue(new DOMException('closed', 'AbortError'));
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    const user = userEvent.setup();
    show();
    await user.click(await screen.findByRole('button', { name: en.storeDetail.share.share }));
    expect(share).toHaveBeenCalledWith({ title: 'Redis', url: '/en/store/7' });
    expect(messageOrToast('alert')).toBe('');
  });
});

describe('save', () => {
  test('links a visitor to sign-in and back without a request', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'Sign in to save' });
    expect(link.getAttribute('href')).toBe('/en/login?from=%2Fen%2Fstore%2F7');
    expect(client.count(appStore.saved)).toBe(0);
  });

  test('saves once after the visitor has signed in', async () => {
    let saved = false;
    client.answer(appStore.saved, () => ({ saved }));
    client.answer(appStore.save, () => ({ saved: (saved = true) }));
    const { store } = show();
    const link = await screen.findByRole('link', { name: 'Sign in to save' });
    // Stored by the head script at the press.
    sessionStorage.setItem('intent', `${Date.now()} ${String(link.dataset['intent'])}`);
    act(() => void store.dispatch(sessionRestored({ token: 'yd_x', ytToken: '' })));
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeTruthy();
    act(() => void store.dispatch(sessionEnded()));
    act(() => void store.dispatch(sessionRestored({ token: 'yd_y', ytToken: '' })));
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeTruthy();
    expect(client.count(appStore.save)).toBe(1);
  });

  test('is requested again for a session that replaces another one without a sign-out', async () => {
    client.answer(appStore.saved, { saved: true });
    const { store } = show();
    await screen.findByRole('link', { name: 'Sign in to save' });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_x', ytToken: '' })));
    expect(await screen.findByRole('button', { name: 'Saved', busy: false })).toBeTruthy();
    client.answer(appStore.saved, { saved: false });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_y', ytToken: '' })));
    expect(await screen.findByRole('button', { name: 'Save', busy: false })).toBeTruthy();
    expect(client.count(appStore.saved)).toBe(2);
  });

  test('that is refused after sign-in is not announced as done', async () => {
    client.answer(appStore.saved, { saved: false });
    client.answer(appStore.save, () => {
      throw rejection('INTERNAL', {}, 'The server’s own words');
    });
    const { store } = show('en', <Toasts />);
    const link = await screen.findByRole('link', { name: 'Sign in to save' });
    sessionStorage.setItem('intent', `${Date.now()} ${String(link.dataset['intent'])}`);
    act(() => void store.dispatch(sessionRestored({ token: 'yd_x', ytToken: '' })));
    await waitFor(() => expect(client.count(appStore.save)).toBe(1));
    expect(await screen.findByText('The server’s own words')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Save', busy: false })).toBeTruthy();
    expect(document.body.textContent).not.toContain(en.storeDetail.save.done);
  });

  test('toggles for a signed-in user', async () => {
    let saved = false;
    client.answer(appStore.saved, () => ({ saved }));
    client.answer(appStore.save, () => ({ saved: (saved = true) }));
    client.answer(appStore.unsave, () => ({ saved: (saved = false) }));
    const user = userEvent.setup();
    const { store } = show();
    await screen.findByRole('link', { name: 'Sign in to save' });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_x', ytToken: '' })));
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
      await user.click(button);
    };
    await press('Save');
    await press('Saved');
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect([client.count(appStore.save), client.count(appStore.unsave)]).toEqual([1, 1]);
  });

  test('of the next app is not called saved while that loads', async () => {
    client.answer(appStore.detail, ({ id }: { id: number }) => appDetail({ id }));
    client.answer(appStore.saved, ({ id }: { id: number }) =>
      id === 7 ? { saved: true } : new Promise<never>(() => undefined),
    );
    const { store, router } = show();
    await screen.findByRole('link', { name: 'Sign in to save' });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_x', ytToken: '' })));
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeTruthy();
    await act(() => router.navigate('/en/store/8'));
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(inputOf(appStore.saved)).toEqual([{ id: 7 }, { id: 8 }]);
  });
});
