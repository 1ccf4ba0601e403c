import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readFixtures } from '../lint/read-fixtures.ts';
import { boundaryFaults } from './boundaries.ts';
import { readProjects, readSources, root } from './workspace.ts';

const projects = readProjects();
const sources = readSources(projects);

test('no import breaks a boundary', () => {
  expect(boundaryFaults(projects, sources)).toEqual([]);
});

const fixtures = readFixtures();

test('every rule has a wrong import that proves it', () => {
  expect(fixtures.length).toBeGreaterThan(20);
});

test.each(fixtures)('the second check refuses $name', ({ at, because, text }) => {
  const faults = boundaryFaults(projects, [...sources, { path: at, text }]).filter((fault) =>
    fault.startsWith(at),
  );
  expect(faults.join('\n')).toContain(because);
});

test('ESLint’s rule refuses what it is known to see', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'tools/lint/lint-fixtures.ts')],
    { cwd: root, encoding: 'utf8', timeout: 100_000, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const messages = JSON.parse(stdout) as Record<string, string[]>;
  const refused = fixtures.filter(({ refusedBy }) => refusedBy.includes('eslint'));
  const missed = refused.filter(({ name }) => !messages[name]?.length).map(({ name }) => name);
  expect(missed).toEqual([]);
  expect(refused.length).toBeGreaterThan(12);
});
