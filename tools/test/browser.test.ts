import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { findBrowser, SHELL, WHOLE } from '@yunduo/e2e/browser';

const machine = mkdtempSync(join(tmpdir(), 'browsers-'));
afterAll(() => rmSync(machine, { recursive: true }));

/** A machine with these browsers in its PATH. */
function having(...names: string[]): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(machine, 'bin-'));
  for (const name of names) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: [join(machine, 'nothing'), folder].join(delimiter) };
}
const found = (env: NodeJS.ProcessEnv): string | undefined =>
  findBrowser([SHELL, ...WHOLE.filter((name) => !name.startsWith('/'))], env, join(machine, 'none'));

test.each([
  [['chromium', SHELL], SHELL],
  [['chromium'], 'chromium'],
  [['google-chrome', 'chromium-browser'], 'chromium-browser'],
  [['google-chrome-stable'], 'google-chrome-stable'],
  [['google-chrome'], 'google-chrome'],
])('with %j installed runs the tests in %s', (names, name) => {
  expect(found(having(...names))?.endsWith(join('/', name))).toBe(true);
});

test('CHROMIUM_PATH has priority', () => {
  expect(found({ ...having(SHELL), CHROMIUM_PATH: '/opt/chrome' })).toBe('/opt/chrome');
});

test('without a browser returns undefined', () => {
  expect(found(having())).toBeUndefined();
});
