import '@yunduo/ui/tokens.css';
import '@yunduo/ui/base.css';
import { keepPage, ScrollMemory } from '@yunduo/app-shell';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, useMatches, Scripts } from 'react-router';
import type { Route } from './+types/root.ts';
import { followBuildOf } from './follow-build.ts';
import { provideStore } from './server-store.server.ts';
import { buildId } from './shell/build-id.ts';
import { dehydratedState, type AppState } from '@yunduo/data-access';
import { useStore } from 'react-redux';

export const middleware: Route.MiddlewareFunction[] = [provideStore];
export const clientMiddleware = [keepPage, followBuildOf(buildId)];

/** The document. Its language comes from the handle of the language layout, so that error pages keep it too. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const lang = matches.map(({ handle }) => (handle as { lang?: string } | undefined)?.lang).find(Boolean);
  return (
    // The head script sets the theme and the sign-in hint as attributes before React hydrates.
    <html lang={lang ?? 'zh-CN'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0a1416" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {children}
        <ScrollMemory />
        {/* Last, and on the server only: React ignores extra nodes at the end of the body. */}
        {import.meta.env.SSR ? <ServerTail /> : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The specification's words, in both languages. */
const FAILED = 'Internal Server Error';

export const meta: Route.MetaFunction = ({ error }) => (error ? [{ title: FAILED }] : []);

/** Only for errors above the language layouts, which have their own boundaries: it uses both languages. */
export function ErrorBoundary() {
  return (
    <main className="wrap">
      <h1 lang="en">{FAILED}</h1>
      <nav aria-label="导航 · Navigation">
        <p>
          <a href="/">首页</a>
          {' · '}
          <a href="/store">应用商店</a>
          {' · '}
          <a href="/en" lang="en">
            Home
          </a>
          {' · '}
          <a href="/en/store" lang="en">
            Store
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

/** Data for hydration: the server state as JSON, and React Router's scripts. */
function ServerTail() {
  const store = useStore<AppState>();
  return (
    <>
      <script
        id="app-state"
        type="application/json"
        dangerouslySetInnerHTML={{ __html: dehydratedState(store.getState()) }}
      />
      <Scripts />
    </>
  );
}
