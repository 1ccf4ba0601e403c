import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@yunduo/i18n';

interface WordModules<N extends string> {
  /** The app's directory; its `routes.ts` stands in `app/`. */
  app: string;
  /** The library of the app's own words. */
  library: string;
  /** Namespaces of `@yunduo/i18n`; all others belong to `library`. */
  shared: readonly N[];
}

/** Next to the types that React Router generates: it reads route files from disk, so a virtual module does not work. */
const GENERATED = '.react-router/words';

const kebab = (text: string): string => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * For an app's `routes.ts`: a function that writes the module that adds words in one language, and returns its path
 * relative to `app/`. As a layout around a page it is preloaded with the page, in the page's language only
 * (docs/decisions/0051).
 */
export const wordModules =
  <N extends string>({ app, library, shared }: WordModules<N>) =>
  (locale: Locale, names: readonly N[]): string => {
    const imports = names.map(
      (name) =>
        `import { ${name} } from '${shared.includes(name) ? '@yunduo/i18n' : library}/${locale}/${kebab(name)}';`,
    );
    // The same file name everywhere: the route manifest, which lists every chunk's name, then compresses better.
    const folder = `${GENERATED}/${kebab(names.join('-'))}`;
    const file = `${folder}/words.${locale}.ts`;
    mkdirSync(join(app, folder), { recursive: true });
    writeFileSync(
      join(app, file),
      `import { addWords } from '@yunduo/app-shell';
${imports.join('\n')}
import { ${locale} } from '../../../app/shell/${locale}-words.ts';

export { Outlet as default } from 'react-router';

addWords(${locale}.words, { ${names.join(', ')} });
`,
    );
    return `../${file}`;
  };
