/** @jest-environment node */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');

/** Every lazy part in the sources of both apps and of the shell: `[importing file, its module]`. */
const parts = ['apps/public-site/app', 'apps/developer-console/app', 'libs/app-shell/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => {
      const file = join(root, folder, name);
      return [...readFileSync(file, 'utf8').matchAll(/lazyWithRetry\(\(\) => import\('([^']+)'\)/g)].map(
        ([, path = '']) => [relative(root, file), join(dirname(file), path)] as const,
      );
    }),
);

test('lazy parts are found in both apps and in the shell', () => {
  const folders = new Set(parts.map(([where]) => where.split('/').slice(0, 2).join('/')));
  expect([...folders].sort()).toEqual(['apps/developer-console', 'apps/public-site', 'libs/app-shell']);
});

test.each(parts)('%s loads an existing file with a default export: %s', (_where, file) => {
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/export default /);
});
