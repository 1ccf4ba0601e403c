import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { depConstraints } from '../lint/boundaries.mjs';
import { codeFixtures, importFixtures } from '../lint/read-fixtures.ts';
import { boundaryFaults, matches, SERVER_ONLY } from './boundaries.ts';
import { importsOf } from './imports.ts';
import { filesOf, projectOf, readProjects, readSources, root } from './workspace.ts';

const projects = readProjects();
const sources = readSources(projects);

test('no import violates a boundary', () => {
  expect(boundaryFaults(projects, sources)).toEqual([]);
});

test('every project has one known type, one known scope and at most one owner', () => {
  const ruled = new Set(depConstraints.map(({ sourceTag }) => sourceTag));
  const odd = projects.filter(({ tags }) => {
    const of = (kind: string): string[] => tags.filter((tag) => tag.startsWith(`${kind}:`));
    const [type, scope, owner] = [of('type'), of('scope'), of('owner')];
    const known = [...type, ...scope, ...owner].every((tag) => ruled.has(tag));
    return type.length !== 1 || scope.length !== 1 || owner.length > 1 || !known;
  });
  expect(odd.map(({ name, tags }) => `${name}: ${tags.join(', ')}`)).toEqual([]);
  // Nx treats every workspace package as a project; one without a project.json would have no tags.
  const packages = filesOf('{apps,libs,e2e,tools}/**/package.json');
  expect(packages.map((path) => dirname(path)).sort()).toEqual(projects.map(({ folder }) => folder).sort());
});

test.each(projects)(
  '$name declares the workspace packages that it imports, and only existing side effects',
  ({ folder }) => {
    const { name, dependencies, sideEffects } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as { name: string; dependencies?: object; sideEffects?: false | string[] };
    const imported = sources
      .filter(({ path }) => projectOf(path, projects)?.folder === folder)
      .flatMap((file) => importsOf(file).map(({ specifier }) => /^@yunduo\/[^/]+/.exec(specifier)?.[0]));
    const declared = [name, ...Object.keys(dependencies ?? {})];
    expect(imported.filter((one) => one && !declared.includes(one))).toEqual([]);
    const files = (sideEffects || []).map((one) => `${folder}/${one.includes('/') ? one : `**/${one}`}`);
    expect(files.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
  },
);

const fixtures = importFixtures;

/** The messages of the second check by rule: Nx's rules, which both check, and its own. */
const SENTENCES = [
  ...depConstraints.flatMap(({ sourceTag, onlyDependOnLibsWithTags, notDependOnLibsWithTags }) => [
    ...(onlyDependOnLibsWithTags ? [`${sourceTag} depends only on`] : []),
    ...(notDependOnLibsWithTags ? [`${sourceTag} never reaches`] : []),
  ]),
  ...SERVER_ONLY.map((name) => `${name} belongs to the server`),
  'leads to typebox',
  'nobody imports an app',
  'another project is imported by its name',
  'a feature folder has no barrel file',
  'a feature does not import its sibling',
  'the module mail stands below',
  'modules in a circle',
  'files in a circle',
];

test('every rule and every banned package has a fixture', () => {
  const reasons = fixtures.map(({ because }) => because);
  expect(SENTENCES.filter((sentence) => !reasons.some((because) => because.startsWith(sentence)))).toEqual(
    [],
  );

  const banned = depConstraints.flatMap(({ sourceTag, bannedExternalImports = [] }) =>
    bannedExternalImports.map((pattern) => ({ sourceTag, pattern })),
  );
  const proved = ({ sourceTag, pattern }: (typeof banned)[number]): boolean =>
    fixtures.some(
      ({ at, because, text }) =>
        because === `banned for ${sourceTag}` &&
        importsOf({ path: at, text }).some(({ specifier }) => matches(specifier, pattern)),
    );
  expect(banned.filter((ban) => !proved(ban))).toEqual([]);
});

test.each(fixtures)('boundaryFaults rejects $name', ({ at, because, text, beside }) => {
  const wrong = { path: at, text };
  const errors = boundaryFaults(projects, [...sources, wrong, ...beside], [wrong]);
  expect(because).not.toBe('');
  expect(errors.join('\n')).toContain(because);
});

describe('ESLint', () => {
  let refusals: Record<string, string[]>;
  beforeAll(() => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(root, 'tools/lint/lint-fixtures.ts')],
      { cwd: root, encoding: 'utf8', timeout: 100_000, env: { ...process.env, NODE_OPTIONS: '' } },
    );
    if (status !== 0) throw new Error(stderr);
    refusals = JSON.parse(stdout) as Record<string, string[]>;
  });

  test('@nx/enforce-module-boundaries rejects exactly the fixtures marked for it', () => {
    const seen = fixtures.filter(({ name }) => refusals[name]?.includes('@nx/enforce-module-boundaries'));
    const known = fixtures.filter(({ refusedBy }) => refusedBy.includes('eslint'));
    expect(seen.map(({ name }) => name)).toEqual(known.map(({ name }) => name));
  });

  test('rejects tests without assertions, skipped tests and focused tests', () => {
    const wrong = codeFixtures;
    expect(wrong.map(({ name }) => name)).not.toEqual([]);
    expect(
      wrong.filter(({ name, refusedBy }) => !refusedBy.every((rule) => refusals[name]?.includes(rule))),
    ).toEqual([]);
  });
});
