import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { guardedRoutes } from './guarded-routes.ts';

const file = join(
  createRequire(import.meta.url).resolve('react-router/package.json'),
  '../dist/production/lib/dom/ssr/routeModules.js',
);

test('[R9.04] a route’s module that does not come is said to the guard, instead of reloading each time', () => {
  const { transform } = guardedRoutes();
  const before = readFileSync(file, 'utf8');
  expect(before).toContain('location.reload()');
  const after = transform(before, file) ?? '';
  expect(after).not.toContain('location.reload()');
  expect(after).toContain("new Event('vite:preloadError', { cancelable: true })");
  expect(transform(before, '/other.js')).toBeUndefined();
  expect(() => transform('nothing', file)).toThrow(/reloads otherwise/);
});
