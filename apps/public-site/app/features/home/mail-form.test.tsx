import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { captcha, subscribe } from '@yunduo/api-contract';
import { captchaChallenge, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { MailForm } from './mail-form.tsx';

let client: FakeClient;
beforeEach(() => {
  sessionStorage.clear();
  client = fakeClient([captcha.challenge, () => new Promise(() => undefined)]);
});
const open = () => render(inShell(<MailForm />, { client, locale: 'en', words: en, path: '/en' }).element);

test('rejects an invalid address at its field without a captcha', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Email'), 'nobody');
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sends nothing before the captcha; closing it keeps the address, also over a reload', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Email'), 'reader@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('reader@example.com');
  expect(client.count(subscribe.create)).toBe(0);
  // In the other language, and after a reload.
  cleanup();
  open();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('reader@example.com');
});

test('a sent request names its address and has the focus; another address starts empty', async () => {
  client = fakeClient(
    [captcha.challenge, captchaChallenge],
    [captcha.extend, { expires_in: 86_400 }],
    [captcha.verify, { ticket: 'ticket-1', expires_in: 180 }],
    [subscribe.create, {}],
  );
  open();
  await userEvent.type(screen.getByLabelText('Email'), 'reader@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(slider.ariaDisabled).not.toBe('true'));
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  fireEvent.keyDown(slider, { key: 'Enter' });
  expect(await screen.findByText(/reader@example\.com/)).toBeTruthy();
  expect(client.calls.find(({ endpoint }) => endpoint === captcha.challenge)?.input).toEqual({
    scene: 'subscribe',
  });
  expect(client.calls.find(({ endpoint }) => endpoint === subscribe.create)?.input).toEqual({
    email: 'reader@example.com',
    captcha_ticket: 'ticket-1',
    locale: 'en',
  });
  const another = screen.getByRole('button', { name: en.home.email.another });
  await waitFor(() => expect(document.activeElement).toBe(another));
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  await userEvent.click(another);
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('');
});
