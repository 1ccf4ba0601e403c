import type { Locator, Page } from '@playwright/test';
import { en as sharedEn } from '@yunduo/i18n/en';
import { zh as sharedZh } from '@yunduo/i18n/zh';
import { en as consoleEn } from '@yunduo/i18n-developer-console/en';
import { zh as consoleZh } from '@yunduo/i18n-developer-console/zh';
import { en as siteEn } from '@yunduo/i18n-public-site/en';
import { zh as siteZh } from '@yunduo/i18n-public-site/zh';
import type { AppMaps } from './maps.ts';

export const WORDS = {
  zh: { ...sharedZh, ...siteZh, console: consoleZh },
  en: { ...sharedEn, ...siteEn, console: consoleEn },
};
export type Words = (typeof WORDS)['zh'] | (typeof WORDS)['en'];

/** One page in one state. */
export interface View {
  name: string;
  /** Without language prefix. */
  path: string;
  /** Address of the seeded account that is signed in. */
  account?: string;
  /** A link on that page, whose target is the view. Ids differ from seed to seed, links do not. */
  follow?: string;
  /** The button that opens the dialog of the view. */
  opens?: (page: Page, words: Words) => Locator;
  /** Brings the page into its state if a link or a button is not enough. */
  prepare?: (page: Page, words: Words) => Promise<void>;
  /** A call of the API and its replacement: the server's own response about another object. */
  asks?: readonly [call: RegExp, query: Readonly<Record<string, string>>];
  /** API calls that fail: the page without its data. */
  broken?: RegExp;
  /** Allowed messages in the browser's console. */
  allows?: RegExp;
}

/** Password of the seeded accounts. */
export const PASSWORD = 'Yunduo2026';
const USER = 'user@yunduo.test';
const DEVELOPER = 'developer@yunduo.test';
const REVIEWER = 'reviewer@yunduo.test';
const OPERATOR = 'operator@yunduo.test';

const rowLink = (app: string, target: string): string =>
  `main tr:has-text("${app}") a[href*="/${target}?id="]`;

/** A real address for each page whose path has a parameter. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'application-detail': '/application/1',
  'store-detail': '/store/1',
  protocol: '/protocol/user-agreement',
  'not-found': '/nowhere',
  'console-not-found': '/developer-center/nowhere',
};
/** A page that needs a parameter to show anything. */
const FOLLOWED: Readonly<Record<string, Pick<View, 'path' | 'follow' | 'account'>>> = {
  'console-listing': {
    path: '/developer-center/applications?status=unpublished',
    follow: 'main a[href*="/app-edit?id="]',
  },
  'console-versions': {
    path: '/developer-center/applications',
    follow: 'main a[href*="/app-versions?id="]',
  },
  'console-preview': {
    path: '/developer-center/control-panel',
    follow: 'main a[href*="/app-preview?id="]',
  },
};

type Of = (words: Words) => string;
const REFUSED = /status of (401|404|503)/;

/** A page, signed in or not, in a state. */
const at = (name: string, path: string, account?: string, state: Partial<View> = {}): View => ({
  name,
  path,
  ...(account && { account }),
  ...state,
});
/** Presses the first button with this text, which opens a dialog. */
const pressing = (of: Of): Partial<View> => ({
  opens: (page, words) =>
    page
      .locator('main button')
      .filter({ hasText: of(words) })
      .first(),
});
/** Presses the button of a licence, which is on the page of the first code in a status. */
const licence = (name: string, status: string, of: Of): View =>
  at(name, `/user?panel=my-codes&state=${status}`, USER, {
    follow: 'main a[href*="code="] >> nth=0',
    opens: (page, words) =>
      page
        .locator('main')
        .getByRole('button', { name: new RegExp(of(words).replace('{{tail}}', '\\w{4}')) })
        .first(),
  });
const failing = (broken: RegExp): Partial<View> => ({ broken, allows: REFUSED });

