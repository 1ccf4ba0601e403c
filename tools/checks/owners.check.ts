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

test('every rule names teams that exist and something that is there', () => {
  for (const { pattern, teams } of rules) {
    expect(teams.length).toBeGreaterThan(0);
    for (const team of teams) expect(TEAMS.map((name) => `@yunduo/${name}`)).toContain(team);
    expect(pattern === '*' || existsSync(join(root, pattern))).toBe(true);
  }
});

test('the owner of a project by Nx is the owner of its files, and what no team owns is the platform’s', () => {
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

test('each team with an owner tag is asked about its browser tests too', () => {
  expect(ownersOf('e2e/public-site/store.e2e.ts', rules)).toEqual(['@yunduo/marketing']);
  expect(ownersOf('e2e/developer-console/console.e2e.ts', rules)).toEqual(['@yunduo/devrel']);
  expect(ownersOf('e2e/fixtures.ts', rules)).toEqual(['@yunduo/platform']);
});

test('the last rule counts, and a pattern that readers take differently is refused', () => {
  const two = ownerRules('* @yunduo/platform # all\n/apps/ @yunduo/devrel\n');
  expect(ownersOf('apps/x.ts', two)).toEqual(['@yunduo/devrel']);
  expect(ownersOf('libs/x.ts', two)).toEqual(['@yunduo/platform']);
  expect(() => ownersOf('a.ts', ownerRules('*.ts @yunduo/devrel'))).toThrow('from the root');
});
