import { beforeEach, expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscribe as calls } from '@yunduo/api-contract';
import { inShell, markupOf, message, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import NewsletterRoute from './route.tsx';

const ADDRESS = 'reader@example.com';
let client: FakeClient;
beforeEach(() => {
  client = fakeClient();
});
const open = (query: string, locale: 'zh' | 'en' = 'en') =>
  render(
    inShell(<NewsletterRoute />, {
      client,
      locale,
      words: locale === 'zh' ? zh : en,
      path: `${locale === 'en' ? '/en' : ''}/subscribe?${query}`,
    }).element,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the link sends nothing; the button subscribes', async () => {
  client.answer(calls.confirm, { email: ADDRESS });
  open('do=confirm&token=t1', 'zh');
  expect([client.calls, message('alert')]).toEqual([[], '']);
  await press('确认订阅');
  await waitFor(() => expect(message('status')).toContain('订阅成功'));
  expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: '《隐私政策》' }).getAttribute('href')).toBe(
    '/protocol/privacy-policy',
  );
  expect(screen.getByText(`${ADDRESS} 会收到更新邮件。`)).toBeTruthy();
  expect(client.calls.map(({ input }) => input)).toEqual([{ token: 't1' }]);
});

test.each(['confirm', 'unsubscribe'])('%s has a noscript message', (what) => {
  const { container } = open(`do=${what}&token=t1`);
  expect(container.querySelector('noscript')).toBeTruthy();
});

test('an expired link shows the error and links to a new subscription', async () => {
  client.answer(calls.confirm, () => {
    throw rejection('SUBSCRIBE_LINK_INVALID', {}, 'This link is no longer valid.');
  });
  open('do=confirm&token=t1');
  await press('Confirm subscription');
  await waitFor(() => expect(message('alert')).toContain('This link is no longer valid.'));
  expect(screen.getByRole('link', { name: 'Subscribe again' }).getAttribute('href')).toBe('/en#email');
  let answer = (_: object) => {};
  client.answer(calls.confirm, () => new Promise<object>((resolve) => (answer = resolve)));
  await press('Confirm subscription');
  await waitFor(() => expect(messageOrToast('alert')).toBe(''));
  await act(async () => answer({ email: ADDRESS }));
});

test('a link without a token shows an error without a request', async () => {
  open('do=unsubscribe');
  await press('Unsubscribe');
  await waitFor(() => expect(message('alert')).toMatch(/incomplete/));
  expect(client.calls).toEqual([]);
});

test('a failed press shows its error until the next one', async () => {
  client.answer(calls.unsubscribe, () => {
    throw rejection('SUBSCRIBE_LINK_INVALID', {}, 'This link is no longer valid.');
  });
  open('do=unsubscribe&token=t2');
  await press('Unsubscribe');
  await waitFor(() => expect(message('alert')).toContain('This link is no longer valid.'));
  // Who wants to leave is not led to a new subscription.
  expect(message('alert')).toContain(en.newsletter.newest);
  expect(screen.queryByRole('link', { name: 'Subscribe again' })).toBeNull();
  let answer = (_: object) => {};
  client.answer(calls.unsubscribe, () => new Promise<object>((resolve) => (answer = resolve)));
  await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe', busy: false }));
  await waitFor(() => expect(messageOrToast('alert')).toBe(''));
  await act(async () => answer({ email: ADDRESS, undo_token: 'back', expires_in: 3600 }));
  expect(await screen.findByText(new RegExp(ADDRESS))).toBeTruthy();
});

test('unsubscribing can be undone within 60 minutes', async () => {
  client.answer(calls.unsubscribe, { email: ADDRESS, undo_token: 'back', expires_in: 3600 });
  client.answer(calls.confirm, { email: ADDRESS });
  open('do=unsubscribe&token=t2');
  await press('Unsubscribe');
  expect(await screen.findByText('You are unsubscribed')).toBeTruthy();
  expect(screen.getByText(/within 60 minutes/)).toBeTruthy();
  await press('Resubscribe');
  expect(await screen.findByText('You are subscribed again')).toBeTruthy();
  expect(screen.getByText(new RegExp(ADDRESS))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to home page' }).getAttribute('href')).toBe('/en');
  expect(client.calls.at(-1)?.input).toEqual({ token: 'back' });
});

test('an expired undo shows the error', async () => {
  client.answer(calls.unsubscribe, { email: ADDRESS, undo_token: 'back', expires_in: 3600 });
  client.answer(calls.confirm, () => {
    throw rejection('SUBSCRIBE_LINK_INVALID', {}, 'This link is no longer valid.');
  });
  open('do=unsubscribe&token=t2');
  await press('Unsubscribe');
  await userEvent.click(await screen.findByRole('button', { name: 'Resubscribe' }));
  await waitFor(() => expect(message('alert')).toContain('This link is no longer valid.'));
  expect(screen.getByRole('link', { name: 'Subscribe again' })).toBeTruthy();
});

test.each(['do=confirm&token=t1', 'do=unsubscribe&token=t1', ''])(
  '%s has the recorded markup',
  async (query) => {
    expect(await markupOf(() => open(query))).toMatchSnapshot();
  },
);
