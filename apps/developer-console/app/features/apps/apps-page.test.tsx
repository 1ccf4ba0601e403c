import { beforeEach, describe, expect, test } from '@jest/globals';
import { devApp, site, userInfo, type DevAppItem, type Endpoint } from '@yunduo/api-contract';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, refusal, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppsPage } from './apps-page.tsx';

const developer = userFixture({ email: 'developer@yunduo.test', roles: ['user', 'developer'] });
const siteInfo = {
  name: '云舵',
  slogan: '',
  record_number: null,
  support_email: 'support@yunduo.test',
  links: { demo: null, forum: null, dev_docs: null },
  widget: null,
  content_revision: 1,
};

const app = (id: number, changes: Partial<DevAppItem> = {}): DevAppItem => ({
  id,
  app_key: `app-${id}`,
  name: `Keel ${id}`,
  intro: '',
  logo: null,
  status: 'published',
  review_status: null,
  version: '2.0.3',
  coming_version: null,
  due_at: null,
  waits_for: 'nobody',
  waits_since: null,
  open_suggestions: 0,
  taken_down: false,
  download_num: 12_846,
  human_download_num: '12,846',
  updated_at: '2026-11-05T18:00:00.000Z',
  ...changes,
});
const listOf = (list: DevAppItem[], total = list.length, page = 1) => ({ list, total, page, page_size: 20 });
type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(answers: Answer[], { locale = 'zh' as 'zh' | 'en', search = '' } = {}) {
  const client = fakeClient([userInfo.index, developer], [site.info, siteInfo]);
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<AppsPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/applications${search}`,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  return { ...view, hand: userEvent.setup() };
}

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

describe('the list', () => {
  test.each([
    [
      'zh',
      '已上架',
      '审核中',
      '2026年11月25日前答复',
      '等你修改',
      '2 个应用，下载 25,692 次。1 个版本在审核。',
    ],
    [
      'en',
      'Published',
      'In review',
      'Answer by 25 Nov 2026',
      'Your turn',
      '2 apps, 25,692 downloads. 1 version is in review.',
    ],
  ] as const)(
    'says in %s where each app and its review stand',
    async (locale, published, inReview, due, _turn, summary) => {
      const apps = [app(1), app(2, { review_status: 'in_review', due_at: '2026-11-25T02:24:00.000Z' })];
      open([[devApp.list, listOf(apps)]], { locale });
      expect(screen.getByRole('status')).toBeTruthy();
      const rows = await screen.findAllByRole('row');
      expect(rows).toHaveLength(3);
      const [, first, second] = rows as [HTMLElement, HTMLElement, HTMLElement];
      expect(within(first).getByRole('rowheader').textContent).toContain('Keel 1');
      expect(within(first).getByText(published)).toBeTruthy();
      expect(within(first).getByText('12,846')).toBeTruthy();
      expect(within(second).getByText(inReview)).toBeTruthy();
      expect(within(second).getByText(due)).toBeTruthy();
      expect(screen.getByText(summary)).toBeTruthy();
    },
  );

  test('says whose turn it is, and that an app has no version yet', async () => {
    const apps = [
      app(1, { status: 'pending_release', review_status: 'changes_requested', version: '0.9.0' }),
      app(2, { status: 'unpublished', version: null }),
    ];
    open([[devApp.list, listOf(apps)]]);
    expect(await screen.findByText('等你修改')).toBeTruthy();
    expect(screen.getByText('待发布')).toBeTruthy();
    expect(screen.getByText('已下架')).toBeTruthy();
    expect(screen.getByText('还没有版本')).toBeTruthy();
  });

  test('days are those of the site, and English says so', async () => {
    open([[devApp.list, listOf([app(1)])]], { locale: 'en' });
    expect(await screen.findByText('6 Nov 2026')).toBeTruthy();
    expect(screen.getByText(/China Standard Time/)).toBeTruthy();
  });

  test('a long list has pages with addresses of their own', async () => {
    const { client } = open([[devApp.list, listOf([app(21)], 21, 2)]], { locale: 'en', search: '?page=2' });
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(within(pages).getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe(
      '/en/developer-center/applications',
    );
    expect(client.calls.find(({ endpoint }) => endpoint.url === devApp.list.url)?.input).toEqual({ page: 2 });
  });
});

describe('without a list', () => {
  test('an empty one invites', async () => {
    open([[devApp.list, listOf([])]]);
    expect(await screen.findByRole('heading', { name: '还没有应用' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '看看要准备什么' }).getAttribute('href')).toBe(
      '/developer-center#steps',
    );
  });

  test('a failed one says so, and is asked for again on request', async () => {
    let away = true;
    const answer = () => {
      if (away) throw silence();
      return listOf([app(1)]);
    };
    const { hand } = open([[devApp.list, answer]], { locale: 'en' });
    expect(await screen.findByRole('heading', { name: 'Your applications did not load' })).toBeTruthy();
    away = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Keel 1')).toBeTruthy();
  });

  test('a user without the role is told what to do, and nothing is asked that would be refused', async () => {
    const { client } = open([[userInfo.index, userFixture({ email: 'user@yunduo.test', roles: ['user'] })]], {
      locale: 'en',
    });
    expect(await screen.findByRole('heading', { name: 'This account is not a developer yet' })).toBeTruthy();
    expect(screen.getByText(/user@yunduo.test/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read the developer agreement' }).getAttribute('href')).toBe(
      '/en/protocol/developer-agreement',
    );
    const mail = await screen.findByRole('link', { name: 'Write to apply' });
    expect(mail.getAttribute('href')).toMatch(/^mailto:support@yunduo\.test\?subject=/);
    expect(client.count(devApp.list)).toBe(0);
  });

  test('a role that was taken away meanwhile is told the same', async () => {
    const refuse = () => {
      throw refusal('FORBIDDEN');
    };
    open([[devApp.list, refuse]]);
    expect(await screen.findByRole('heading', { name: '这个账号还不是开发者' })).toBeTruthy();
  });
});