/** The activity page with another of the seeded ones: the server's own response about it. */
const activityThat = (state: 'not_started' | 'ended', id: number): View => ({
  name: `activity-${state.replace('_', '-')}`,
  path: '/activity',
  asks: [/activity\/detail/, { id: String(id) }],
  prepare: (page, words) => page.getByText(words.activity.state[state], { exact: true }).waitFor(),
});

/** A page of the operators' desk, or the first link there. */
const deskView = (name: string, path: string, follow?: string): View =>
  at(name, `/developer-center/desk/${path}`, OPERATOR, follow === undefined ? {} : { follow });

async function beginDeletion(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.accountSettings.delete.begin, exact: true }).click();
  await page.getByLabel(words.accountSettings.delete.password, { exact: true }).waitFor();
}

const ORDERS = '/user?panel=order-info';
const APPS = '/developer-center/applications';
const LOCKED_ORDER = 'main tr:has(a[href$="#order-invoice"]) a >> nth=0';

/** States to check beside the plain pages. */
const STATES: readonly View[] = [
  at('home-menu', '/', undefined, {
    prepare: (page) => page.locator('header details').evaluate((menu) => void menu.setAttribute('open', '')),
  }),
  at('home-signed-in', '/', USER),
  at('store-filtered', '/store?cate=runtime&certified=1'),
  at('store-page-2', '/store?page=2'),
  at('store-empty', '/store?q=qqqqqq'),
  at('store-mine', '/store?cate=my', USER),
  at('store-community', '/store?source=user', undefined, { follow: 'main a[href*="/store/"]' }),
  at('store-lightbox', '/store/1', undefined, {
    opens: (page) => page.locator('main ul a:has(img)').first(),
  }),
  at(
    'store-check',
    '/store/1',
    undefined,
    pressing((words) => words.storeDetail.check),
  ),
  at(
    'store-report',
    '/store/1',
    undefined,
    pressing((words) => words.storeDetail.report),
  ),
  at('store-from', '/store/1?from=1.26.2'),
  at('error-page', '/store', undefined, {
    allows: /broken on purpose/,
    prepare: async (page, words) => {
      await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
      await page.getByText(words.shell.error_home).first().waitFor();
      // Its bar briefly covers the page, outside of the landmarks.
      await page.locator('progress[data-state="hidden"]').waitFor({ state: 'attached' });
    },
  }),
  at('store-gone', '/store/999999', undefined, { allows: REFUSED }),
  at('download-gone', '/client-download?link=gone'),
  at('private-gone', '/private?link=gone'),
  at('privacy', '/protocol/privacy-policy'),
  at('private-order', '/private', USER),
  at('auth-signed-in', '/auth?plan=m12&quantity=3', USER),
  at('activity-signed-in', '/activity', USER),
  activityThat('not_started', 2),
  activityThat('ended', 3),
  at('feedback-signed-in', '/feedback', USER),
  at('feedback-mine', '/feedback?view=mine', USER),
  at('feedback-none', '/feedback?view=mine', 'plain@yunduo.test'),
  at('feedback-ticket', '/feedback?view=mine', USER, { follow: 'main a[href*="no="] >> nth=1' }),
  at('subscribe-leave', '/subscribe?do=unsubscribe&token=x'),
  at('feedback-sign-in', '/feedback', undefined, {
    prepare: async (page, words) => {
      await page.getByLabel(words.feedback.subject, { exact: true }).fill('云 Cloud');
      await page.getByLabel(words.feedback.text, { exact: true }).fill('云 Cloud');
      await page.getByRole('radio').first().check();
    },
    ...pressing((words) => words.feedback.submit),
  }),
  at('login-slider', '/login?section=register', undefined, {
    prepare: (page, words) => page.getByLabel(words.forms.email, { exact: true }).fill('look@example.com'),
    ...pressing((words) => words.forms.send_code),
  }),
  at('login-faults', '/login', undefined, {
    prepare: async (page) => {
      await page.locator('main form button[type="submit"]').click();
      await page.locator('main [aria-invalid="true"]').first().waitFor();
    },
  }),
  at('user-code', '/user?panel=my-codes', USER, { follow: 'main a[href*="code="] >> nth=0' }),
  at('user-codes-none', '/user?panel=my-codes', 'newcomer@yunduo.test'),
  at(
    'user-code-bind',
    '/user?panel=my-codes',
    USER,
    pressing((words) => words.licences.bind.action),
  ),
  at(
    'user-code-offline',
    '/user?panel=my-codes',
    USER,
    pressing((words) => words.licences.offline),
  ),
  at('user-order', ORDERS, USER, { follow: 'main table a >> nth=0' }),
  at('user-order-paid', ORDERS, USER, { follow: LOCKED_ORDER }),
  licence('user-code-remark', 'active', (words) => words.licences.edit.label),
  licence('user-code-unbind', 'active', (words) => words.licences.unbind.label),
  licence('user-code-renew', 'active', (words) => words.licences.renew.label),
  licence('user-code-transfer', 'unused', (words) => words.licences.transfer.label),
  at('user-order-cancel', ORDERS, USER, {
    follow: 'main table a >> nth=0',
    ...pressing((words) => words.orders.cancel.button),
  }),
  at('user-invoice', ORDERS, USER, {
    follow: LOCKED_ORDER,
    opens: (page, { orders: { invoice } }) =>
      page.locator('main button').filter({ hasText: new RegExp(`${invoice.request}|${invoice.change}`) }),
  }),
  at('user-deletion', '/user?panel=account-center', USER, { prepare: beginDeletion }),
  {
    name: 'user-deletion-blocked',
    path: '/user?panel=account-center',
    account: USER,
    prepare: async (page, words) => {
      await beginDeletion(page, words);
      await page.getByLabel(words.accountSettings.delete.password, { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: words.accountSettings.delete.next, exact: true }).click();
      await page.getByText(words.accountSettings.delete.blocked).waitFor();
      // In a full-page screenshot the fixed header is at the scroll position.
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'user-avatar',
    path: '/user',
    account: USER,
    prepare: async (page, { account: { person } }) => {
      const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 400 } });
      await page
        .getByRole('group', { name: person.avatar })
        .locator('input[type=file]')
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await page.getByRole('slider', { name: person.avatar_zoom }).waitFor();
    },
  },
  {
    name: 'user-two-step-setup',
    path: '/user?panel=two-step',
    account: USER,
    prepare: async (page, { secondFactor: { set_up: begin, setup } }) => {
      await page.getByRole('button', { name: begin }).click();
      await page.getByRole('img', { name: setup.picture }).waitFor();
    },
  },
  at(
    'user-refund',
    ORDERS,
    USER,
    pressing((words) => words.orders.refund),
  ),
  at('user-orders-failed', ORDERS, USER, failing(/order/)),
  at('user-failed', '/user', USER, failing(/user_info/)),
  {
    name: 'device-question',
    path: '/device',
    account: USER,
    prepare: async (page, { device: { enter, ask } }) => {
      const begun = await page.request.post(new URL('/api/user_device/begin', page.url()).href, {
        data: { device_name: 'Workshop laptop', system: 'Windows 11' },
      });
      const { data } = (await begun.json()) as { data: { user_code: string } };
      await page.getByRole('textbox', { name: enter.code }).fill(data.user_code);
      await page.getByRole('button', { name: enter.submit }).click();
      await page.getByRole('heading', { level: 1, name: ask.heading }).waitFor();
    },
  },
  at('user-empty', '/user', 'plain@yunduo.test'),
  at('console-apps-new', APPS, 'newcomer@yunduo.test'),
  at('console-join', APPS, 'plain@yunduo.test'),
  at('console-apps-failed', APPS, DEVELOPER, failing(/dev_app|dev_center/)),
  at(
    'console-new-app',
    APPS,
    DEVELOPER,
    pressing((words) => words.console.apps.create.open),
  ),
  at('console-edit-changes', APPS, DEVELOPER, { follow: rowLink('log-broom', 'app-edit') }),
  at('console-versions-changes', APPS, DEVELOPER, { follow: rowLink('log-broom', 'app-versions') }),
  at('console-versions-review', APPS, DEVELOPER, { follow: rowLink('slow-query-digest', 'app-versions') }),
  at('console-withdraw', APPS, DEVELOPER, {
    follow: rowLink('slow-query-digest', 'app-versions'),
    ...pressing((words) => words.console.versions.step.revoke.name),
  }),
  at(
    'console-new-token',
    '/developer-center/control-panel',
    DEVELOPER,
    pressing(({ console: words }) => words.panel.tokens.create),
  ),
  at(
    'console-new-webhook',
    '/developer-center/webhooks',
    DEVELOPER,
    pressing(({ console: words }) => words.webhooks.new),
  ),
  at('console-panel-new', '/developer-center/control-panel', 'newcomer@yunduo.test'),
  at('console-review-file', '/developer-center/review', REVIEWER, {
    follow: rowLink('cron-keeper', 'review'),
  }),
  at('console-review-held', '/developer-center/review', REVIEWER, {
    follow: rowLink('shell-notebook', 'review'),
  }),
  at('console-no-reviewer', '/developer-center/review', DEVELOPER),
  at('console-no-operator', '/developer-center/desk', DEVELOPER),
  ...(['activities', 'protocols'] as const).flatMap((kind) => [
    deskView(`desk-${kind}`, `content?kind=${kind}`),
    deskView(`desk-${kind}-new`, `content?kind=${kind}&id=new`),
  ]),
  deskView('desk-article', 'content', 'main a[href*="content?id="] >> nth=0'),
  deskView('desk-article-new', 'content?id=new&place=partners'),
  deskView('desk-activity', 'content?kind=activities', 'main a[href*="activities&id="] >> nth=1'),
  deskView('desk-order', 'orders', 'main table a[href*="no="] >> nth=0'),
  deskView('desk-decisions', 'orders?view=decisions'),
  deskView('desk-ticket', 'feedback', 'main table a[href*="no="] >> nth=0'),
  deskView('desk-reports', 'feedback?view=reports'),
  deskView('desk-invite-requests', 'releases?kind=requests'),
  deskView('desk-client-releases', 'releases?kind=releases'),
  deskView('desk-release-new', 'releases?kind=releases&id=new'),
  deskView('desk-account', 'people', 'main table a[href*="id="] >> nth=0'),
  deskView('desk-none', 'orders?q=qqqqqq'),
  { ...deskView('desk-failed', 'feedback'), ...failing(/admin/) },
];

