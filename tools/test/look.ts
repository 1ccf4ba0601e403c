// npm run check:look: a picture of every page, both languages, two widths, light and dark, into reports/look; axe on all.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { localePath, LOCALES } from '@yunduo/i18n';
import { launchChromium } from '../launch.ts';
import { runProduct } from '../product.ts';
import { buildApps } from '../start/build.ts';
import { root } from './run.ts';

const folder = join(root, 'reports/look');
const WIDTHS = [375, 1440];
const SCHEMES = ['light', 'dark'] as const;

interface View {
  name: string;
  path: string;
  /** Shown to somebody signed in. */
  account?: string;
}

const VIEWS: View[] = [
  { name: 'home', path: '/' },
  { name: 'store', path: '/store' },
  { name: 'store-filtered', path: '/store?cate=runtime&certified=1' },
  { name: 'store-empty', path: '/store?q=qqqqqq' },
  { name: 'store-detail', path: '/store/1' },
  { name: 'protocol', path: '/protocol/user-agreement' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/login?section=register' },
  { name: 'reset', path: '/login?section=reset' },
  { name: 'user', path: '/user', account: 'user@yunduo.test' },
  { name: 'user-account', path: '/user?panel=account-info', account: 'user@yunduo.test' },
  { name: 'user-email', path: '/user?panel=change-email', account: 'user@yunduo.test' },
  { name: 'user-password', path: '/user?panel=change-password', account: 'user@yunduo.test' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'console', path: '/developer-center' },
  { name: 'console-apps', path: '/developer-center/applications', account: 'developer@yunduo.test' },
  { name: 'console-not-found', path: '/developer-center/nowhere' },
];

async function tokenOf(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/user_auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Yunduo2026', agree: true }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

/** What can be wrong in a picture without an eye: axe's findings, a page wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ preload: false }).analyze();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
    ...(wide > 0 ? [`${wide} px wider than the window`] : []),
  ];
}

await buildApps();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const product = await runProduct();
const browser = await launchChromium();
let pictures = 0;
let faults = 0;
try {
  const tokens = new Map<string, string>();
  for (const { account } of VIEWS) {
    if (account && !tokens.has(account)) tokens.set(account, await tokenOf(product.origin, account));
  }
  for (const locale of LOCALES) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        for (const { name, path, account } of VIEWS) {
          const context = await browser.newContext({
            viewport: { width, height: width < 500 ? 812 : 900 },
            colorScheme,
            reducedMotion: 'reduce',
          });
          const token = account && tokens.get(account);
          if (token) {
            await context.addCookies([{ name: 'signed_in', value: '1', url: product.origin }]);
            await context.addInitScript((value) => localStorage.setItem('token', value), token);
          }
          const page = await context.newPage();
          await page.goto(product.origin + localePath(locale, path), { waitUntil: 'networkidle' });
          // Pictures further down load when they are needed; in a whole-page picture all are.
          await page.evaluate(() =>
            Promise.all(
              [...document.images].map((image) => {
                image.loading = 'eager';
                return image.decode().catch(() => undefined);
              }),
            ),
          );
          const label = `${name}-${locale}-${width}-${colorScheme}`;
          await page.screenshot({ path: join(folder, `${label}.png`), fullPage: true });
          pictures += 1;
          for (const fault of await faultsOf(page)) {
            faults += 1;
            console.log(`${label}: ${fault}`);
          }
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
console.log(`${pictures} pictures in reports/look, ${faults} faults`);
process.exit(faults ? 1 : 0);
