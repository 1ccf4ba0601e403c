import { readCachedProjectGraph } from '@nx/devkit';
import DefaultRenderer, { type ChangelogChange } from 'nx/release/changelog-renderer/index.js';
import { git } from './git.ts';

type Config = ConstructorParameters<typeof DefaultRenderer>[0];

const SUBJECT = /^(?<type>\w+)(?:\((?<scope>[^)]*)\))?(?<bang>!)?: (?<description>.+)$/;
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

/** Reads one conventional commit; null for any other. */
export function changeOf(app: string, hash: string, subject: string, body: string): ChangelogChange | null {
  const { type, scope = '', bang, description } = SUBJECT.exec(subject)?.groups ?? {};
  if (!type || !description) return null;
  return {
    type,
    scope,
    description,
    body,
    isBreaking: Boolean(bang) || /^BREAKING[ -]CHANGE:/m.test(body),
    githubReferences: [],
    shortHash: hash.slice(0, 8),
    affectedProjects: [app],
  };
}

/** What the commits since the last release changed for an app, newest first. */
function changesOf(app: string): ChangelogChange[] {
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
 * The changelog of an app names what changed in the libraries it ships as well: Nx counts those commits for the version
 * and leaves them out of the text.
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
