import { join } from 'node:path';
import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { wordModules } from '@yunduo/app-shell/word-modules';
import type { Locale } from '@yunduo/i18n';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';

/** A namespace of the console's own words, or one shared by both apps. */
type WordName = keyof ConsoleWords | 'appPage' | 'developerTerms' | 'pages' | 'validation';

const wordsModule = wordModules<WordName>({
  app: join(import.meta.dirname, '..'),
  library: '@yunduo/i18n-developer-console',
  shared: ['appPage', 'developerTerms', 'pages', 'validation'],
});

interface Page {
  /** Route ids are `zh:<name>` and `en:<name>`. */
  name: string;
  /** Path below the developer center; the landing page has none. */
  path?: string;
  /** Folder of its route module, in `features/`. */
  feature: string;
  /** The namespaces of its words; only the page's language is loaded. */
  words: readonly WordName[];
}

const PAGES: readonly Page[] = [
  { name: 'landing', feature: 'landing', words: ['landing'] },
  {
    name: 'applications',
    path: 'applications',
    feature: 'apps',
    words: ['apps', 'appPages', 'publisher', 'appStatus', 'developerTerms', 'validation', 'pages'],
  },
  {
    name: 'listing',
    path: 'app-edit',
    feature: 'listing',
    words: ['listing', 'appPages', 'developerTerms', 'validation'],
  },
  {
    name: 'preview',
    path: 'app-preview',
    feature: 'preview',
    words: ['appPage', 'preview', 'appPages', 'developerTerms'],
  },
  {
    name: 'versions',
    path: 'app-versions',
    feature: 'versions',
    words: ['versions', 'appPages', 'developerTerms', 'validation'],
  },
  { name: 'panel', path: 'control-panel', feature: 'panel', words: ['panel', 'publisher', 'validation'] },
  { name: 'webhooks', path: 'webhooks', feature: 'webhooks', words: ['webhooks', 'validation', 'pages'] },
  {
    name: 'review',
    path: 'review',
    feature: 'review',
    words: ['review', 'developerTerms', 'validation', 'pages'],
  },
  // One route for all pages of the desk (`features/desk/rooms.ts`): every page of the console carries the list of
  // routes.
  {
    name: 'desk',
    path: 'desk/:room?',
    feature: 'desk',
    words: [
      'desk',
      'deskAudit',
      'deskFeedback',
      'deskOrders',
      'deskPeople',
      'deskContent',
      'deskReleases',
      'listing',
      'validation',
      'pages',
    ],
  },
];

/** The pages of one language, each inside a layout that loads its words. */
const pages = (locale: Locale): RouteConfigEntry[] => [
  ...PAGES.map(({ name, path, feature, words }) => {
    const file = `features/${feature}/route.tsx`;
    const id = `${locale}:${name}`;
    return layout(wordsModule(locale, words), { id: `${locale}:${feature}:words` }, [
      path === undefined ? index(file, { id }) : route(path, file, { id }),
    ]);
  }),
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
