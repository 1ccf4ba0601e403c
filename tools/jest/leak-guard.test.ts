import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

const root = join(import.meta.dirname, '../..');
const jest = join(root, 'node_modules/jest/bin/jest.js');
// The libraries' own setup, with another name pattern for suites.
const config = join(import.meta.dirname, 'leaks.jest.config.mjs');
const { stdout, stderr } = spawnSync(process.execPath, [jest, '-c', config, '--json', '--silent'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' },
});
const results = stdout
  ? (JSON.parse(stdout) as Report).testResults.flatMap((file) => file.assertionResults)
  : [];
if (results.length === 0) throw new Error(stderr);

const leaving = results.filter(({ title }) => title.startsWith('leaves'));

test.each(leaving.map((result) => [result.title, result] as const))(
  'a test that %s fails with the kind of leak and its location',
  (title, { status, failureMessages }) => {
    expect(status).toBe('failed');
    const [message = '', ...more] = failureMessages;
    expect(more).toEqual([]);
    const kind =
      /MutationObserver|ResizeObserver|IntersectionObserver|PerformanceObserver|BroadcastChannel|Worker|XMLHttpRequest|request|object URL|idle callback|animation frame|interval|timer|listener/;
    expect(message).toContain('The test left behind:');
    expect(message).toContain(kind.exec(title)?.[0]);
    expect(message).toContain('leaks.fixture.tsx');
  },
);

test('a test that cleans up passes', () => {
  const ending = results.filter(({ title }) => !title.startsWith('leaves'));
  expect(ending.map(({ status, failureMessages }) => [status, failureMessages])).toEqual(
    ending.map(() => ['passed', []]),
  );
  expect([leaving.length, ending.length]).toEqual([27, 8]);
});
