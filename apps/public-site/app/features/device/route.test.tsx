import { beforeEach, describe, expect, test } from '@jest/globals';
import { userDevice, userInfo, type DeviceRequest } from '@yunduo/api-contract';
import { createWordsInstance, Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, markupOf, message, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { endSession, sessionRestored, sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { expectAccessible } from '@yunduo/ui/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DeviceRoute, { meta } from './route.tsx';

const DEVICE: DeviceRequest = {
  user_code: 'WDJB-MJHT',
  device_name: 'Workshop laptop',
  system: 'Windows 11',
  network: '203.0.113.x',
  same_network: true,
  asked_at: '2026-11-26T00:00:00.000Z',
  expires_at: '2026-11-26T00:10:00.000Z',
};
let client: FakeClient;
beforeEach(() => {
  client = fakeClient([userDevice.lookup, DEVICE]);
  client.answer(userDevice.allow, null);
  client.answer(userDevice.deny, null);
  client.answer(userInfo.index, userFixture());
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

function open({ locale = 'en' as 'zh' | 'en', query = '', signedIn = true } = {}) {
  const view = inShell(<DeviceRoute />, {
    client,
    locale,
    words: locale === 'zh' ? zh : en,
    path: `${locale === 'en' ? '/en' : ''}/device${query}`,
    routes: [{ path: `${locale === 'en' ? '/en' : ''}/login`, element: <h1>sign-in</h1> }],
    frame: <Toasts />,
  });
  const rendered = render(view.element);
  if (signedIn)
    act(() => void view.store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
  return { ...view, ...rendered, hand: userEvent.setup() };
}
const field = (name = 'Device code') => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const step = () => document.querySelector('[aria-current=step] dt')?.textContent;
const heading = () => screen.getByRole('heading', { level: 1 });

test('has a title and is noindex', () => {
  const handle = { locale: 'zh', words: createWordsInstance('zh', zh) };
  const tags = meta({ matches: [{ handle }], location: { pathname: '/device', search: '' } } as never);
  expect(JSON.stringify(tags)).toContain('设备登录');
  expect(JSON.stringify(tags)).toContain('noindex');
});

describe('signed-out visitor', () => {
  test('sees an explanation and returns from sign-in with the code of the link', async () => {
    const { hand, router, container } = open({ query: '?code=WDJB-MJHT', signedIn: false });
    expect(heading().textContent).toBe('Device sign-in');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(container.innerHTML).not.toContain('WDJB');
    expect([step(), container.querySelector('noscript')]).toEqual([
      en.device.steps.sign_in,
      expect.anything(),
    ]);
    expect(screen.getAllByText(en.device.steps.code_text)).toHaveLength(1);
    await expectAccessible(container);
    await hand.click(button('Sign in'));
    expect(await screen.findByRole('heading', { name: 'sign-in' })).toBeTruthy();
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/en/login?from=%2Fen%2Fdevice%3Fcode%3DWDJB-MJHT');
  });

  test('does not see the previous user’s lookup', async () => {
    const { hand, store } = open();
    await hand.type(field(), 'wdjbmjht{Enter}');
    await screen.findByText('Workshop laptop');
    act(() => void store.dispatch(endSession()));
    expect(screen.queryByText('Workshop laptop')).toBeNull();
    act(() => void store.dispatch(sessionStarted({ token: 'other', user: userFixture() })));
    expect(field().value).toBe('');
  });
});

describe('device code', () => {
  test('accepts lower case without hyphen, shows the device and moves the focus there', async () => {
    const { hand, container } = open({ locale: 'zh' });
    await hand.type(field('设备码'), 'wdjbmjht{Enter}');
    await waitFor(() => expect(heading().textContent).toBe('允许这台设备登录吗？'));
    await waitFor(() => expect(document.activeElement).toBe(heading()));
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts.slice(0, 4)).toEqual([
      'WDJB-MJHT',
      'Workshop laptop 由设备提供',
      'Windows 11',
      '203.0.113.x 与你当前的网络相同',
    ]);
    expect(screen.getByText(`允许后，设备将登录 ${userFixture().email}。`)).toBeTruthy();
    expect(client.calls.map(({ input }) => input)).toContainEqual({ user_code: 'wdjbmjht' });
    await expectAccessible(container);
  });

  test('leads to the question also before the account is known', async () => {
    client.answer(userInfo.index, () => new Promise(() => undefined));
    const { hand, store } = open({ signedIn: false });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' })));
    await hand.type(field(), 'WDJB-MJHT{Enter}');
    expect(await screen.findByText(en.device.ask.lead)).toBeTruthy();
  });

  test('of a link is filled in but not submitted', async () => {
    const { hand } = open({ query: '?code=wdjb-mjht' });
    expect(field().value).toBe('WDJB-MJHT');
    expect([step(), document.activeElement]).toEqual([en.device.steps.code, document.body]);
    expect(screen.getByText(/Compare it with your device/)).toBeTruthy();
    expect(client.count(userDevice.lookup)).toBe(0);
    await hand.type(field(), '{Backspace}');
    expect(screen.queryByText(/Compare it with your device/)).toBeNull();
  });

  test.each(['?code=', '?code=ABCD-EFGH', '?code=%3Cscript%3E'])('of the link %s is ignored', (query) => {
    open({ query });
    expect(field().value).toBe('');
  });

  test.each([
    ['', 'Enter the code that your device shows'],
    ['WDJB-MJH1', 'The code has 8 letters. Compare it with your device'],
  ])('%j is rejected at the field without a request', async (input, message) => {
    const { hand } = open();
    if (input) await hand.type(field(), input);
    await hand.click(button('Continue'));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(field());
    expect(client.count(userDevice.lookup)).toBe(0);
  });

  test('unknown to the server is rejected at the field with its message', async () => {
    client.answer(userDevice.lookup, () => {
      throw rejection('DEVICE_CODE_INVALID', { fields: { user_code: 'field_invalid' } }, 'No device waits.');
    });
    const { hand } = open();
    await hand.type(field(), 'WDJB-MJHT{Enter}');
    expect(await screen.findByText('No device waits.')).toBeTruthy();
    expect(field().value).toBe('WDJB-MJHT');
  });

  test('looked up too often shows how long to wait', async () => {
    client.answer(userDevice.lookup, () => {
      throw rejection('TOO_MANY_REQUESTS', { retry_after: 60 }, 'Wait 60 seconds.');
    });
    const { hand } = open();
    await hand.type(field(), 'WDJB-MJHT{Enter}');
    await waitFor(() => expect(message('alert')).toContain('Wait 60 seconds.'));
  });

  test('is kept when the server does not respond', async () => {
    client.answer(userDevice.lookup, () => {
      throw silence();
    });
    const { hand } = open();
    await hand.type(field(), 'WDJB-MJHT{Enter}');
    expect(await screen.findByText(/busy/)).toBeTruthy();
    expect(field().value).toBe('WDJB-MJHT');
  });
});

describe('confirmation', () => {
  async function requested(device: Partial<DeviceRequest> = {}) {
    client.answer(userDevice.lookup, { ...DEVICE, ...device });
    const view = open();
    await view.hand.type(field(), 'WDJB-MJHT{Enter}');
    await screen.findByRole('heading', { name: 'Allow this device?' });
    return view;
  }

  test('warns of codes from others, and more if the device is on another network', async () => {
    const { unmount } = await requested();
    expect(step()).toBe(en.device.steps.allow);
    expect(screen.getByText('Allow only a device that you are using yourself')).toBeTruthy();
    expect(screen.getByText(/Our staff never ask/)).toBeTruthy();
    expect(screen.queryByText(/on a different network/)).toBeNull();
    unmount();
    await requested({ same_network: false });
    expect(screen.getByText(/on a different network/)).toBeTruthy();
  });

  test('allow signs the device in and says how to continue', async () => {
    const { hand, container } = await requested();
    await hand.click(button('Allow'));
    await waitFor(() => expect(heading().textContent).toBe('Sign-in allowed'));
    expect(step()).toBeUndefined();
    await waitFor(() => expect(document.activeElement).toBe(heading()));
    expect(screen.getByText(/Go back to “Workshop laptop”/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View signed-in devices' }).getAttribute('href')).toBe(
      '/en/user?panel=account-info',
    );
    expect([client.count(userDevice.allow), client.count(userDevice.deny)]).toEqual([1, 0]);
    await expectAccessible(container);
  });

  test('deny rejects the device and offers another code', async () => {
    const { hand } = await requested();
    await hand.click(button('Deny'));
    await waitFor(() => expect(heading().textContent).toBe('Sign-in denied'));
    expect([client.count(userDevice.allow), client.count(userDevice.deny)]).toEqual([0, 1]);
    expect(client.calls.at(-1)?.input).toEqual({ user_code: 'WDJB-MJHT' });
    expect(screen.getByText(/Workshop laptop/)).toBeTruthy();
    await hand.click(button('Enter another code'));
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(heading());
  });

  test('for an expired code shows the error and leads back to the code', async () => {
    client.answer(userDevice.allow, () => {
      throw rejection('DEVICE_CODE_INVALID', { fields: { user_code: 'field_invalid' } }, 'No device waits.');
    });
    const { hand } = await requested();
    await hand.click(button('Allow'));
    await waitFor(() => expect(message('alert')).toContain('No device waits.'));
    await hand.click(button('Enter the code again'));
    expect(field()).toBeTruthy();
  });

  test('stays open when the proof is rejected', async () => {
    client.answer(userDevice.allow, () => {
      throw rejection('PROOF_REQUIRED', { proof: ['password'] }, 'Prove it first.');
    });
    const { hand } = await requested();
    await hand.click(button('Allow'));
    await waitFor(() => expect(message('alert')).toContain('Prove it first.'));
    expect(heading().textContent).toBe('Allow this device?');
    let answer = (_: object) => {};
    client.answer(userDevice.deny, () => new Promise<object>((resolve) => (answer = resolve)));
    await hand.click(await screen.findByRole('button', { name: 'Deny', busy: false }));
    await waitFor(() => expect(messageOrToast('alert')).toBe(''));
    // While one decision is sent, the other sends nothing.
    const allowed = client.count(userDevice.allow);
    await hand.click(button('Allow'));
    expect(client.count(userDevice.allow)).toBe(allowed);
    await act(async () => answer({}));
    await waitFor(() => expect(heading().textContent).toBe('Sign-in denied'));
  });
});

test.each([
  ['a visitor', { signedIn: false }],
  ['a user', {}],
  ['a user with a link', { query: '?code=wdjb-mjht' }],
])('%s sees the recorded markup', async (_who, options) => {
  expect(await markupOf(() => open(options))).toMatchSnapshot();
});
