import { site } from '@yunduo/api-contract';
import { selectCommon, type ShellState } from '@yunduo/app-shell';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { afterEach, expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SITE } from '../testing/site.ts';
import { AdStrip } from './ad-strip.tsx';

const activity = { id: 7, title: 'Winter check-up', ends_at: '2026-12-03T10:00:00.000Z' };

function show({
  locale = 'en' as 'zh' | 'en',
  path = '/en/store',
  info = { ...SITE, activity } as object,
} = {}) {
  const page = (
    <>
      <AdStrip />
      <main id="main" tabIndex={-1} />
    </>
  );
  const setup = inShell(page, {
    locale,
    path,
    words: locale === 'zh' ? zh : en,
    client: fakeClient([site.info, info]),
  });
  const view = render(setup.element);
  const common = () => selectCommon(setup.store.getState() as ShellState);
  return { ...view, common, visible: () => common().adVisible };
}
const { dataset } = document.documentElement;

afterEach(() => {
  document.cookie = 'ad=; Path=/; Max-Age=0';
  delete dataset['ad'];
});

test('[R3.02] shows the current activity and sets adVisible', async () => {
  const { visible, unmount } = show();
  const link = await screen.findByRole('link', { name: 'Winter check-up until 3\u00a0Dec\u00a02026' });
  expect(link.getAttribute('href')).toBe('/en/activity');
  expect(visible()).toBe(true);
  unmount();
  expect(visible()).toBe(false);
});

test('renders in Chinese', async () => {
  show({ locale: 'zh', path: '/' });
  const link = await screen.findByRole('link', { name: 'Winter check-up 2026年12月3日截止' });
  expect(link.getAttribute('href')).toBe('/activity');
  expect(screen.getByRole('complementary', { name: '正在进行的活动' })).toBeTruthy();
});

test.each([
  // Midnight in Shanghai, and a minute later.
  ['2026-11-30T16:00:00.000Z', '30 Nov 2026', '2026-11-30'],
  ['2026-11-30T16:01:00.000Z', '1 Dec 2026', '2026-12-01'],
])('names the last day of an activity that ends at %s: %s', async (ends_at, day, date) => {
  show({ info: { ...SITE, activity: { ...activity, ends_at } } });
  const last = await screen.findByText(`until ${day}`);
  expect(last.getAttribute('datetime')).toBe(date);
});

test('stays dismissed until there is another activity', async () => {
  const first = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss “Winter check-up”' }));
  expect([dataset['ad'], first.visible()]).toEqual(['off', false]);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  first.unmount();

  const again = show();
  await screen.findByRole('link');
  expect([dataset['ad'], again.visible()]).toEqual(['off', false]);
  again.unmount();

  const next = show({ info: { ...SITE, activity: { ...activity, id: 8 } } });
  await screen.findByRole('link');
  expect([dataset['ad'], next.visible()]).toEqual([undefined, true]);
});

test.each([
  ['there is no activity', '/en/store', { ...SITE, activity: null }],
  ['an older API omits the activity', '/en/store', { ...SITE, activity: undefined }],
  ['on the activity page', '/en/activity', { ...SITE, activity }],
])('renders nothing when %s', async (_when, path, info) => {
  const { visible, container, common } = show({ path, info });
  await waitFor(() => expect(common().siteInfo).not.toBeNull());
  expect([container.textContent, visible()]).toEqual(['', false]);
});
