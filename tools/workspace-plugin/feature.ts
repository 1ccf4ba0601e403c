import { formatFiles, type Tree } from '@nx/devkit';
import { edit, LAST_IMPORT, namesOf, writeNew } from './edit.ts';

interface FeatureOptions {
  name: string;
  app: 'public-site' | 'developer-console';
  /** Its title in each language. */
  zh: string;
  en: string;
}

/** A page of an app in both languages, showing its title; its content remains to be written. */
export default async function feature(tree: Tree, { name, app, zh, en }: FeatureOptions): Promise<void> {
  const { camel, pascal } = namesOf(name);
  const folder = `apps/${app}/app/features/${name}`;
  const words = `libs/i18n/${app}/src`;
  const title = (text: string) => JSON.stringify(text);

  writeNew(
    tree,
    `${words}/zh/${name}.ts`,
    `export const ${camel} = { title: ${title(zh)}, description: ${title(zh)} };\n`,
  );
  writeNew(
    tree,
    `${words}/en/${name}.ts`,
    `import type { Words } from '@yunduo/i18n';
import type { ${camel} as zh } from '../zh/${name}.ts';

export const ${camel} = { title: ${title(en)}, description: ${title(en)} } satisfies Words<typeof zh>;
`,
  );
  for (const language of ['zh', 'en']) {
    edit(
      tree,
      `${words}/${language}/index.ts`,
      [LAST_IMPORT, `$1import { ${camel} } from './${name}.ts';\n`],
      [/\n\};/, `\n  ${camel},\n};`],
    );
  }
  const page = app === 'public-site' ? publicPage : consolePage;
  page(tree, { folder, name, camel, pascal, title });
  await formatFiles(tree);
}

interface Page {
  folder: string;
  name: string;
  camel: string;
  pascal: string;
  title: (text: string) => string;
}

function publicPage(tree: Tree, { folder, name, camel, pascal }: Page): void {
  writeNew(
    tree,
    `${folder}/route.tsx`,
    `import { PageHead } from '@yunduo/ui';
import { seo } from '../../seo.ts';
import { useTranslations } from '../../shell/words.ts';
import type { Route } from './+types/route.ts';

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('${camel}');
    return { title: t('title'), description: t('description') };
  });

export default function ${pascal}Route() {
  const t = useTranslations('${camel}');
  return (
    <div className="wrap">
      <PageHead title={t('title')} />
    </div>
  );
}
`,
  );
  writeNew(
    tree,
    `${folder}/route.test.tsx`,
    `import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { renderRoute } from '../../testing/render-route.tsx';
import * as route from './route.tsx';

test.each([
  ['zh', zh.${camel}.title],
  ['en', en.${camel}.title],
] as const)('renders the heading in %s', async (locale, title) => {
  renderRoute(route, { client: fakeClient(), pattern: '/${name}', at: '/${name}', locale });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});
`,
  );
  edit(tree, 'apps/public-site/app/route-map.ts', [
    '\n] as const satisfies readonly PageRule[];',
    `
  {
    name: '${name}',
    path: '/${name}',
    file: 'features/${name}/route.tsx',
    words: ['${camel}'],
    layout: 'default',
    scripts: 'intent',
    query: [],
  },
] as const satisfies readonly PageRule[];`,
  ]);
}

function consolePage(tree: Tree, { folder, name, camel, pascal }: Page): void {
  writeNew(
    tree,
    `${folder}/route.tsx`,
    `import { requireSession } from '@yunduo/session';
import { PageHead } from '@yunduo/ui';
import { pageMeta } from '../../shell/language.ts';
import { useTranslations } from '../../shell/words.ts';
import type { Route } from './+types/route.ts';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({ title: words('${camel}')('title'), description: words('${camel}')('description') }));

export default function ${pascal}Route() {
  const t = useTranslations('${camel}');
  return <PageHead title={t('title')} />;
}
`,
  );
  writeNew(
    tree,
    `${folder}/route.test.tsx`,
    `import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import ${pascal}Route from './route.tsx';

test.each([
  ['zh', zh],
  ['en', en],
] as const)('renders the heading in %s', (locale, words) => {
  render(inShell(<${pascal}Route />, { locale, words }).element);
  expect(screen.getByRole('heading', { level: 1, name: words.${camel}.title })).toBeTruthy();
});
`,
  );
  edit(tree, 'apps/developer-console/app/routes.ts', [
    "\n  { name: 'panel',",
    `
  { name: '${name}', path: '${name}', feature: '${name}', words: ['${camel}'] },
  { name: 'panel',`,
  ]);
}
