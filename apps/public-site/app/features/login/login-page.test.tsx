import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { captcha, userAuth, userInfo, type Endpoint } from '@yunduo/api-contract';
import { ShellEffects, signWithPasskey, Toasts } from '@yunduo/app-shell';
import {
  captchaChallenge,
  clearMessages,
  departures,
  inShell,
  markupOf,
  message,
  messageOrToast,
} from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { secondFactor } from '@yunduo/i18n-public-site/en/second-factor';
import { zh } from '@yunduo/i18n-public-site/zh';
import {
  endSession,
  selectSignedIn,
  sessionRestored,
  sessionStarted,
  SIGN_IN_REASON,
  tokenStorage,
} from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoginPage } from './login-page.tsx';

const session = { token: 'yd_token', expires_at: '2026-12-20T00:00:00.000Z', user: userFixture() };

type Answers = [Endpoint, object | null | ((input: never) => unknown)][];

function open(search: string, { locale = 'zh' as 'zh' | 'en', answers = [] as Answers } = {}) {
  const client = fakeClient(
    [captcha.challenge, captchaChallenge],
    [captcha.extend, { expires_in: 86_400 }],
    [captcha.verify, { ticket: 'ticket-1', expires_in: 180 }],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const prefix = locale === 'en' ? '/en' : '';
  const view = inShell(<LoginPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${prefix}/login${search}`,
    routes: [
      { path: '/user', element: <h1>account</h1> },
      { path: '/en/user', element: <h1>account in English</h1> },
      { path: '/store', element: <h1>store</h1> },
      { path: '/store/7', element: <h1>app</h1> },
      { path: '/en/store/7', element: <h1>app</h1> },
    ],
    frame: (
      <>
        <ShellEffects />
        <Toasts />
      </>
    ),
  });
  render(view.element);
  return { ...view, user: userEvent.setup() };
}

/** Moves the piece to the gap by keyboard, like a user without a pointer. */
async function solveSlider() {
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(slider).not.toHaveProperty('ariaDisabled', 'true'));
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  fireEvent.keyDown(slider, { key: 'Enter' });
}

const sent = (client: FakeClient, endpoint: Endpoint) =>
  client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

describe('sign-in', () => {
  test.each([
    ['zh', '登录', ['请输入正确的邮箱', '请输入密码', '请先阅读并同意用户协议和隐私政策']],
    [
      'en',
      'Sign in',
      [
        'Please enter a valid email address',
        'Enter a password',
        'Read and agree to the user agreement and the privacy policy first',
      ],
    ],
  ] as const)('shows missing fields in %s and focuses the first', async (locale, name, errors) => {
    const { user, client } = open('', { locale });
    await user.type(screen.getByRole('textbox'), 'nobody');
    await user.click(screen.getByRole('button', { name }));
    for (const fault of errors) expect(await screen.findByText(fault)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(client.count(userAuth.login)).toBe(0);
  });

  test('stores the session, shows a toast and opens the account', async () => {
    const { user, router, client } = open('', { answers: [[userAuth.login, session]] });
    await user.type(screen.getByLabelText('邮箱'), ' user@yunduo.test ');
    await user.type(screen.getByLabelText('密码'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('登录成功')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user');
    expect(tokenStorage.token()).toBe('yd_token');
    expect(sent(client, userAuth.login)).toEqual([
      { email: 'user@yunduo.test', password: 'Yunduo2026', agree: true },
    ]);
  });

  test('returns to the page given by from', async () => {
    const { user } = open('?from=%2Fstore', { answers: [[userAuth.login, session]] });
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('密码'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByRole('heading', { name: 'store' })).toBeTruthy();
  });

  test('follows the r_url redirect of the response, without a way back to the form', async () => {
    const { user, client, router } = open('?r_url=%2Fstore%2F7%3Fa%3D1', {
      answers: [[userAuth.login, { ...session, redirect: '/store/7?a=1&data=ydh_1' }]],
    });
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('密码'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByRole('heading', { name: 'app' })).toBeTruthy();
    const { location: at, historyAction } = router.state;
    expect([at.pathname + at.search, historyAction]).toEqual(['/store/7?a=1&data=ydh_1', 'REPLACE']);
    expect(sent(client, userAuth.login)).toMatchObject([{ r_url: '/store/7?a=1' }]);
    expect(client.count(userAuth.handover)).toBe(0);
  });

  test('shows a rejection above the button and keeps the input', async () => {
    const reject = () => {
      throw rejection('CREDENTIALS_INVALID', {}, '邮箱或密码错误');
    };
    const { user, store } = open('', { answers: [[userAuth.login, reject]] });
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('密码'), 'wrong-password');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(message('alert')).toContain('邮箱或密码错误'));
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('user@yunduo.test');
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('wrong-password');
    expect(screen.queryByRole('slider')).toBeNull();
    // Another tab signs in.
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
  });

  test('shows the captcha on CAPTCHA_REQUIRED and sends its ticket with the retry', async () => {
    let tries = 0;
    const answer = () => {
      tries += 1;
      if (tries === 1) throw rejection('CAPTCHA_REQUIRED', { captcha_required: true }, '请先完成滑块验证');
      return session;
    };
    const { user, client } = open('', { answers: [[userAuth.login, answer]] });
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('密码'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    await solveSlider();
    expect(await screen.findByText('验证成功')).toBeTruthy();
    // A ticket works for one purpose.
    expect(sent(client, captcha.challenge)).toEqual([{ scene: 'login' }]);
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
    expect(sent(client, userAuth.login)[1]).toMatchObject({ captcha_ticket: 'ticket-1' });
  });
});

describe('sign-in that demands the captcha', () => {
  test('needs a new ticket for each try, and ignores a redirect once the visitor has left the section', async () => {
    const tickets = ['ticket-1', 'ticket-2'];
    const answer = ({ captcha_ticket }: { captcha_ticket?: string }) => {
      if (captcha_ticket === 'ticket-2') {
        history.pushState(null, '', '/store');
        return session;
      }
      throw rejection('CREDENTIALS_INVALID', { captcha_required: true }, '邮箱或密码错误');
    };
    const { user, client, router } = open('', {
      answers: [
        [userAuth.login, answer],
        [captcha.verify, () => ({ ticket: tickets.shift(), expires_in: 180 })],
      ],
    });
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('密码'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    for (const asked of [1, 2]) {
      await waitFor(() => expect(client.count(captcha.challenge)).toBe(asked));
      await solveSlider();
      expect(await screen.findByText('验证成功')).toBeTruthy();
      await user.click(screen.getByRole('button', { name: '登录' }));
      await waitFor(() => expect(client.count(userAuth.login)).toBe(asked + 1));
    }
    expect(await screen.findByText('登录成功')).toBeTruthy();
    expect(
      sent(client, userAuth.login).map((input) => (input as { captcha_ticket?: string }).captcha_ticket),
    ).toEqual([undefined, 'ticket-1', 'ticket-2']);
    expect(router.state.location.pathname).toBe('/login');
    history.replaceState(null, '', '/');
  });
});

describe('sign-in after the ticket has expired', () => {
  test.each([
    ['too many requests', rejection('RATE_LIMITED', {}, '请求太频繁'), '服务器繁忙，请稍后重试'],
    ['no response', silence(), '服务器繁忙，请稍后重试'],
    ['a rejection', rejection('VALIDATION_FAILED', {}, '请检查填写的内容'), '请检查填写的内容'],
  ])('says once why there is no other one: %s; keeps the password', async (_case, error, reason) => {
    const { user, client } = open('', {
      answers: [
        [captcha.verify, { ticket: 'ticket-1', expires_in: 1 }],
        [
          userAuth.login,
          () => {
            throw rejection('CAPTCHA_REQUIRED', { captcha_required: true }, '请先完成滑块验证');
          },
        ],
        [
          captcha.alternative,
          () => {
            throw error;
          },
        ],
      ],
    });
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('密码'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '登录' }));
    await solveSlider();
    await screen.findByText('验证成功');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(messageOrToast('alert').split(reason)).toHaveLength(2));
    expect([client.count(captcha.alternative), client.count(userAuth.login)]).toEqual([1, 1]);
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('Yunduo2026');
  });
});

describe('sign-in with a second factor', () => {
  const until = '2026-11-26T00:10:00.000Z';
  const asks = (methods: ('passkey' | 'totp' | 'recovery')[]) => () => {
    throw rejection('SECOND_FACTOR_REQUIRED', { second_step: { ticket: 'ydf_ticket', methods, until } });
  };
  const step = (given: { code?: string; recovery_code?: string }) => {
    if (given.code === '123456' || given.recovery_code === 'AAAA-BBBB') return session;
    const fields: Record<string, 'factor_code_wrong' | 'recovery_code_wrong'> =
      given.code === undefined ? { recovery_code: 'recovery_code_wrong' } : { code: 'factor_code_wrong' };
    throw rejection('FACTOR_INVALID', { fields });
  };
  async function enter(answers: Answers, search = '') {
    const view = open(search, { locale: 'en', answers });
    await view.user.type(screen.getByLabelText('Email'), 'user@yunduo.test');
    await view.user.type(screen.getByLabelText('Password'), 'Yunduo2026');
    await view.user.click(screen.getByRole('checkbox'));
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    return view;
  }

  test('asks for a code, shows a wrong one at its field and accepts the right one', async () => {
    const { user, client } = await enter([
      [userAuth.login, asks(['totp', 'recovery'])],
      [userAuth.secondStep, step],
    ]);
    const field = await screen.findByLabelText<HTMLInputElement>('6 digits');
    expect(document.activeElement).toBe(field);
    expect(field.autocomplete).toBe('one-time-code');
    expect(messageOrToast('alert')).toBe('');
    await user.type(field, '654321{Enter}');
    expect(await screen.findByText('Wrong code. Wait for the next one and try again')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
    expect(tokenStorage.token()).toBe('yd_token');
    expect(sent(client, userAuth.secondStep)).toEqual([
      { ticket: 'ydf_ticket', code: '654321' },
      { ticket: 'ydf_ticket', code: '123456' },
    ]);
  });

  test('follows the r_url redirect of the second step, unless the visitor has left the page', async () => {
    const answers: Answers = [
      [userAuth.login, asks(['totp'])],
      [userAuth.secondStep, { ...session, redirect: '/en/store/7?data=ydh_1' }],
    ];
    const { user, client, router } = await enter(answers, '?r_url=%2Fen%2Fstore%2F7');
    await user.type(await screen.findByLabelText('6 digits'), '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'app' })).toBeTruthy();
    expect(router.state.location.search).toBe('?data=ydh_1');
    expect(sent(client, userAuth.secondStep)).toMatchObject([{ r_url: '/en/store/7' }]);
    cleanup();
    localStorage.clear();
    clearMessages();

    const second = await enter(answers, '?r_url=%2Fen%2Fstore%2F7');
    second.client.answer(userAuth.secondStep, () => {
      history.pushState(null, '', '/store');
      return { ...session, redirect: '/en/store/7?data=ydh_1' };
    });
    await second.user.type(await screen.findByLabelText('6 digits'), '123456{Enter}');
    expect(await screen.findByText('Login successful')).toBeTruthy();
    await act(async () => undefined);
    expect(second.router.state.location.pathname).toBe('/en/login');
    history.replaceState(null, '', '/');
  });

  test('a correct password ends the demand for the slider', async () => {
    let tries = 0;
    const answer = () => {
      tries += 1;
      if (tries === 1) throw rejection('CAPTCHA_REQUIRED', { captcha_required: true }, 'Slide first');
      return asks(['totp'])();
    };
    const { user } = open('', { locale: 'en', answers: [[userAuth.login, answer]] });
    await user.type(screen.getByLabelText('Email'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('Password'), 'Yunduo2026');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await solveSlider();
    await user.click(await screen.findByRole('button', { name: 'Sign in', busy: false }));
    await user.click(await screen.findByRole('button', { name: 'Back to password' }));
    expect(await screen.findByLabelText('Email')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  test('accepts a recovery code and focuses its field', async () => {
    const { user } = await enter([
      [userAuth.login, asks(['totp', 'recovery'])],
      [userAuth.secondStep, step],
    ]);
    await user.click(screen.getByRole('button', { name: 'No phone at hand? Use a recovery code' }));
    const field = await screen.findByLabelText('Recovery code');
    expect(document.activeElement).toBe(field);
    await user.type(field, 'wrong{Enter}');
    expect(await screen.findByText('Wrong or already used recovery code')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'AAAA-BBBB{Enter}');
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
  });

  test('offers no recovery code if none is left', async () => {
    await enter([[userAuth.login, asks(['totp'])]]);
    expect(screen.queryByRole('button', { name: /recovery code/ })).toBeNull();
  });

  test('an expired ticket leads back to the password with the address kept', async () => {
    const over = () => {
      throw rejection('SECOND_STEP_OVER', {}, 'This step has expired. Enter your password again');
    };
    const { user, store } = await enter([
      [userAuth.login, asks(['totp'])],
      [userAuth.secondStep, over],
    ]);
    await user.type(await screen.findByLabelText('6 digits'), '123456{Enter}');
    await waitFor(() => expect(message('alert')).toContain('This step has expired'));
    await user.click(screen.getAllByRole('button', { name: 'Back to password' })[0] as HTMLElement);
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('user@yunduo.test');
    // Another tab signs in.
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
  });
});

describe('sign-in with a passkey', () => {
  const until = '2026-11-26T00:10:00.000Z';
  const options = {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [{ id: 'Y3JlZA', type: 'public-key' }],
  } as const;
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const signed = () =>
    Promise.resolve({
      id: 'Y3JlZA',
      rawId: bytes('cred'),
      type: 'public-key',
      response: {
        clientDataJSON: bytes('client'),
        authenticatorData: bytes('data'),
        signature: bytes('signature'),
      },
      getClientExtensionResults: () => ({}),
    });
  let browser: (asked?: CredentialRequestOptions) => Promise<unknown>;
  beforeEach(() => {
    browser = signed;
    Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: () => undefined });
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: { get: (asked: CredentialRequestOptions) => browser(asked) },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  const asks = (methods: ('passkey' | 'totp' | 'recovery')[]) => () => {
    throw rejection('SECOND_FACTOR_REQUIRED', { second_step: { ticket: 'ydf_ticket', methods, until } });
  };
  async function enter(answers: Answers) {
    const view = open('', {
      locale: 'en',
      answers: [...answers, [userAuth.secondStepPasskey, { options, until }]],
    });
    await view.user.type(screen.getByLabelText('Email'), 'user@yunduo.test');
    await view.user.type(screen.getByLabelText('Password'), 'Yunduo2026');
    await view.user.click(screen.getByRole('checkbox'));
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    return view;
  }

  test('is offered first with the focus and sends the browser’s assertion', async () => {
    const { user, client } = await enter([
      [userAuth.login, asks(['passkey', 'totp', 'recovery'])],
      [userAuth.secondStep, session],
    ]);
    const button = await screen.findByRole('button', { name: 'Use a passkey' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByLabelText('6 digits')).toBeNull();
    await user.click(button);
    expect(await screen.findByText('Login successful')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
    expect(tokenStorage.token()).toBe('yd_token');
    expect(sent(client, userAuth.secondStep)).toEqual([
      {
        ticket: 'ydf_ticket',
        passkey: {
          id: 'Y3JlZA',
          client_data: 'Y2xpZW50',
          authenticator_data: 'ZGF0YQ',
          signature: 'c2lnbmF0dXJl',
        },
      },
    ]);
  });

  test.each([
    ['before', 0],
    ['while', 1],
  ])(
    'the visitor who takes a code %s the prompt opens is not signed in by a passkey',
    async (when, prompts) => {
      let go!: (signed: unknown) => void;
      const late = new Promise((resolve) => (go = resolve));
      const prompt = jest.fn((_asked?: CredentialRequestOptions) => late);
      browser = prompt;
      let answer = () => {};
      const asked = new Promise<object>((resolve) => (answer = () => resolve({ options, until })));
      const { user, client } = await enter([[userAuth.login, asks(['passkey', 'totp'])]]);
      client.answer(userAuth.secondStepPasskey, () => asked);
      await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      if (when === 'while') {
        await act(async () => answer());
        await waitFor(() => expect(prompt).toHaveBeenCalled());
      }
      await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
      // An open prompt is closed with its button.
      expect(prompt.mock.calls.map(([asked]) => asked?.signal?.aborted)).toEqual(
        when === 'while' ? [true] : [],
      );
      await act(async () => {
        answer();
        go(await signed());
      });
      // A prompt of the form would open before this one.
      await act(async () => void (await signWithPasskey({ ...options, allowCredentials: [] })));
      expect([prompt.mock.calls.length, client.count(userAuth.secondStep)]).toEqual([prompts + 1, 0]);
    },
  );

  test('a cancelled browser prompt shows no error and can be retried or replaced by TOTP', async () => {
    browser = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    const { user, client } = await enter([
      [userAuth.login, asks(['passkey', 'totp', 'recovery'])],
      [userAuth.secondStep, session],
    ]);
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(message('status')).toContain('Not completed'));
    expect(screen.getByText(/^Not completed/).closest('[data-tone=info]')).toBeTruthy();
    expect([messageOrToast('alert'), client.count(userAuth.secondStep)]).toEqual(['', 0]);
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    const field = await screen.findByLabelText('6 digits');
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
    browser = signed;
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
  });

  test('a browser that fails says so, not that the visitor cancelled', async () => {
    browser = () => Promise.reject(new DOMException('', 'SecurityError'));
    const { user } = await enter([[userAuth.login, asks(['passkey', 'totp'])]]);
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(message('status')).toContain(secondFactor.step.passkey_failed));
  });

  test('shows a rejected passkey above the button until the next try', async () => {
    const reject = () => {
      throw rejection('PASSKEY_REFUSED', {}, 'This passkey could not be verified');
    };
    const { user, client } = await enter([
      [userAuth.login, asks(['passkey'])],
      [userAuth.secondStep, reject],
    ]);
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(message('alert')).toContain('This passkey could not be verified'));
    let cancel = () => {};
    browser = () => new Promise((_, stop) => (cancel = () => stop(new DOMException('', 'NotAllowedError'))));
    await user.click(await screen.findByRole('button', { name: 'Use a passkey', busy: false }));
    await waitFor(() => expect(messageOrToast('alert')).toBe(''));
    expect(
      screen.getByRole('button', { name: 'Follow the prompts of your browser', busy: true }),
    ).toBeTruthy();
    await act(async () => cancel());
    await waitFor(() => expect(message('status')).toContain('Not completed'));
    let sign = () => {};
    browser = () => new Promise((resolve) => (sign = () => resolve(signed())));
    client.answer(userAuth.secondStep, session);
    await user.click(await screen.findByRole('button', { name: 'Use a passkey', busy: false }));
    await waitFor(() => expect(message('status')).toBe(''));
    await act(async () => sign());
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
  });

  test('without browser support says so and offers another factor', async () => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    await enter([[userAuth.login, asks(['passkey', 'recovery'])]]);
    expect(
      screen.getByText(/^This browser does not support passkeys/).closest('[data-tone=info]'),
    ).toBeTruthy();
    expect(screen.getByLabelText('Recovery code')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  });
});

describe('registration', () => {
  test.each([
    ['zh', '设置密码', '注册', '密码长度为 8 到 20 个字符', '两次输入密码不一致'],
    ['en', 'Password', 'Register', 'Use 8 to 20 characters', 'Passwords entered do not match'],
  ] as const)(
    '[R5.01] requires 8 to 20 characters and a matching confirmation, in %s',
    async (locale, _label, name, length, mismatch) => {
      const { user } = open('?section=register', { locale });
      const [password, confirmation] = document.querySelectorAll<HTMLInputElement>(
        'input[autocomplete=new-password]',
      );
      if (!password || !confirmation) throw new Error('The form asks for no password');
      await user.type(password, 'short');
      await user.type(confirmation, 'other');
      await user.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(length)).toBeTruthy();
      expect(await screen.findByText(mismatch)).toBeTruthy();
    },
  );

  test.each([
    ['zh', '验证码为 6 位数字', '注册', '请输入正确的邮箱'],
    ['en', 'Enter the 6-digit code', 'Register', 'Please enter a valid email address'],
  ] as const)(
    '[R5.05] [R5.04] requires a 6-digit code and a valid address (%s)',
    async (locale, digits, name, address) => {
      const { user } = open('?section=register', { locale });
      const code = document.querySelector<HTMLInputElement>('input[autocomplete=one-time-code]');
      if (!code) throw new Error('The form asks for no code');
      await user.type(code, '12a45');
      await user.type(screen.getByPlaceholderText('name@example.com'), 'a@b');
      await user.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(digits)).toBeTruthy();
      expect(await screen.findByText(address)).toBeTruthy();
    },
  );

  test('requires an address before sending a code', async () => {
    const { user, client } = open('?section=register', { locale: 'en' });
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findAllByText('Please enter an email address')).toHaveLength(2);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(client.count(userAuth.sendEmail)).toBe(0);
  });

  test('shows an address that the server refuses at its field', async () => {
    const refuse = () => {
      throw rejection('EMAIL_TAKEN', { fields: { email: 'field_invalid' } }, '这个邮箱已注册');
    };
    const { user } = open('?section=register', { answers: [[userAuth.sendEmail, refuse]] });
    const address = screen.getByLabelText('邮箱');
    await user.type(address, 'old@yunduo.test');
    await user.click(screen.getByRole('button', { name: '发送验证码' }));
    await solveSlider();
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
    const described = document.getElementById(address.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('填写有误');
    expect(messageOrToast('alert')).toBe('');
  });

  test('sends a code after the captcha, shows a toast and starts the countdown', async () => {
    const { user, client } = open('?section=register', {
      answers: [[userAuth.sendEmail, { resend_after: 60, expires_in: 600 }]],
    });
    await user.type(screen.getByLabelText('邮箱'), 'new@yunduo.test');
    await user.click(screen.getByRole('button', { name: '发送验证码' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await solveSlider();
    expect(await screen.findByText('验证码已发送到你的邮箱')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(client, userAuth.sendEmail)).toEqual([
      { email: 'new@yunduo.test', scene: 'AUTH_REGISTER_EMAIL', captcha_ticket: 'ticket-1' },
    ]);
    const button = await screen.findByRole('button', { name: /秒后重新发送/ });
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps countdown and address over a reload, also for an address corrected after sending', async () => {
    const answers: Answers = [[userAuth.sendEmail, { resend_after: 60, expires_in: 600 }]];
    const first = open('?section=register', { answers });
    await first.user.type(screen.getByLabelText('邮箱'), 'wrnog@yunduo.test');
    await first.user.click(screen.getByRole('button', { name: '发送验证码' }));
    await solveSlider();
    await screen.findByRole('button', { name: /秒后重新发送/ });
    cleanup();
    const second = open('?section=register', { answers });
    const address = screen.getByLabelText<HTMLInputElement>('邮箱');
    expect(address.value).toBe('wrnog@yunduo.test');
    expect(await screen.findByRole('button', { name: /秒后重新发送/ })).toBeTruthy();
    await second.user.clear(address);
    await second.user.type(address, 'right@yunduo.test');
    cleanup();
    open('?section=register');
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('right@yunduo.test');
    expect(screen.getByRole('button', { name: '发送验证码' })).toBeTruthy();
  });

  test('shows a rejected field’s error and focuses it', async () => {
    const reject = () => {
      throw rejection('CODE_INVALID', { fields: { code: 'code_invalid' } });
    };
    const { user } = open('?section=register', { answers: [[userAuth.register, reject]] });
    await fillRegistration(user);
    expect(await screen.findByText('验证码为 6 位数字')).toBeTruthy();
    const code = screen.getByLabelText('邮箱验证码');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await user.type(code, '{Backspace}7');
    expect(screen.queryByText('验证码为 6 位数字')).toBeNull();
  });

  test('signs in, shows a toast and redirects to from', async () => {
    const { user, client, router, store } = open('?section=register&from=%2Fstore', {
      answers: [[userAuth.register, session]],
    });
    await fillRegistration(user);
    expect(await screen.findByText('注册成功')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'store' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/store');
    expect([tokenStorage.token(), selectSignedIn(store.getState())]).toEqual(['yd_token', true]);
    expect(sent(client, userAuth.register)).toEqual([
      {
        email: 'new@yunduo.test',
        code: '123456',
        password: 'Helm-2026-ahoi',
        password_confirm: 'Helm-2026-ahoi',
        agree: true,
      },
    ]);
    expect(client.count(userAuth.login)).toBe(0);
  });

  test('follows the r_url redirect of the response without a handover request', async () => {
    const { user, client, router } = open('?section=register&r_url=%2Fstore%2F7%3Fa%3D1%23log', {
      answers: [[userAuth.register, { ...session, redirect: '/store/7?a=1&data=ydh_1#log' }]],
    });
    await fillRegistration(user);
    expect(await screen.findByRole('heading', { name: 'app' })).toBeTruthy();
    const { pathname, search, hash } = router.state.location;
    expect(pathname + search + hash).toBe('/store/7?a=1&data=ydh_1#log');
    expect(sent(client, userAuth.register)).toMatchObject([{ r_url: '/store/7?a=1#log' }]);
    expect(client.count(userAuth.handover)).toBe(0);
  });

  test.each([
    ['r_url=https%3A%2F%2Fapp.example%2F', 'https://app.example/?data=ydh_1'],
    ['from=%2Fdeveloper-center%2Fpanel', '/developer-center/panel'],
  ])('loads what is outside this application (%s), and leaves no way back to the form', async (asked, to) => {
    const left = departures();
    const redirect = asked.startsWith('r_url') && { redirect: to };
    const { user } = open(`?section=register&${asked}`, {
      answers: [[userAuth.register, { ...session, ...redirect }]],
    });
    await fillRegistration(user);
    await waitFor(() => expect(left).toEqual([['replace', to]]));
  });

  test('with an API that returns no session, leads to sign-in with the address filled in', async () => {
    const { user, router } = open('?section=register&from=%2Fstore', {
      answers: [[userAuth.register, null]],
    });
    await fillRegistration(user);
    expect(await screen.findByText('注册成功')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: '登录' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('new@yunduo.test');
    expect(router.state.location.search).toBe('?from=%2Fstore');
    expect(tokenStorage.token()).toBe('');
  });

  test('still redirects after a rejection when another tab signs in', async () => {
    const reject = () => {
      throw rejection('CODE_INVALID', { fields: { code: 'code_invalid' } });
    };
    const { user, store } = open('?section=register', { answers: [[userAuth.register, reject]] });
    await fillRegistration(user);
    await screen.findByText('验证码为 6 位数字');
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
  });

  test('redirects once it is rejected when another tab signed in meanwhile', async () => {
    const { promise, reject } = Promise.withResolvers<object>();
    const { user, store } = open('?section=register', { answers: [[userAuth.register, () => promise]] });
    await fillRegistration(user);
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    await waitFor(() => expect(message('status')).toContain(zh.login.leaving));
    await act(async () => reject(silence()));
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
  });
});

describe('password reset', () => {
  test('an answer to a visitor who has left the page leads nowhere', async () => {
    const { user, router } = open('?section=reset', {
      answers: [
        [
          userAuth.resetPassword,
          () => {
            history.pushState(null, '', '/store');
            return {};
          },
        ],
      ],
    });
    const before = router.state.location;
    await user.type(screen.getByLabelText('邮箱'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('邮箱验证码'), '654321');
    for (const field of [screen.getByLabelText('新密码'), screen.getByLabelText('确认密码')])
      await user.type(field, 'Yunduo2026');
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(await screen.findByText('密码修改成功')).toBeTruthy();
    await act(async () => undefined);
    expect(router.state.location).toBe(before);
    history.replaceState(null, '', '/');
  });

  test('[R5.01] validates the password and confirms the change', async () => {
    const { user, client, router } = open('?section=reset', {
      locale: 'en',
      answers: [[userAuth.resetPassword, {}]],
    });
    await user.type(screen.getByLabelText('Email'), 'user@yunduo.test');
    await user.type(screen.getByLabelText('Code from the email'), '654321');
    await user.type(screen.getByLabelText('New password'), 'x'.repeat(21));
    await user.type(screen.getByLabelText('Confirm password'), 'x'.repeat(21));
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Use 8 to 20 characters')).toBeTruthy();
    expect(client.count(userAuth.resetPassword)).toBe(0);
    await user.type(screen.getByLabelText('New password'), '{Backspace}');
    await user.type(screen.getByLabelText('Confirm password'), '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('user@yunduo.test');
    expect(router.state.historyAction).toBe('REPLACE');
  });
});

describe('undoing an email change', () => {
  test('sends the token only on click and shows the restored address', async () => {
    const { user, client } = open('?section=undo-email&token=secret', {
      answers: [[userAuth.emailChangeUndo, { email: 'old@yunduo.test', signed_out: false }]],
    });
    expect(client.calls).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: '撤销更换' }));
    expect(await screen.findByText(/old@yunduo.test/)).toBeTruthy();
    expect(sent(client, userAuth.emailChangeUndo)).toEqual([{ token: 'secret' }]);
  });

  test('ends this session if it belongs to that account', async () => {
    const { user, store } = open('?section=undo-email&token=secret', {
      answers: [[userAuth.emailChangeUndo, { email: 'old@yunduo.test', signed_out: true }]],
    });
    tokenStorage.saveToken('yd_token');
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    await user.click(await screen.findByRole('button', { name: '撤销更换' }));
    // The tab has the same text.
    await waitFor(() => expect(screen.getAllByRole('link', { name: '重置密码' })).toHaveLength(2));
    await user.click(screen.getAllByRole('link', { name: '重置密码' })[1] as HTMLElement);
    expect([tokenStorage.token(), selectSignedIn(store.getState())]).toEqual(['', false]);
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('old@yunduo.test');
  });

  test('with its tab pressed still has the token of the link', async () => {
    const { user, client, router } = open('?section=undo-email&token=secret', {
      answers: [[userAuth.emailChangeUndo, { email: 'old@yunduo.test', signed_out: false }]],
    });
    const tabs = screen.getByRole('navigation', { name: '账号' });
    await user.click(within(tabs).getByRole('link', { name: zh.login.title.undo }));
    expect(router.state.location.search).toBe('?section=undo-email&token=secret');
    await user.click(await screen.findByRole('button', { name: '撤销更换' }));
    expect(await screen.findByText(/old@yunduo.test/)).toBeTruthy();
    expect(sent(client, userAuth.emailChangeUndo)).toEqual([{ token: 'secret' }]);
  });

  test('shows that an incomplete link is incomplete', async () => {
    const { user, client } = open('?section=undo-email');
    await user.click(await screen.findByRole('button', { name: '撤销更换' }));
    await waitFor(() => expect(message('alert')).toContain('链接不完整'));
    expect(client.calls).toHaveLength(0);
  });

  test('is not redirected for a signed-in visitor', async () => {
    const { store } = open('?section=undo-email&token=secret');
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    expect(await screen.findByRole('button', { name: '撤销更换' })).toBeTruthy();
  });
});

describe('disowning a sign-in from the new-device email', () => {
  test('sends the token only on click and leads to a new password', async () => {
    const { user, client } = open('?section=not-me&token=secret', {
      answers: [[userAuth.disownSession, { email: 'old@yunduo.test', signed_out: false }]],
    });
    expect(client.calls).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: '让该设备退出登录' }));
    expect(await screen.findByText(/old@yunduo.test/)).toBeTruthy();
    expect(sent(client, userAuth.disownSession)).toEqual([{ token: 'secret' }]);
    await user.click(screen.getByRole('link', { name: '设置新密码' }));
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('old@yunduo.test');
  });

  test('leads a user who is still signed in here to the change of the password', async () => {
    const { user, store } = open('?section=not-me&token=secret', {
      answers: [[userAuth.disownSession, { email: userFixture().email, signed_out: false }]],
    });
    tokenStorage.saveToken('yd_token');
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    await user.click(await screen.findByRole('button', { name: '让该设备退出登录' }));
    const next = await screen.findByRole('link', { name: '设置新密码' });
    expect(next.getAttribute('href')).toBe('/user?panel=change-password');
  });

  test('shows that an incomplete link is incomplete', async () => {
    const { user, client } = open('?section=not-me');
    await user.click(await screen.findByRole('button', { name: '让该设备退出登录' }));
    await waitFor(() => expect(message('alert')).toContain('链接不完整'));
    expect(client.calls).toHaveLength(0);
  });

  test('shows why an expired link has no effect', async () => {
    const { user, client } = open('?section=not-me&token=secret', {
      answers: [
        [
          userAuth.disownSession,
          () => {
            throw rejection('SIGN_IN_LINK_INVALID', {}, '链接无效或已过期');
          },
        ],
      ],
    });
    await user.click(await screen.findByRole('button', { name: '让该设备退出登录' }));
    const reason = await screen.findByText('链接无效或已过期');
    // In the page, not in a message that disappears.
    expect([reason.closest('[role=alert]'), reason.closest('[data-above-dialogs]')]).toEqual([
      expect.anything(),
      null,
    ]);
    client.answer(userAuth.disownSession, () => new Promise(() => undefined));
    await user.click(await screen.findByRole('button', { name: '让该设备退出登录', busy: false }));
    expect(screen.queryByText('链接无效或已过期')).toBeNull();
    expect(screen.queryByRole('link', { name: '设置新密码' })).toBeNull();
  });
});

test.each([
  ['undo-email', userAuth.emailChangeUndo, zh.mailLinks.undo.submit],
  ['not-me', userAuth.disownSession, zh.mailLinks.not_me.submit],
] as const)(
  'the link %s signs another account out here before the password of its own is reset',
  async (section, endpoint, submit) => {
    const { user, store, client, router } = open(`?section=${section}&token=secret`, {
      answers: [
        [endpoint, { email: 'old@yunduo.test', signed_out: false }],
        [userAuth.logout, {}],
      ],
    });
    tokenStorage.saveToken('yd_token');
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    await user.click(await screen.findByRole('button', { name: submit }));
    expect(await screen.findByText(`当前登录的是 ${userFixture().email}，需要先退出登录。`)).toBeTruthy();
    expect([client.count(userAuth.logout), selectSignedIn(store.getState())]).toEqual([0, true]);
    await user.click(screen.getByRole('button', { name: zh.mailLinks.other.submit }));
    expect(await screen.findByRole('heading', { name: zh.login.reset.heading })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('old@yunduo.test');
    expect([client.count(userAuth.logout), tokenStorage.token()]).toEqual([1, '']);
    expect(router.state.location.search).toBe('?section=reset');
  },
);

test('the sign-out of another account removes its unsent input, also if the page is left meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { user, store, client, router } = open('?section=undo-email&token=secret', {
    answers: [
      [userAuth.emailChangeUndo, { email: 'old@yunduo.test', signed_out: false }],
      [userAuth.logout, () => promise],
    ],
  });
  tokenStorage.saveToken('yd_token');
  act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
  await user.click(await screen.findByRole('button', { name: zh.mailLinks.undo.submit }));
  sessionStorage.setItem('typed:refund:1', '{"reason":"broken"}');
  await user.click(await screen.findByRole('button', { name: zh.mailLinks.other.submit }));
  expect(client.count(userAuth.logout)).toBe(1);
  await act(() => router.navigate('/store'));
  await act(async () => resolve({}));
  await waitFor(() => expect(tokenStorage.token()).toBe(''));
  expect(sessionStorage.getItem('typed:refund:1')).toBeNull();
});

describe('signed-in visitor', () => {
  test.each([
    ['sign in', '?from=%2Fdeveloper-center', '登录'],
    ['register', '?section=register', '注册'],
    ['reset the password', '?section=reset', '重置密码'],
  ])('with a session ended by the server can %s, and keeps what they typed', async (_, search, heading) => {
    const { promise, reject } = Promise.withResolvers<object>();
    const { store, client, router, user } = open(search, { answers: [[userInfo.index, () => promise]] });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_dead', ytToken: '' })));
    await waitFor(() => expect(client.count(userInfo.index)).toBe(1));
    await user.type(await screen.findByRole('textbox', { name: '邮箱' }), 'me@example.com');
    await act(async () => reject(rejection('UNAUTHENTICATED')));
    await waitFor(() => expect(selectSignedIn(store.getState())).toBe(false));
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
    expect(screen.getByDisplayValue('me@example.com')).toBeTruthy();
    expect(router.state.location.search).toBe(search);
  });

  test('with a valid session is redirected from the reset section, which mails link to, to a new password', async () => {
    const { store, router } = open('?section=reset', { answers: [[userInfo.index, userFixture()]] });
    act(() => void store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' })));
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
    expect(router.state.location.search).toBe('?panel=change-password');
  });

  test('is redirected to the account, also when another tab signs in', async () => {
    const { store, router } = open('', { locale: 'en' });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    expect(await screen.findByRole('heading', { name: 'account in English' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en/user');
  });

  test('is redirected to the account if the target is rejected', async () => {
    const reject = jest.fn(() => {
      throw rejection('REDIRECT_REFUSED');
    });
    const { store, client } = open('?r_url=https%3A%2F%2Fevil.example%2F', {
      answers: [[userAuth.handover, reject]],
    });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    expect(await screen.findByRole('heading', { name: 'account' })).toBeTruthy();
    expect(sent(client, userAuth.handover)).toEqual([{ r_url: 'https://evil.example/' }]);
    expect(screen.queryByText('REDIRECT_REFUSED')).toBeNull();
    act(() => void store.dispatch(endSession()));
  });

  test('sees that the page is being left while the target is asked for, instead of a form', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { store, router } = open('?r_url=%2Fstore%2F7', { answers: [[userAuth.handover, () => promise]] });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    await waitFor(() => expect(message('status')).toContain(zh.login.leaving));
    expect(screen.queryByLabelText('邮箱')).toBeNull();
    await act(async () => resolve({ redirect: '/store/7?data=ydh_1' }));
    expect(await screen.findByRole('heading', { name: 'app' })).toBeTruthy();
    expect([router.state.location.search, router.state.historyAction]).toEqual(['?data=ydh_1', 'REPLACE']);
  });

  test('whose session ended meanwhile stays and can sign in', async () => {
    const { store, client, router } = open('?r_url=https%3A%2F%2Fapp.example%2F', {
      answers: [
        [
          userAuth.handover,
          () => {
            throw rejection('UNAUTHENTICATED');
          },
        ],
      ],
    });
    const { location } = router.state;
    act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
    await waitFor(() => expect(client.count(userAuth.handover)).toBe(1));
    await waitFor(() => expect(selectSignedIn(store.getState())).toBe(false));
    expect(await screen.findByLabelText('邮箱')).toBeTruthy();
    expect(router.state.location).toEqual(location);
  });
});

test('shows “please log in first” to visitors sent by the developer console', async () => {
  sessionStorage.setItem(SIGN_IN_REASON, 'login_first');
  open('', { locale: 'en' });
  expect(await screen.findByText('Please log in first')).toBeTruthy();
  expect(sessionStorage.getItem(SIGN_IN_REASON)).toBeNull();
});

test('keeps the typed address across sections', async () => {
  const { user, router } = open('');
  await user.type(screen.getByLabelText('邮箱'), 'me@example.com');
  for (const name of ['重置密码', '注册']) {
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name }));
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('me@example.com');
    expect(router.state.historyAction).toBe('REPLACE');
  }
  // And in the other language.
  cleanup();
  open('?section=register', { locale: 'en' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('me@example.com');
});

test.each([
  ['', false],
  ['?from=%2Fstore', true],
  ['?r_url=%2Fuser%23top', true],
  ['?from=https%3A%2F%2Fevil.example%2F', false],
  ['?r_url=https%3A%2F%2Fforum.example%2F', false],
])('promises a return for %p only if there is one', (search, back) => {
  open(search);
  expect(screen.queryByText('登录后返回刚才的页面。') !== null).toBe(back);
});

test('section links keep from', () => {
  open('?from=%2Fstore');
  const tabs = screen.getByRole('navigation', { name: '账号' });
  expect(within(tabs).getByRole('link', { name: '注册' }).getAttribute('href')).toBe(
    '/login?section=register&from=%2Fstore',
  );
  expect(within(tabs).getByRole('link', { name: '登录' }).getAttribute('aria-current')).toBe('page');
});

async function fillRegistration(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('邮箱'), 'new@yunduo.test');
  await user.type(screen.getByLabelText('邮箱验证码'), '123456');
  await user.type(screen.getByLabelText('设置密码'), 'Helm-2026-ahoi');
  await user.type(screen.getByLabelText('确认密码'), 'Helm-2026-ahoi');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '注册' }));
}

test.each([
  '',
  '?section=register',
  '?section=reset',
  '?section=undo-email&token=t',
  '?section=not-me&token=t',
])('%s has the recorded markup', async (query) => {
  expect(await markupOf(() => open(query, { locale: 'en' }))).toMatchSnapshot();
});
