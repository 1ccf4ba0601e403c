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

const byText =
  (of: (words: Words) => string) =>
  (page: Page, words: Words): Locator =>
    page
      .locator('main button')
      .filter({ hasText: of(words) })
      .first();
const REFUSED = /status of (401|404|503)/;

/** The button of a licence, in its list or on its page. */
const licenceButton =
  (of: (words: Words) => string) =>
  (page: Page, words: Words): Locator =>
    page
      .locator('main')
      .getByRole('button', { name: new RegExp(of(words).replace('{{tail}}', '\\w{4}')) })
      .first();
/** The first code in a status, on its own page. */
const codeIn = (state: string): Pick<View, 'path' | 'follow' | 'account'> => ({
  path: `/user?panel=my-codes&state=${state}`,
  follow: 'main a[href*="code="] >> nth=0',
  account: USER,
});

/** The activity page with another of the seeded ones: the server's own response about it. */
const activityThat = (state: 'not_started' | 'ended', id: number): View => ({
  name: `activity-${state.replace('_', '-')}`,
  path: '/activity',
  asks: [/activity\/detail/, { id: String(id) }],
  prepare: (page, words) => page.getByText(words.activity.state[state], { exact: true }).waitFor(),
});

/** A page of the operators' desk, or the first link there. */
const deskView = (name: string, path: string, follow?: string): View => ({
  name,
  path: `/developer-center/desk/${path}`,
  account: OPERATOR,
  ...(follow !== undefined && { follow }),
});

async function beginDeletion(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.accountSettings.delete.begin, exact: true }).click();
  await page.getByLabel(words.accountSettings.delete.password, { exact: true }).waitFor();
}

