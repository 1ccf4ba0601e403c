import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, markupOf, message } from '@yunduo/app-shell/testing';
import userEvent from '@testing-library/user-event';
import { authCode, order, site, type LicencePlanOffer } from '@yunduo/api-contract';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { act, type ReactNode } from 'react';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import { orderSchema } from '@yunduo/validation/schemas';
import { choiceOf, quantityOf } from './order-form.tsx';
import * as route from './route.tsx';

const OFFERS: LicencePlanOffer[] = [
  { plan: 'm1', name: '1 month', note: '', months: 1, price: 2_900, currency: 'CNY' },
  {
    plan: 'm12',
    name: '12 months',
    note: 'For servers that stay',
    months: 12,
    price: 26_900,
    currency: 'CNY',
  },
  { plan: 'permanent', name: 'Permanent', note: '', months: null, price: 89_900, currency: 'CNY' },
];

const ORDERED = { order_no: 'YD20261121-AAAAA-BBBBB', unit_price: 26_900, amount: 26_900, currency: 'CNY' };

let client: FakeClient;
beforeEach(() => {
  localStorage.clear();
  clearMessages();
  client = fakeClient(
    [site.info, SITE],
    [authCode.plans, { list: OFFERS, keys: [] }],
    [order.payProviders, { list: ['bank_transfer'] }],
  );
});
const show = (at = '/auth', locale: 'zh' | 'en' = 'en', frame?: ReactNode) => {
  const view = renderRoute(route, { client, pattern: '/auth', at, locale, frame });
  return { ...view, hand: userEvent.setup() };
};
const signIn = (store: ReturnType<typeof show>['store']) => {
  tokenStorage.saveToken('yd_token');
  act(() => void store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' })));
};

test('[R2.07] shows all plans with prices and terms, preselected from the URL', async () => {
  show('/auth?plan=permanent&quantity=3');
  const plans = within(await screen.findByRole('radiogroup', { name: 'Duration' }));
  expect(plans.getAllByRole('radio')).toHaveLength(3);
  expect(plans.getByRole<HTMLInputElement>('radio', { name: /Permanent/ }).checked).toBe(true);
  expect(plans.getByText('about CNY 22.42/month')).toBeTruthy();
  expect(screen.getByText('Permanent × 3').previousElementSibling?.textContent).toBe('CNY 2,697.00');
  expect(screen.getByText(/3 times in 365 days/)).toBeTruthy();
  expect(screen.getByText(/Works for 14 days/)).toBeTruthy();
  expect(screen.getByText(/has a 14-day grace period/)).toBeTruthy();
  expect(screen.getByText(/Refunds are handled via customer service/)).toBeTruthy();
});

test('a new total is announced once it settles, the first one not', async () => {
  const { hand } = show('/auth?plan=permanent');
  const quantity = await screen.findByLabelText('Quantity');
  expect(screen.getByRole('status').textContent).toBe('');
  await hand.clear(quantity);
  await hand.type(quantity, '12');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('CNY 10,788.00 Permanent × 12'));
});

test('states what is free, what a licence covers and how to pay', async () => {
  show();
  const free = within(await screen.findByRole('region', { name: 'Free' }));
  expect(free.getByText('Install any app from the app store')).toBeTruthy();
  const licensed = within(screen.getByRole('region', { name: 'With an authorization code' }));
  expect(licensed.getByText(/one code per server/)).toBeTruthy();
  expect(licensed.getByRole('link', { name: 'View private deployment' }).getAttribute('href')).toBe(
    '/en/private',
  );
  expect(screen.getByText('Pay by: bank transfer')).toBeTruthy();
});

test.each([
  ['zh', '、', zh.purchase.pay],
  ['en', ', ', en.purchase.pay],
] as const)(
  'lists several ways to pay as %s does; without one it says nothing',
  async (locale, comma, words) => {
    client.answer(order.payProviders, { list: ['alipay', 'bank_transfer'] });
    const { unmount } = show('/auth', locale);
    const by = words.by.replace('{{ways}}', `${words.alipay}${comma}${words.bank_transfer}`);
    expect(await screen.findByText(by)).toBeTruthy();
    unmount();
    client = fakeClient(
      [site.info, SITE],
      [authCode.plans, { list: OFFERS, keys: [] }],
      [order.payProviders, { list: [] }],
    );
    show('/auth', locale);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(words.by.split('{{')[0]?.trim() ?? '', { exact: false })).toBeNull();
  },
);

test('sends a visitor to sign-in and back to the selected plan', async () => {
  const { hand, router } = show('/auth', 'zh');
  await hand.click(await screen.findByRole('radio', { name: /1 month/ }));
  const quantity = screen.getByLabelText('数量');
  await hand.clear(quantity);
  await hand.type(quantity, '2');
  await hand.click(screen.getByRole('button', { name: '购买' }));
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/login');
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe('/auth?plan=m1&quantity=2');
  expect(client.count(order.create)).toBe(0);
});

