// Checks that every path, every npm script and every subcommand of a script in the documents exists.
// node tools/checks/docs.ts
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesOf, root } from './workspace.ts';

/** Top-level folders of this repository: anything else in backticks is an address, a command or a name. */
const TOPS = /^(apps|libs|e2e|tools|docs|\.ci|\.github)\//;

/** Created by a command, so a fresh clone has none of them. */
const MADE = /^(reports|test-results|\.data|node_modules)(\/|$)|\/dist(\/|$)/;

/** `npm run ops -- order list --json`: the script and the words after it, up to the first option. */
export interface NamedCommand {
  script: string;
  words: string[];
}

export interface Named {
  scripts: string[];
  commands: NamedCommand[];
  paths: string[];
  links: string[];
}

/**
 * The claims of a document: `npm run x` with its arguments, paths in backticks and code blocks, links to
 * files.
 */
export function namedBy(markdown: string): Named {
  const code = [...markdown.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  const words = code.flatMap((text) => text.split(/[\s"'=,;()]+/)).filter(Boolean);
  return {
    scripts: code.flatMap((text) =>
      [...text.matchAll(/npm (?:run (?:-s )?(\w[\w:-]*)|(start|test)\b)/g)].map(
        ([, run, short]) => run ?? short ?? '',
      ),
    ),
    commands: code.flatMap((text) =>
      [...text.matchAll(/npm run (?:-s )?(\w[\w:-]*) --((?: [a-z][a-z-]*(?![\w.:@/=-]))+)/g)].map(
        ([, script = '', output = '']) => ({ script, words: output.trim().split(' ') }),
      ),
    ),
    paths: words
      .map((word) => word.replace(/^\.\//, '').replace(/[.:]+$/, ''))
      .filter(
        (word) => (TOPS.test(word) || /^\.\.\/\w/.test(word)) && !MADE.test(word) && !/[<>…]/.test(word),
      ),
    links: [...markdown.matchAll(/\]\((?!https?:|mailto:|[#/])([^)#\s]+)/g)].map(([, link]) => link ?? ''),
  };
}

const exists = (pattern: string, folder = root): boolean =>
  /[*{[]/.test(pattern) ? globSync(pattern, { cwd: folder }).length > 0 : existsSync(join(folder, pattern));

/** A path of the repository: from the root, or relative to the document if it begins with `../`. */
function holds(path: string, folder: string): boolean {
  if (!path.startsWith('../')) return exists(path);
  return !relative(root, join(root, folder, path)).startsWith('..') && exists(path, join(root, folder));
}

/** Where each script's subcommands are declared, and how a declaration looks there. */
const DECLARED: Record<string, { files: string; words: number; as: (command: string) => RegExp }> = {
  ops: { files: 'apps/api/src/ops/*.ts', words: 2, as: (name) => new RegExp(`name: '${name}'`) },
  trust: { files: 'tools/trust/trust.ts', words: 1, as: asKey },
  release: { files: 'tools/release/release.ts', words: 1, as: asKey },
  'test:browsers': { files: 'tools/test/browsers.ts', words: 1, as: asKey },
  bench: { files: 'tools/bench/{main,bench}.ts', words: 1, as: asKey },
};

function asKey(name: string): RegExp {
  return new RegExp(`^ +(?:'${name}'|${name})[:,(]`, 'm');
}

/** True if the script has the subcommand. A script that is not listed here may not be followed by a word. */
export function takes({ script, words }: NamedCommand): boolean {
  const declared = DECLARED[script];
  if (!declared) return false;
  const text = filesOf(declared.files)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  return words
    .slice(0, declared.words)
    .some((_, at) => declared.as(words.slice(0, at + 1).join(' ')).test(text));
}

/** Claims of the documents that the repository does not fulfil. */
export function docsFaults(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return [...filesOf('*.md'), ...filesOf('{docs,apps,libs,tools,e2e}/**/*.md')].flatMap((file) => {
    const named = namedBy(readFileSync(join(root, file), 'utf8'));
    return [
      ...named.scripts.filter((name) => !scripts[name]).map((name) => `${file}: npm run ${name}`),
      ...named.commands
        .filter((command) => !takes(command))
        .map(({ script, words }) => `${file}: npm run ${script} -- ${words.join(' ')}`),
      ...named.paths.filter((path) => !holds(path, dirname(file))).map((path) => `${file}: ${path}`),
      ...named.links
        .filter((link) => !exists(link, join(root, dirname(file))))
        .map((link) => `${file}: link to ${link}`),
    ];
  });
}

if (process.argv[1] === import.meta.filename) {
  const errors = docsFaults();
  console.log(errors.length ? errors.join('\n') : 'Everything that the documents name exists.');
  process.exit(errors.length ? 1 : 0);
}
