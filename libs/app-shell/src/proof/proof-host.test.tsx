import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { order, userFactor, userInfo } from '@yunduo/api-contract';
import { isApiFailure, orderApi } from '@yunduo/data-access';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import type { Locale } from '@yunduo/i18n';
import { endSession, sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { toastStore } from '../toasts/toast-store.ts';
import { Toasts } from '../toasts/toasts.tsx';
import { clearMessages, inShell, message, messageOrToast } from '../testing.tsx';
import { ProofHost } from './proof-host.tsx';

let client: FakeClient;
let proved: boolean;
beforeEach(() => {
  proved = false;
  client = fakeClient([
    userInfo.prove,
    ({ password }: { password: string }) => {
      if (password !== 'right') throw rejection('PASSWORD_WRONG', { fields: { password: 'password_wrong' } });
      proved = true;
      return { until: '2026-11-25T12:15:00.000Z' };
    },
  ]);
  client.answer(order.refundRequest, (): object => {
    // Without a method it is the password.
    if (!proved) throw rejection('PROOF_REQUIRED', {}, 'prove it');
    return { order_no: 'Y1' };
  });
});
afterEach(() => {
  cleanup();
  clearMessages();
});

function open(locale: Locale = 'zh') {
  const view = inShell(null, {
    client,
    locale,
    frame: (
      <>
        <ProofHost />
        <Toasts />
      </>
    ),
  });
  render(view.element);
  act(() => void view.store.dispatch(sessionStarted({ token: 'yd_token', user: userFixture() })));
  const refund = () =>
    view.store.dispatch(
      orderApi.endpoints.orderRefundRequest.initiate({ order_no: 'Y1', reason: 'typed with care' }),
    );
  return { ...view, refund, user: userEvent.setup() };
}

describe('call with PROOF_REQUIRED', () => {
  test('asks for the password and repeats the call with the same input', async () => {
    const { user, refund } = open();
    const call = refund();
    const field = await screen.findByLabelText('登录密码');
    expect(screen.getByRole('dialog', { name: '确认是你本人' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, 'right{Enter}');
    expect((await call).data).toEqual({ order_no: 'Y1' });
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = client.calls.filter(({ endpoint }) => endpoint.url === order.refundRequest.url);
    expect(sent.map(({ input }) => input)).toEqual([
      { order_no: 'Y1', reason: 'typed with care' },
      { order_no: 'Y1', reason: 'typed with care' },
    ]);
  });

  test('is rejected with a toast when the dialog is cancelled', async () => {
    const { user, refund } = open('en');
    const call = refund();
    await screen.findByLabelText('Password');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const { error } = await call;
    expect(isApiFailure(error) && error.code).toBe('PROOF_REQUIRED');
    expect(client.count(order.refundRequest)).toBe(1);
    expect(await screen.findByText('prove it')).toBeTruthy();
  });

  test('is rejected at once without a mounted ProofHost', async () => {
    const { refund } = open();
    cleanup();
    const { error } = await refund();
    expect(isApiFailure(error) && error.code).toBe('PROOF_REQUIRED');
    expect(client.count(order.refundRequest)).toBe(1);
  });

  test('shows a wrong password at its field and does not send an empty one', async () => {
    const { user, refund } = open();
    void refund();
    const field = await screen.findByLabelText('登录密码');
    await user.click(screen.getByRole('button', { name: '确认并继续' }));
    expect(await screen.findByText('请填写此项')).toBeTruthy();
    expect(client.count(userInfo.prove)).toBe(0);
    await user.type(field, 'wrong{Enter}');
    expect(await screen.findByText('密码错误，请重试')).toBeTruthy();
    expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true']);
    await user.type(field, '!');
    expect(screen.queryByText('密码错误，请重试')).toBeNull();
  });

  test('shows any other error in the dialog, which stays open', async () => {
    const { user, refund } = open();
    client.answer(userInfo.prove, () => {
      throw rejection('ACCOUNT_LOCKED', {}, '请 15 分钟后再试');
    });
    void refund();
    await user.type(await screen.findByLabelText('登录密码'), 'right{Enter}');
    await waitFor(() => expect(message('alert')).toBe('请 15 分钟后再试'));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('leaves an error of the server to its toast, and can be sent again', async () => {
    const { user, refund } = open();
    client.answer(userInfo.prove, () => {
      throw rejection('INTERNAL', {}, '服务器繁忙');
    });
    const call = refund();
    await user.type(await screen.findByLabelText('登录密码'), 'right{Enter}');
    await waitFor(() => expect(toastStore.get()?.text).toBe('服务器繁忙'));
    expect(screen.getByRole('dialog').textContent).not.toContain('服务器繁忙');
    client.answer(userInfo.prove, () => {
      proved = true;
      return { until: '2026-11-25T12:15:00.000Z' };
    });
    await user.click(screen.getByRole('button', { name: '确认并继续' }));
    expect((await call).data).toEqual({ order_no: 'Y1' });
  });

  test('with a second factor is confirmed by a TOTP code or a recovery code', async () => {
    const { user, refund } = open('en');
    client.answer(order.refundRequest, (): object => {
      if (!proved) throw rejection('PROOF_REQUIRED', { proof: ['totp', 'recovery'] }, 'prove it');
      return { order_no: 'Y1' };
    });
    client.answer(userInfo.prove, ({ recovery_code }: { code?: string; recovery_code?: string }) => {
      if (recovery_code !== 'AAAA-BBBB') throw rejection('FACTOR_INVALID', {});
      proved = true;
      return { until: '2026-11-25T12:15:00.000Z' };
    });
    const call = refund();
    const code = await screen.findByLabelText('6 digits from your authenticator app');
    expect(screen.queryByLabelText('Password')).toBeNull();
    const typing = (field: Element) =>
      ['inputmode', 'autocomplete', 'spellcheck'].map((name) => field.getAttribute(name));
    expect(typing(code)).toEqual(['numeric', 'one-time-code', 'false']);
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText('Wrong code. Wait for the next one and try again')).toBeTruthy();
    expect(document.activeElement).toBe(code);
    await user.click(screen.getByRole('button', { name: 'No phone at hand? Use a recovery code' }));
    const recovery = screen.getByLabelText<HTMLInputElement>('Recovery code');
    expect([document.activeElement, recovery.value]).toEqual([recovery, '']);
    expect(typing(recovery)).toEqual(['text', 'off', 'false']);
    await user.type(recovery, 'nope{Enter}');
    expect(await screen.findByText('Wrong or already used recovery code')).toBeTruthy();
    await user.clear(recovery);
    await user.type(recovery, 'AAAA-BBBB{Enter}');
    expect((await call).data).toEqual({ order_no: 'Y1' });
    const sent = client.calls.filter(({ endpoint }) => endpoint.url === userInfo.prove.url);
    expect(sent.map(({ input }) => input)).toEqual([
      { code: '123456' },
      { recovery_code: 'nope' },
      { recovery_code: 'AAAA-BBBB' },
    ]);
  });

  describe('with a passkey', () => {
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    const options = {
      challenge: 'AAAA',
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    } as const;
    let browser: () => Promise<unknown>;
    beforeEach(() => {
      browser = () =>
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
      Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: () => undefined });
      Object.defineProperty(navigator, 'credentials', {
        configurable: true,
        value: { get: () => browser() },
      });
      client.answer(userFactor.passkeyProve, { options, until: '2026-11-25T12:05:00.000Z' });
      client.answer(userInfo.prove, () => {
        proved = true;
        return { until: '2026-11-25T12:15:00.000Z' };
      });
      client.answer(order.refundRequest, (): object => {
        if (!proved)
          throw rejection('PROOF_REQUIRED', { proof: ['passkey', 'totp', 'recovery'] }, 'prove it');
        return { order_no: 'Y1' };
      });
    });
    afterEach(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    });

    test('sends the browser’s assertion', async () => {
      const { user, refund } = open('en');
      const call = refund();
      await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      expect((await call).data).toEqual({ order_no: 'Y1' });
      const sent = client.calls.filter(({ endpoint }) => endpoint.url === userInfo.prove.url);
      expect(sent.map(({ input }) => input)).toEqual([
        {
          passkey: {
            id: 'Y3JlZA',
            client_data: 'Y2xpZW50',
            authenticator_data: 'ZGF0YQ',
            signature: 'c2lnbmF0dXJl',
          },
        },
      ]);
    });

    test('keeps the dialog open when the browser’s prompt is cancelled, and offers TOTP', async () => {
      browser = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      const { user, refund } = open('en');
      void refund();
      await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      await waitFor(() => expect(message('status')).toContain('Not completed'));
      expect([messageOrToast('alert'), client.count(userInfo.prove)]).toEqual(['', 0]);
      const asked = client.count(userFactor.passkeyProve);
      await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      await waitFor(() => expect(client.count(userFactor.passkeyProve)).toBe(asked + 1));
      await screen.findByRole('button', { name: 'Use a passkey' });
      await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
      expect(message('status')).toBe('');
      const code = await screen.findByLabelText('6 digits from your authenticator app');
      await waitFor(() => expect(document.activeElement).toBe(code));
      await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
      expect(screen.queryByLabelText('6 digits from your authenticator app')).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use a passkey' }));
    });

    test.each<[string, () => unknown]>([
      ['completed', () => browser()],
      ['cancelled', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
    ])('a prompt that is %s after another method was chosen changes nothing', async (_how, answer) => {
      const { user, refund } = open('en');
      const call = refund();
      const button = await screen.findByRole('button', { name: 'Use a passkey' });
      let end!: (answer: unknown) => void;
      const prompt = jest
        .spyOn(navigator.credentials, 'get')
        .mockReturnValueOnce(new Promise((resolve) => (end = resolve as typeof end)));
      await user.click(button);
      await waitFor(() => expect(prompt).toHaveBeenCalled());
      await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
      const code = await screen.findByLabelText('6 digits from your authenticator app');
      expect(prompt.mock.lastCall?.[0]?.signal?.aborted).toBe(true);
      await act(async () => end(answer()));
      expect([message('status'), client.count(userInfo.prove)]).toEqual(['', 0]);
      // The other method need not wait for the prompt.
      await user.type(code, '123456{Enter}');
      expect((await call).data).toEqual({ order_no: 'Y1' });
    });

    test('no prompt opens after another method was chosen', async () => {
      const { user, refund } = open('en');
      void refund();
      const button = await screen.findByRole('button', { name: 'Use a passkey' });
      let ask!: () => void;
      client.answer(
        userFactor.passkeyProve,
        () => new Promise((resolve) => (ask = () => resolve({ options }))),
      );
      const prompt = jest.spyOn(navigator.credentials, 'get');
      await user.click(button);
      await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
      await act(async () => ask());
      await act(async () => void (await import('../passkeys/ceremony.ts')));
      await act(async () => undefined);
      expect(prompt).not.toHaveBeenCalled();
    });

    test('tells a prompt that failed from one that was cancelled', async () => {
      browser = () => Promise.reject(new DOMException('', 'SecurityError'));
      const { user, refund } = open('en');
      void refund();
      await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      await waitFor(() => expect(message('status')).toContain('could not use a passkey'));
      expect(client.count(userInfo.prove)).toBe(0);
    });

    test('sends nothing in a browser without passkeys, if the account has no other method', async () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      client.answer(order.refundRequest, () => {
        throw rejection('PROOF_REQUIRED', { proof: ['passkey'] }, 'prove it');
      });
      const { user, refund } = open('en');
      void refund();
      expect(await screen.findByText(/does not support passkeys/)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
      expect([client.count(userFactor.passkeyProve), client.count(userInfo.prove)]).toEqual([0, 0]);
    });

    test('starts with TOTP in a browser without passkeys', async () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      const { refund } = open('en');
      void refund();
      expect(await screen.findByLabelText('6 digits from your authenticator app')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
    });
  });

  test('two calls share one dialog', async () => {
    const { user, refund } = open();
    const both = Promise.all([refund(), refund()]);
    await user.type(await screen.findByLabelText('登录密码'), 'right{Enter}');
    expect((await both).map(({ data }) => data)).toEqual([{ order_no: 'Y1' }, { order_no: 'Y1' }]);
    expect(client.count(userInfo.prove)).toBe(1);
  });

  test('is rejected when the session ends meanwhile', async () => {
    const { store, refund } = open();
    const call = refund();
    await screen.findByLabelText('登录密码');
    act(() => void store.dispatch(endSession()));
    expect(await screen.findByText('prove it')).toBeTruthy();
    expect(isApiFailure((await call).error)).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