test('creates an order and opens its page', async () => {
  client.answer(order.create, ORDERED);
  const { hand, router, store } = show('/auth', 'en', <Toasts />);
  signIn(store);
  await hand.click(await screen.findByRole('button', { name: 'Buy' }));
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(client.calls.find(({ endpoint }) => endpoint.url === order.create.url)?.input).toEqual({
    plan: 'm12',
    quantity: 1,
  });
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/en/user?panel=order-info&order=YD20261121-AAAAA-BBBBB',
  );
  expect(screen.queryByText(/The price has just changed/)).toBeNull();
  // The choice replaced the page's history entry: a single step back leaves it.
  await act(() => router.navigate(-2));
  expect(router.state.location.search).toBe('?plan=m12&quantity=1');
});

test('says what the order costs if the price has changed since the page was loaded', async () => {
  client.answer(order.create, { ...ORDERED, unit_price: 29_900, amount: 29_900 });
  const { hand, store } = show('/auth', 'en', <Toasts />);
  signIn(store);
  await hand.click(await screen.findByRole('button', { name: 'Buy' }));
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(screen.getByText('The price has just changed. This order costs CNY 299.00.')).toBeTruthy();
});

test('does not navigate if the user has left the page meanwhile', async () => {
  client.answer(order.create, () => {
    history.pushState(null, '', '/en/store');
    return ORDERED;
  });
  const { hand, router, store } = show('/auth', 'en', <Toasts />);
  signIn(store);
  await hand.click(await screen.findByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(client.count(order.create)).toBe(1));
  // The form has finished: no request is pending.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' }).ariaDisabled).not.toBe('true'));
  expect(router.state.location.pathname).toBe('/en/auth');
  expect(await screen.findByText(en.frame.ordered)).toBeTruthy();
  history.replaceState(null, '', '/');
});

test('[R3.12] shows an invalid quantity at its field; a rejected order links to the orders', async () => {
  client.answer(order.create, () => {
    throw rejection('ORDER_LIMIT', {}, 'Ten orders wait for payment');
  });
  const { hand, store } = show();
  signIn(store);
  const quantity = await screen.findByLabelText<HTMLInputElement>('Quantity');
  await hand.clear(quantity);
  await hand.type(quantity, '101');
  await hand.click(screen.getByRole('button', { name: 'Buy' }));
  expect(await screen.findByText(/1 to 100/)).toBeTruthy();
  expect(document.activeElement).toBe(quantity);
  await hand.clear(quantity);
  await hand.type(quantity, '100');
  await hand.click(screen.getByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(message('alert')).toContain('Ten orders wait for payment'));
  expect(screen.getByRole('link', { name: 'View orders' }).getAttribute('href')).toBe(
    '/en/user?panel=order-info',
  );
  expect(quantity.value).toBe('100');
});

test('a plan that is no longer sold is rejected at the plans, and described there', async () => {
  client.answer(order.create, () => {
    throw rejection('VALIDATION_FAILED', { fields: { plan: 'field_invalid' } });
  });
  const { hand, store } = show();
  signIn(store);
  await hand.click(await screen.findByRole('button', { name: 'Buy' }));
  const plans = await screen.findByRole('radiogroup', { name: 'Duration' });
  await waitFor(() => expect(plans.getAttribute('aria-invalid')).toBe('true'));
  const [id = ''] = (plans.getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(id)?.textContent).toBe('This field is invalid');
  expect(plans.contains(document.activeElement)).toBe(true);
});

test('restores the selection after a reload and in the other language, unless the URL sets it', async () => {
  sessionStorage.clear();
  const { hand, unmount } = show();
  await hand.click(await screen.findByRole('radio', { name: /1 month/ }));
  const quantity = await screen.findByLabelText<HTMLInputElement>('Quantity');
  await hand.clear(quantity);
  await hand.type(quantity, '4');
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('4'));
  unmount();
  const again = show('/auth', 'zh');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /1 month/ })).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('数量').value).toBe('4');
  again.unmount();
  show('/auth?plan=permanent&quantity=2');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Permanent/ })).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('2');
  sessionStorage.clear();
});

test('shows the support address while nothing is on sale', async () => {
  client.answer(authCode.plans, { list: [], keys: [] });
  show();
  expect(await screen.findByText('No plans available')).toBeTruthy();
  expect(screen.getByText(new RegExp(SITE.support_email))).toBeTruthy();
});

test('choiceOf falls back to the default plan and quantity for invalid URLs', () => {
  expect(choiceOf(new URLSearchParams('plan=m6&quantity=0'), OFFERS)).toEqual({ plan: 'm12', quantity: '1' });
  expect(choiceOf(new URLSearchParams(), OFFERS.slice(0, 1))).toEqual({ plan: 'm1', quantity: '1' });
  expect(['101', '0', '1.5', '', ' ', '-1', 'x', 'Infinity'].map(quantityOf)).toEqual(Array(8).fill(null));
  expect(choiceOf(new URLSearchParams('quantity=1e1'), OFFERS)).toMatchObject({ quantity: '10' });
});

test.each(['1', '100', '05', '1e1', '3.0', '+2'])(
  'the total is that of the ordered quantity (%s)',
  async (typed) => {
    const { quantity } = await orderSchema.validate({ plan: 'm1', quantity: typed });
    expect(quantityOf(typed)).toBe(quantity);
  },
);

test.each(['/auth?plan=m1'])('%s has the recorded markup', async (at) => {
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});

test('it has the recorded markup while nothing is on sale', async () => {
  client.answer(authCode.plans, { list: [], keys: [] });
  expect(await markupOf(() => show())).toMatchSnapshot();
});
