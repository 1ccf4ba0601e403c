import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import type { Locale } from '@yunduo/i18n';
import { NOT_FOUND_PAGE, PAGES, type PageRule, routeId } from './route-map.ts';

function page(locale: Locale, rule: PageRule): RouteConfigEntry {
  const id = `${locale}:${rule.name}`;
  // Case counts: `/Store` would be a second address of the same page.
  const entry =
    rule.path === '/'
      ? index(rule.file, { id })
      : route(rule.path.slice(1), rule.file, { id, caseSensitive: true });
  // The words of the page, in its language alone, come as a layout around it.
  return rule.words ? layout(`${rule.words}.${locale}.ts`, { id: `${id}:words` }, [entry]) : entry;
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

// One layout module a language: each brings its own words, so that the other language never reaches the browser.
export default [
  route('en', 'shell/en-layout.tsx', { id: 'en', caseSensitive: true }, pages('en')),
  layout('shell/zh-layout.tsx', { id: 'zh' }, pages('zh')),
] satisfies RouteConfig;
