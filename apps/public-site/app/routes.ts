import { join } from 'node:path';
import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { wordModules } from '@yunduo/app-shell/word-modules';
import type { Locale } from '@yunduo/i18n';
import { NOT_FOUND_PAGE, PAGES, type PageRule, routeId, type WordName } from './route-map.ts';

const wordsModule = wordModules<WordName>({
  app: join(import.meta.dirname, '..'),
  library: '@yunduo/i18n-public-site',
  shared: ['appPage', 'captcha', 'pages'],
});

function page(locale: Locale, rule: PageRule): RouteConfigEntry {
  const id = `${locale}:${rule.name}`;
  // Case-sensitive: otherwise `/Store` would be a second address of the same page.
  const entry =
    rule.path === '/'
      ? index(rule.file, { id })
      : route(rule.path.slice(1), rule.file, { id, caseSensitive: true });
  return rule.words ? layout(wordsModule(locale, rule.words), { id: `${id}:words` }, [entry]) : entry;
}

/** The pages of one language below its two layouts. */
function pages(locale: Locale): RouteConfigEntry[] {
  const rules: readonly PageRule[] = [...PAGES, NOT_FOUND_PAGE];
  const below = (name: PageRule['layout']) =>
    rules.filter((rule) => rule.layout === name).map((rule) => page(locale, rule));
  return [
    layout('shell/default-layout.tsx', { id: routeId(locale, 'default') }, below('default')),
    layout('shell/custom-layout.tsx', { id: routeId(locale, 'custom') }, below('custom')),
  ];
}

// One layout module per language: each imports its own words, so that the other language is never loaded.
export default [
  route('en', 'shell/en-layout.tsx', { id: 'en', caseSensitive: true }, pages('en')),
  layout('shell/zh-layout.tsx', { id: 'zh' }, pages('zh')),
] satisfies RouteConfig;
