import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectOf, readProjects, root } from './workspace.ts';
import { git } from '../release/git.ts';

/** The rules in order: everything, a folder from the root, or a file from the root. */
const rules = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter(Boolean)
  .map((line) => {
    const [pattern = '', ...teams] = line.split(/\s+/);
    return { pattern, teams };
  });
/** The owning teams of a file: those of the last rule that matches it. */
const ownersOf = (file: string): string[] =>
  rules.findLast(
    ({ pattern }) =>
      pattern === '*' || (pattern.endsWith('/') ? `/${file}`.startsWith(pattern) : `/${file}` === pattern),
  )?.teams ?? [];
const projects = readProjects();
/** The teams, as named in `owner:` tags and CODEOWNERS. */
const TEAMS = ['marketing', 'devrel', 'platform'];

test('every CODEOWNERS rule names existing teams and an existing path', () => {
  for (const { pattern, teams } of rules) {
    expect(teams.length).toBeGreaterThan(0);
    for (const team of teams) expect(TEAMS.map((name) => `@yunduo/${name}`)).toContain(team);
    // A pattern from the root is read alike by everyone.
    expect(pattern).toMatch(/^(\*|\/[^*?![\]]+)$/);
    expect(pattern === '*' || existsSync(join(root, pattern))).toBe(true);
  }
});

test('a project’s owner tag matches its CODEOWNERS rule; unowned files belong to the platform team', () => {
  const files = git(['ls-files']).split('\n');
  const wrong = files.flatMap((file) => {
    const tags = projectOf(file, projects)?.tags ?? [];
    const owner = tags.find((tag) => tag.startsWith('owner:'))?.slice('owner:'.length);
    const teams = ownersOf(file);
    if (owner && !(teams.length === 1 && teams[0] === `@yunduo/${owner}`))
      return [`${file}: ${teams.join(' ')}`];
    // An app's browser tests are in a project that all teams share.
    const shared = !owner && !file.startsWith('e2e/') && !teams.includes('@yunduo/platform');
    return shared ? [`${file}: ${teams.join(' ')}`] : [];
  });
  expect(files.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test('teams with an owner tag own their browser tests', () => {
  expect(ownersOf('e2e/public-site/store.e2e.ts')).toEqual(['@yunduo/marketing']);
  expect(ownersOf('e2e/developer-console/console.e2e.ts')).toEqual(['@yunduo/devrel']);
  expect(ownersOf('e2e/fixtures.ts')).toEqual(['@yunduo/platform']);
});
