import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import type { Locale } from '@yunduo/i18n';

/** Pages of a feature with its words, which come in their language alone, as a layout around them. */
const withWords = (locale: Locale, feature: string, pages: RouteConfigEntry[]): RouteConfigEntry =>
  layout(`features/${feature}/words.${locale}.ts`, { id: `${locale}:${feature}:words` }, pages);

/** The pages of one language; their ids say which. */
const pages = (locale: Locale): RouteConfigEntry[] => [
  withWords(locale, 'landing', [index('features/landing/route.tsx', { id: `${locale}:landing` })]),
  withWords(locale, 'apps', [
    route('applications', 'features/apps/route.tsx', { id: `${locale}:applications` }),
  ]),
  withWords(locale, 'listing', [
    route('app-edit', 'features/listing/route.tsx', { id: `${locale}:listing` }),
  ]),
  withWords(locale, 'preview', [
    route('app-preview', 'features/preview/route.tsx', { id: `${locale}:preview` }),
  ]),
  withWords(locale, 'versions', [
    route('app-versions', 'features/versions/route.tsx', { id: `${locale}:versions` }),
  ]),
  withWords(locale, 'panel', [route('control-panel', 'features/panel/route.tsx', { id: `${locale}:panel` })]),
  withWords(locale, 'webhooks', [
    route('webhooks', 'features/webhooks/route.tsx', { id: `${locale}:webhooks` }),
  ]),
  withWords(locale, 'review', [route('review', 'features/review/route.tsx', { id: `${locale}:review` })]),
  // One route for all rooms of the desk (`features/desk/rooms.ts`): every page of the console carries the list of routes.
  withWords(locale, 'desk', [route('desk/:room?', 'features/desk/route.tsx', { id: `${locale}:desk` })]),
  // An address of the host, which knows where the documents are.
  route('document', 'features/elsewhere/route.tsx', { id: `${locale}:outside:document` }),
  route('*', 'features/not-found/route.tsx', { id: `${locale}:not-found` }),
];

export default [
  // One layout module a language: each brings its own words, so that the other language never reaches the browser.
  route('developer-center', 'shell/zh-layout.tsx', { id: 'zh' }, pages('zh')),
  route('en/developer-center', 'shell/en-layout.tsx', { id: 'en' }, pages('en')),
  route('*', 'features/elsewhere/route.tsx', { id: 'elsewhere' }),
] satisfies RouteConfig;
