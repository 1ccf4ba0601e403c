import { jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { I18nProvider } from '@yunduo/app-shell';
import { shellStore, testWords } from '@yunduo/app-shell/testing';
import { storeContext } from '@yunduo/data-access';
import type { FakeClient } from '@yunduo/data-access/testing';
import { localePath, type Locale } from '@yunduo/i18n';
import { en as sharedEn } from '@yunduo/i18n/en';
import { zh as sharedZh } from '@yunduo/i18n/zh';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { LiveRegion } from '@yunduo/ui';
import type { ComponentType, ReactNode } from 'react';
import { Provider } from 'react-redux';
import {
  createMemoryRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  RouterProvider,
  useLoaderData,
  useRouteError,
  type MiddlewareFunction,
} from 'react-router';

jest.setTimeout(60_000);

/** The parts of a route module that a test runs: those of a client-side navigation. */
interface RouteModule {
  clientMiddleware?: MiddlewareFunction[];
  clientLoader?: (args: never) => unknown;
  default: ComponentType<never>;
}

interface RenderRouteOptions {
  client: FakeClient;
  /** Pattern without language prefix, such as `/store/:id`. */
  pattern: string;
  /** The address without language prefix. */
  at: string;
  locale?: Locale;
  /** Components next to the page, such as `<Toasts/>`. */
  frame?: ReactNode;
}

const words = { zh: { ...sharedZh, ...zh }, en: { ...sharedEn, ...en } };

/**
 * Renders a route as the browser does after a navigation: middleware, loader, view. An error shows as its status and
 * text.
 */
export function renderRoute(
  module: RouteModule,
  { client, pattern, at, locale = 'en', frame }: RenderRouteOptions,
) {
  const store = shellStore(client);
  const View = module.default as ComponentType<{ loaderData: unknown }>;
  const router = createMemoryRouter(
    [
      {
        path: localePath(locale, pattern),
        middleware: module.clientMiddleware,
        loader: (args) => module.clientLoader?.(args as never) ?? null,
        Component: function Route() {
          return <View loaderData={useLoaderData()} />;
        },
        ErrorBoundary: ShownError,
        HydrateFallback: () => null,
      },
      { path: '*', element: <p>another page</p> },
    ],
    {
      initialEntries: [localePath(locale, at)],
      getContext: () => {
        const context = new RouterContextProvider();
        context.set(storeContext, store);
        return context;
      },
    },
  );
  const view = render(
    <Provider store={store}>
      <I18nProvider instance={testWords(locale, words[locale])}>
        <RouterProvider router={router} />
        {frame}
      </I18nProvider>
    </Provider>,
  );
  return { ...view, router, store };
}

function ShownError() {
  const error = useRouteError();
  return (
    <LiveRegion role="alert" as="p">
      {isRouteErrorResponse(error) ? `${String(error.status)} ${String(error.data)}` : String(error)}
    </LiveRegion>
  );
}
