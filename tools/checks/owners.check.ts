import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ownerRules, ownersOf, readOwnerRules } from './owners.ts';
import { projectOf, readProjects, root } from './workspace.ts';
import { git } from '../release/git.ts';

const rules = readOwnerRules();
const projects = readProjects();
/** The teams, as named in `owner:` tags and CODEOWNERS. */
const TEAMS = ['marketing', 'devrel', 'platform'];

test('every CODEOWNERS rule names existing teams and an existing path', () => {
  for (const { pattern, teams } of rules) {
    expect(teams.length).toBeGreaterThan(0);
    for (const team of teams) expect(TEAMS.map((name) => `@yunduo/${name}`)).toContain(team);
    expect(pattern === '*' || existsSync(join(root, pattern))).toBe(true);
  }
});

test('a project’s owner tag matches its CODEOWNERS rule; unowned files belong to the platform team', () => {
  const files = git(['ls-files']).split('\n');
  const wrong = files.flatMap((file) => {
    const tags = projectOf(file, projects)?.tags ?? [];
    const owner = tags.find((tag) => tag.startsWith('owner:'))?.slice('owner:'.length);
    const teams = ownersOf(file, rules);
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
  expect(ownersOf('e2e/public-site/store.e2e.ts', rules)).toEqual(['@yunduo/marketing']);
  expect(ownersOf('e2e/developer-console/console.e2e.ts', rules)).toEqual(['@yunduo/devrel']);
  expect(ownersOf('e2e/fixtures.ts', rules)).toEqual(['@yunduo/platform']);
});

test('the last matching rule applies, and an ambiguous pattern is rejected', () => {
  const two = ownerRules('* @yunduo/platform # all\n/apps/ @yunduo/devrel\n');
  expect(ownersOf('apps/x.ts', two)).toEqual(['@yunduo/devrel']);
  expect(ownersOf('libs/x.ts', two)).toEqual(['@yunduo/platform']);
  expect(() => ownersOf('a.ts', ownerRules('*.ts @yunduo/devrel'))).toThrow('from the root');
});
