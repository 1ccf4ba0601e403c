import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import type { Locale } from '@yunduo/i18n';

/** Pages of a feature inside a layout that loads its words, in the page's language only. */
const withWords = (locale: Locale, feature: string, pages: RouteConfigEntry[]): RouteConfigEntry =>
  layout(`features/${feature}/words.${locale}.ts`, { id: `${locale}:${feature}:words` }, pages);

/** The pages of one language, which their ids include. */
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
  // One route for all pages of the desk (`features/desk/rooms.ts`): every page of the console carries the list of
  // routes.
  withWords(locale, 'desk', [route('desk/:room?', 'features/desk/route.tsx', { id: `${locale}:desk` })]),
  // A redirect of the host, which knows the address of the documents.
  route('document', 'features/elsewhere/route.tsx', { id: `${locale}:outside:document` }),
  route('*', 'features/not-found/route.tsx', { id: `${locale}:not-found` }),
];

export default [
  // One layout module per language: each imports its own words, so that the other language is never loaded.
  route('developer-center', 'shell/zh-layout.tsx', { id: 'zh' }, pages('zh')),
  route('en/developer-center', 'shell/en-layout.tsx', { id: 'en' }, pages('en')),
  route('*', 'features/elsewhere/route.tsx', { id: 'elsewhere' }),
] satisfies RouteConfig;
