import { index, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import type { Locale } from '@yunduo/i18n';

/** The pages of one language; their ids say which. */
const pages = (locale: Locale): RouteConfigEntry[] => [
  index('features/landing/route.tsx', { id: `${locale}:landing` }),
  route('applications', 'features/apps/route.tsx', { id: `${locale}:applications` }),
  route('*', 'features/not-found/route.tsx', { id: `${locale}:not-found` }),
];

export default [
  // One layout module a language: each brings its own words, so that the other language never reaches the browser.
  route('developer-center', 'shell/zh-layout.tsx', { id: 'zh' }, pages('zh')),
  route('en/developer-center', 'shell/en-layout.tsx', { id: 'en' }, pages('en')),
  route('*', 'features/elsewhere/route.tsx', { id: 'elsewhere' }),
] satisfies RouteConfig;
