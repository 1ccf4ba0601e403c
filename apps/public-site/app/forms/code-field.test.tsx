import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { captcha, userAuth } from '@yunduo/api-contract';
import { useForm } from '@yunduo/app-shell/forms';
import { captchaChallenge, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, rejection } from '@yunduo/data-access/testing';
import { zh } from '@yunduo/i18n-public-site/zh';
import { CodeField } from './code-field.tsx';
import { formSchema } from './form-schema.ts';

beforeEach(() => sessionStorage.clear());

function Asking({ more = {} }: { more?: Partial<Parameters<typeof CodeField>[0]> }) {
  const form = useForm({
    id: 'asking',
    initialValues: { code: '' },
    schema: formSchema('codeSchema'),
    draft: null,
    onSubmit: () => Promise.resolve(),
  });
  return (
    <form {...form.form}>
      <CodeField form={form} scene="AUTH_RESET_PWD" email="user@yunduo.test" {...more} />
    </form>
  );
}

async function askForCode(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: '发送验证码' }));
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(slider).not.toHaveProperty('ariaDisabled', 'true'));
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  fireEvent.keyDown(slider, { key: 'Enter' });
}

test('TOO_MANY_REQUESTS starts the countdown; its error disappears with it', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const client = fakeClient(
      [captcha.challenge, captchaChallenge],
      [captcha.extend, { expires_in: 86_400 }],
      [captcha.verify, { ticket: 't', expires_in: 180 }],
    );
    client.answer(userAuth.sendEmail, () => {
      throw rejection('TOO_MANY_REQUESTS', { retry_after: 47 }, '操作太频繁，请 47 秒后再试');
    });
    render(inShell(<Asking />, { locale: 'zh', words: zh, client, path: '/login' }).element);
    await askForCode();
    expect(await screen.findByText('操作太频繁，请等倒计时结束后再试。')).toBeTruthy();
    const waiting = screen.getByRole('button', { name: /^4\d 秒后重新发送$/ });
    expect(waiting.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByLabelText('邮箱验证码').getAttribute('aria-describedby')).toMatch(/-hint/);
    fireEvent.click(waiting);
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/秒后再试/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(48_000));
    expect(screen.getByRole('button', { name: '发送验证码' })).toBeTruthy();
    expect(screen.queryByText(/操作太频繁/)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

test('the reason of a refusal disappears with the next try', async () => {
  const client = fakeClient(
    [captcha.challenge, captchaChallenge],
    [captcha.extend, { expires_in: 86_400 }],
    [captcha.verify, { ticket: 't', expires_in: 180 }],
  );
  client.answer(userAuth.sendEmail, () => {
    throw rejection('VALIDATION_FAILED', {}, '不能发送');
  });
  render(inShell(<Asking />, { locale: 'zh', words: zh, client, path: '/login' }).element);
  await askForCode();
  expect(await screen.findByText('不能发送')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '发送验证码' }));
  await screen.findByRole('dialog');
  expect(screen.queryByText('不能发送')).toBeNull();
});

/** Opens the slider, sets its value as assistive technology does, and presses Verify without a pointer. */
async function verifyByEvents(client: ReturnType<typeof fakeClient>) {
  client.answer(captcha.challenge, captchaChallenge);
  client.answer(captcha.extend, { expires_in: 86_400 });
  client.answer(userAuth.sendEmail, { resend_after: 60, expires_in: 600 });
  render(inShell(<Asking />, { locale: 'zh', words: zh, client, path: '/login' }).element);
  act(() => screen.getByRole('button', { name: '发送验证码' }).click());
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(slider).not.toHaveProperty('ariaDisabled', 'true'));
  fireEvent.change(slider, { target: { value: '212' } });
  act(() => screen.getByRole('button', { name: '验证' }).click());
  await waitFor(() => expect(client.count(captcha.verify)).toBe(1));
}

test('sends the code after a value set by assistive technology and Verify', async () => {
  const client = fakeClient([captcha.verify, { ticket: 't', expires_in: 180 }]);
  await verifyByEvents(client);
  await screen.findByRole('button', { name: /秒后重新发送$/ });
  expect(client.count(userAuth.sendEmail)).toBe(1);
});

test('sends no email if the captcha is closed during verification', async () => {
  let verified: (ticket: object) => void = () => undefined;
  const client = fakeClient([captcha.verify, () => new Promise((resolve) => (verified = resolve))]);
  await verifyByEvents(client);
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => verified({ ticket: 't', expires_in: 180 }));
  expect(client.count(userAuth.sendEmail)).toBe(0);
  expect(screen.getByRole('button', { name: '发送验证码' }).getAttribute('aria-busy')).toBeNull();
});

test('sends a code for its purpose, then has the focus and offers another one after the countdown', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const client = fakeClient([captcha.verify, { ticket: 'ticket-1', expires_in: 180 }]);
    client.answer(captcha.challenge, captchaChallenge);
    client.answer(captcha.extend, { expires_in: 86_400 });
    client.answer(userAuth.sendEmail, { resend_after: 60, expires_in: 600 });
    const more = {
      scene: 'USER_INFO_CHANGE_EMAIL' as const,
      email: 'next@yunduo.test',
      changeToken: 'change-1',
    };
    render(inShell(<Asking more={more} />, { locale: 'zh', words: zh, client, path: '/login' }).element);
    expect(screen.queryByText(/分钟内有效/)).toBeNull();
    await askForCode();
    await screen.findByRole('button', { name: '60 秒后重新发送' });
    expect(client.calls.find(({ endpoint }) => endpoint === captcha.challenge)?.input).toEqual({
      scene: 'send_email',
    });
    expect(client.calls.at(-1)?.input).toEqual({
      email: 'next@yunduo.test',
      scene: 'USER_INFO_CHANGE_EMAIL',
      captcha_ticket: 'ticket-1',
      change_token: 'change-1',
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('邮箱验证码')));
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.getByRole('button', { name: zh.forms.send_code_again })).toBeTruthy();
  } finally {
    jest.useRealTimers();
  }
});
