// Every path and every npm script that a document names exists.
//   node tools/checks/docs.ts
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, root } from './workspace.ts';

/** Tops of paths that this repository holds: anything else in backticks is an address, a command or a name. */
const TOPS = /^(apps|libs|e2e|tools|docs|\.ci)\//;

/** Made by a command, so that a fresh clone has none of them. */
const MADE = /^(reports|test-results|\.data|node_modules)(\/|$)|\/dist(\/|$)/;

export interface Named {
  scripts: string[];
  paths: string[];
  links: string[];
}

/** What a document promises: `npm run x`, paths in backticks and code blocks, links to files. */
export function namedBy(markdown: string): Named {
  const code = [...markdown.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  const words = code.flatMap((text) => text.split(/[\s"'=,;()]+/)).filter(Boolean);
  return {
    scripts: code.flatMap((text) =>
      [...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short ?? ''),
    ),
    paths: words
      .map((word) => word.replace(/^\.\//, '').replace(/[.:]+$/, ''))
      .filter((word) => TOPS.test(word) && !MADE.test(word) && !/[<>…]/.test(word)),
    links: [...markdown.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) => link ?? ''),
  };
}

const exists = (pattern: string, folder = root): boolean =>
  /[*{[]/.test(pattern) ? globSync(pattern, { cwd: folder }).length > 0 : existsSync(join(folder, pattern));

/** What documents promise and the repository does not hold. */
export function docsFaults(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return [...filesOf('*.md'), ...filesOf('{docs,apps,libs,tools,e2e}/**/*.md')].flatMap((file) => {
    const named = namedBy(readFileSync(join(root, file), 'utf8'));
    return [
      ...named.scripts.filter((name) => !scripts[name]).map((name) => `${file}: npm run ${name}`),
      ...named.paths.filter((path) => !exists(path)).map((path) => `${file}: ${path}`),
      ...named.links
        .filter((link) => !exists(link, join(root, dirname(file))))
        .map((link) => `${file}: link to ${link}`),
    ];
  });
}

if (process.argv[1] === import.meta.filename) {
  const faults = docsFaults();
  console.log(faults.length ? faults.join('\n') : 'Everything that the documents name exists.');
  process.exit(faults.length ? 1 : 0);
}
