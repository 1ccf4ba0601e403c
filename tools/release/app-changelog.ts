import { createRequire } from 'node:module';
import { readCachedProjectGraph } from '@nx/devkit';
import type * as rendering from 'nx/release/changelog-renderer/index.js';
import { changeOf } from './conventional-commit.ts';
import { git } from './git.ts';

// A CommonJS module whose default export Node does not unwrap.
const { default: DefaultRenderer } = createRequire(import.meta.url)(
  'nx/release/changelog-renderer',
) as typeof rendering;

type Config = ConstructorParameters<typeof DefaultRenderer>[0];

const FIELD = '\u001f';
const RECORD = '\u001e';

/** The folders of an app and of every library it is built from. */
function foldersOf(app: string): string[] {
  const graph = readCachedProjectGraph();
  const reached = new Set([app]);
  for (const name of reached) {
    for (const { target } of graph.dependencies[name] ?? []) if (graph.nodes[target]) reached.add(target);
  }
  return [...reached].flatMap((name) => graph.nodes[name]?.data.root ?? []);
}

/** Changes of an app by the commits since its last release, newest first. */
function changesOf(app: string): rendering.ChangelogChange[] {
  const last = git(['describe', '--tags', '--abbrev=0', '--match', `${app}@*`, 'HEAD']);
  const log = git([
    'log',
    '--no-merges',
    `--format=%H${FIELD}%s${FIELD}%b${RECORD}`,
    `${last}..HEAD`,
    '--',
    ...foldersOf(app),
  ]);
  return log.split(RECORD).flatMap((entry) => {
    const [hash = '', subject = '', body = ''] = entry.trim().split(FIELD);
    return changeOf(app, hash, subject, body) ?? [];
  });
}

/**
 * An app's changelog includes the changes of its libraries: Nx counts those commits for the version but
 * leaves them out of the text.
 */
export class AppChangelog extends DefaultRenderer {
  constructor(config: Config) {
    const shown = config.conventionalCommitsConfig.types;
    const changes = config.project ? changesOf(config.project) : config.changes;
    super({
      ...config,
      changes: changes.filter(({ type }) => {
        const known = shown[type];
        return typeof known === 'object' && !known.changelog.hidden;
      }),
    });
  }
}
