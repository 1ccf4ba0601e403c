import '@yunduo/ui/tokens.css';
import '@yunduo/ui/base.css';
import { keepPage, ScrollMemory } from '@yunduo/app-shell';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, useMatches } from 'react-router';
import { splitLocale } from '@yunduo/i18n';
import { BrandMark } from '@yunduo/ui';
import { HEAD_SCRIPT } from './shell/head-script.ts';
import styles from './shell/opening.module.css';

/**
 * Title and language until a page sets its own. The build renders one document for both languages, and knows no
 * address: it writes the other one's title into a copy (`react-router.config.ts`).
 */
const openingTitle = (): string =>
  typeof location !== 'undefined' && splitLocale(location.pathname).locale === 'en'
    ? 'Developer center'
    : '开发者中心';

export const clientMiddleware = [keepPage];

/** The document. Its language comes from the handle of the language layout, so that error pages keep it too. */
export function Layout({ children }: { children: ReactNode }) {
  const lang = useMatches()
    .map(({ handle }) => (handle as { lang?: string } | undefined)?.lang)
    .find(Boolean);
  return (
    // The head script sets the theme and the sign-in hint as attributes before React hydrates.
    <html lang={lang ?? 'zh-CN'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* React removes it later: a second title would override the page's own. */}
        {!lang && <title>{openingTitle()}</title>}
        {/* Pages that the build did not render must not be indexed: some search engines run no scripts. */}
        {!lang && <meta name="robots" content="noindex" />}
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        <Meta />
        <Links />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        {children}
        <ScrollMemory />
        <Scripts />
      </body>
    </html>
  );
}

/** The specification's words, in both languages. */
const FAILED = 'Internal Server Error';

export const meta = ({ error }: { error?: unknown }) => (error ? [{ title: FAILED }] : []);

export default function App() {
  return <Outlet />;
}

/**
 * Shown on pages that the build did not render until their scripts have loaded, with a way to try again if they do not
 * come. Its words are in both languages, since the page's is not known.
 */
export function HydrateFallback() {
  return (
    <main className={styles.opening}>
      <BrandMark />
      {/* eslint-disable-next-line jsx-a11y/anchor-is-valid -- empty: the page's own address, which the build does not know */}
      <a href="" className={styles.again}>
        <span lang="zh-CN">重试</span> · <span lang="en">Try again</span>
      </a>
      <noscript>
        <p lang="zh-CN">开发者中心需要启用 JavaScript。</p>
        <p lang="en">The developer center needs JavaScript.</p>
      </noscript>
    </main>
  );
}

/** Only for errors above the language layouts, which have their own boundaries: it uses both languages. */
export function ErrorBoundary() {
  return (
    <main className={styles.opening}>
      <BrandMark />
      <h1 lang="en">{FAILED}</h1>
      <nav aria-label="导航 · Navigation">
        <p>
          <a href="/developer-center">开发者中心</a>
          {' · '}
          <a href="/en/developer-center" lang="en">
            Developer center
          </a>
        </p>
      </nav>
      <form role="search" method="get" action="/store">
        <input type="search" name="q" aria-label="搜索应用 · Search apps" />{' '}
        <button type="submit">搜索 · Search</button>
      </form>
    </main>
  );
}
