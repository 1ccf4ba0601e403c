import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import type { Locale } from '@yunduo/i18n';
import { NOT_FOUND_PAGE, PAGES, type PageRule, routeId, type WordName } from './route-map.ts';

/** Words shared by both apps come from `@yunduo/i18n`; all others belong to the site. */
const SHARED: readonly WordName[] = ['appPage', 'captcha', 'pages'];

/** Next to the types that React Router generates: it reads route files from disk, so a virtual module does not work. */
const GENERATED = '.react-router/words';

/**
 * Writes the module that adds words in one language, and returns its path relative to `app/`. As a layout around the
 * page it is preloaded with the page, in the page's language only (docs/decisions/0051).
 */
function wordsModule(locale: Locale, names: readonly WordName[]): string {
  const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const imports = names.map((name) => {
    const library = SHARED.includes(name) ? '@yunduo/i18n' : '@yunduo/i18n-public-site';
    return `import { ${name} } from '${library}/${locale}/${kebab(name)}';`;
  });
  // The same file name everywhere: the route manifest, which lists every chunk's name, then compresses better.
  const folder = `${GENERATED}/${kebab(names.join('-'))}`;
  const file = `${folder}/words.${locale}.ts`;
  const root = join(import.meta.dirname, '..');
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(
    join(root, file),
    `import { addWords } from '@yunduo/app-shell';
${imports.join('\n')}
import { ${locale} } from '../../../app/shell/${locale}-words.ts';

export { Outlet as default } from 'react-router';

addWords(${locale}.words, { ${names.join(', ')} });
`,
  );
  return `../${file}`;
}

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