/** The account of a page of the developer center; the developer by default. */
const CONSOLE_ACCOUNTS: Readonly<Record<string, string | undefined>> = {
  landing: undefined,
  'not-found': undefined,
  review: REVIEWER,
};
const consoleAccount = (name: string): string | undefined =>
  name in CONSOLE_ACCOUNTS ? CONSOLE_ACCOUNTS[name] : DEVELOPER;

/** The plain view of a page of a route map; throws if no address is known. */
function plain(name: string, path: string, account?: string): View {
  const followed = FOLLOWED[name];
  const example = EXAMPLES[name] ?? path;
  if (!followed && /[:*]/.test(example)) {
    throw new Error(`check:look knows no example of the page ${name} (${path}): add one to EXAMPLES.`);
  }
  return {
    name,
    path: example,
    ...followed,
    ...(account && { account }),
    ...(/not-found$/.test(name) && { allows: REFUSED }),
  };
}

/** Every page of both maps, then the states. A page needs no entry here unless its path has a parameter. */
export function viewsOf(maps: AppMaps): View[] {
  return [
    ...maps.site.flatMap(({ name, path }) => {
      if (name === 'user')
        return maps.panels.map((panel) => plain(`user-${panel}`, `/user?panel=${panel}`, USER));
      if (name === 'login')
        return maps.sections.map((section) => plain(`login-${section}`, `/login?section=${section}`));
      return [plain(name, path)];
    }),
    ...maps.console.flatMap(({ name, path }) =>
      name === 'desk'
        ? maps.rooms.map((room) => plain(`desk-${room.name}`, room.path, OPERATOR))
        : [plain(`console-${name}`, path, consoleAccount(name))],
    ),
    ...STATES,
  ];
}