/** States to check beside the plain pages. */
const STATES: readonly View[] = [
  {
    name: 'home-menu',
    path: '/',
    prepare: async (page) => {
      await page.locator('header details').evaluate((menu) => menu.setAttribute('open', ''));
    },
  },
  { name: 'home-signed-in', path: '/', account: USER },
  { name: 'store-filtered', path: '/store?cate=runtime&certified=1' },
  { name: 'store-page-2', path: '/store?page=2' },
  { name: 'store-empty', path: '/store?q=qqqqqq' },
  { name: 'store-mine', path: '/store?cate=my', account: USER },
  { name: 'store-community', path: '/store?source=user', follow: 'main a[href*="/store/"]' },
  {
    name: 'store-lightbox',
    path: '/store/1',
    opens: (page) => page.locator('main ul a:has(img)').first(),
  },
  { name: 'store-check', path: '/store/1', opens: byText((words) => words.storeDetail.check) },
  { name: 'store-report', path: '/store/1', opens: byText((words) => words.storeDetail.report) },
  { name: 'store-from', path: '/store/1?from=1.26.2' },
  {
    name: 'error-page',
    path: '/store',
    allows: /broken on purpose/,
    prepare: async (page, words) => {
      await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
      await page.getByText(words.shell.error_home).first().waitFor();
      // Its bar briefly covers the page, outside of the landmarks.
      await page.locator('progress[data-state="hidden"]').waitFor({ state: 'attached' });
    },
  },
  { name: 'store-gone', path: '/store/999999', allows: REFUSED },
  { name: 'download-gone', path: '/client-download?link=gone' },
  { name: 'private-gone', path: '/private?link=gone' },
  { name: 'privacy', path: '/protocol/privacy-policy' },
  { name: 'private-order', path: '/private', account: USER },
  { name: 'auth-signed-in', path: '/auth?plan=m12&quantity=3', account: USER },
  { name: 'activity-signed-in', path: '/activity', account: USER },
  activityThat('not_started', 2),
  activityThat('ended', 3),
  { name: 'feedback-signed-in', path: '/feedback', account: USER },
  { name: 'feedback-mine', path: '/feedback?view=mine', account: USER },
  { name: 'feedback-none', path: '/feedback?view=mine', account: 'plain@yunduo.test' },
  {
    name: 'feedback-ticket',
    path: '/feedback?view=mine',
    follow: 'main a[href*="no="] >> nth=1',
    account: USER,
  },
  { name: 'subscribe-leave', path: '/subscribe?do=unsubscribe&token=x' },
  {
    name: 'feedback-sign-in',
    path: '/feedback',
    prepare: async (page, words) => {
      await page.getByLabel(words.feedback.subject, { exact: true }).fill('云 Cloud');
      await page.getByLabel(words.feedback.text, { exact: true }).fill('云 Cloud');
      await page.getByRole('radio').first().check();
    },
    opens: byText((words) => words.feedback.submit),
  },
  {
    name: 'login-slider',
    path: '/login?section=register',
    prepare: (page, words) => page.getByLabel(words.forms.email, { exact: true }).fill('look@example.com'),
    opens: byText((words) => words.forms.send_code),
  },
  {
    name: 'login-faults',
    path: '/login',
    prepare: async (page) => {
      await page.locator('main form button[type="submit"]').click();
      await page.locator('main [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'user-code',
    path: '/user?panel=my-codes',
    follow: 'main a[href*="code="] >> nth=0',
    account: USER,
  },
  { name: 'user-codes-none', path: '/user?panel=my-codes', account: 'newcomer@yunduo.test' },
  {
    name: 'user-code-bind',
    path: '/user?panel=my-codes',
    account: USER,
    opens: byText((words) => words.licences.bind.action),
  },
  {
    name: 'user-code-offline',
    path: '/user?panel=my-codes',
    account: USER,
    opens: byText((words) => words.licences.offline),
  },
  {
    name: 'user-order',
    path: '/user?panel=order-info',
    follow: 'main table a >> nth=0',
    account: USER,
  },
  {
    name: 'user-order-paid',
    path: '/user?panel=order-info',
    follow: 'main tr:has(a[href$="#order-invoice"]) a >> nth=0',
    account: USER,
  },
  {
    name: 'user-code-remark',
    ...codeIn('active'),
    opens: licenceButton((words) => words.licences.edit.label),
  },
  {
    name: 'user-code-unbind',
    ...codeIn('active'),
    opens: licenceButton((words) => words.licences.unbind.label),
  },
  {
    name: 'user-code-renew',
    ...codeIn('active'),
    opens: licenceButton((words) => words.licences.renew.label),
  },
  {
    name: 'user-code-transfer',
    ...codeIn('unused'),
    opens: licenceButton((words) => words.licences.transfer.label),
  },
  {
    name: 'user-order-cancel',
    path: '/user?panel=order-info',
    follow: 'main table a >> nth=0',
    account: USER,
    opens: byText((words) => words.orders.cancel.button),
  },
  {
    name: 'user-invoice',
    path: '/user?panel=order-info',
    follow: 'main tr:has(a[href$="#order-invoice"]) a >> nth=0',
    account: USER,
    opens: (page, { orders: { invoice } }) =>
      page.locator('main button').filter({ hasText: new RegExp(`${invoice.request}|${invoice.change}`) }),
  },
  {
    name: 'user-deletion',
    path: '/user?panel=account-center',
    account: USER,
    prepare: (page, words) => beginDeletion(page, words),
  },
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
  {
    name: 'user-refund',
    path: '/user?panel=order-info',
    account: USER,
    opens: byText((words) => words.orders.refund),
  },
  {
    name: 'user-orders-failed',
    path: '/user?panel=order-info',
    account: USER,
    broken: /order/,
    allows: REFUSED,
  },
  { name: 'user-failed', path: '/user', account: USER, broken: /user_info/, allows: REFUSED },
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
  { name: 'user-empty', path: '/user', account: 'plain@yunduo.test' },
  { name: 'console-apps-new', path: '/developer-center/applications', account: 'newcomer@yunduo.test' },
  { name: 'console-join', path: '/developer-center/applications', account: 'plain@yunduo.test' },
  {
    name: 'console-apps-failed',
    path: '/developer-center/applications',
    account: DEVELOPER,
    broken: /dev_app|dev_center/,
    allows: REFUSED,
  },
  {
    name: 'console-new-app',
    path: '/developer-center/applications',
    account: DEVELOPER,
    opens: byText((words) => words.console.apps.create.open),
  },
  {
    name: 'console-edit-changes',
    path: '/developer-center/applications',
    follow: rowLink('log-broom', 'app-edit'),
    account: DEVELOPER,
  },
  {
    name: 'console-versions-changes',
    path: '/developer-center/applications',
    follow: rowLink('log-broom', 'app-versions'),
    account: DEVELOPER,
  },
  {
    name: 'console-versions-review',
    path: '/developer-center/applications',
    follow: rowLink('slow-query-digest', 'app-versions'),
    account: DEVELOPER,
  },
  {
    name: 'console-withdraw',
    path: '/developer-center/applications',
    follow: rowLink('slow-query-digest', 'app-versions'),
    account: DEVELOPER,
    opens: byText((words) => words.console.versions.step.revoke.name),
  },
  {
    name: 'console-new-token',
    path: '/developer-center/control-panel',
    account: DEVELOPER,
    opens: byText((words) => words.console.panel.tokens.create),
  },
  {
    name: 'console-new-webhook',
    path: '/developer-center/webhooks',
    account: DEVELOPER,
    opens: byText((words) => words.console.webhooks.new),
  },
  { name: 'console-panel-new', path: '/developer-center/control-panel', account: 'newcomer@yunduo.test' },
  {
    name: 'console-review-file',
    path: '/developer-center/review',
    follow: rowLink('cron-keeper', 'review'),
    account: REVIEWER,
  },
  {
    name: 'console-review-held',
    path: '/developer-center/review',
    follow: rowLink('shell-notebook', 'review'),
    account: REVIEWER,
  },
  { name: 'console-no-reviewer', path: '/developer-center/review', account: DEVELOPER },
  { name: 'console-no-operator', path: '/developer-center/desk', account: DEVELOPER },
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
  { ...deskView('desk-failed', 'feedback'), broken: /admin/, allows: REFUSED },
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
        ? maps.rooms.map((room) => plain(`desk-${room}`, path.replace(/:\w+\?/, room), OPERATOR))
        : [plain(`console-${name}`, path, consoleAccount(name))],
    ),
    ...STATES,
  ];
}
