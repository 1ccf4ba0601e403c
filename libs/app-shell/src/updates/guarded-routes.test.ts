import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { guardedRoutes } from './guarded-routes.ts';

const lib = join(
  createRequire(import.meta.url).resolve('react-router/package.json'),
  '../dist/production/lib',
);
const { transform } = guardedRoutes();

test('[R9.04] a route’s module that does not come is said to the guard, instead of reloading each time', () => {
  const file = join(lib, 'dom/ssr/routeModules.js');
  const before = readFileSync(file, 'utf8');
  expect(before).toContain('location.reload()');
  const after = transform(before, file) ?? '';
  expect(after).not.toContain('location.reload()');
  expect(after).toContain("new Event('vite:preloadError', { cancelable: true })");
  expect(transform(before, '/other.js')).toBeUndefined();
});

test.each([
  [
    'is waited for by no navigation',
    'dom/ssr/single-fetch',
    /routeDfds\[i\]\.resolve\(\);\s*if \(result\?\.type/,
  ],
  ['is forgotten by its route', 'dom/ssr/routes', /lazyRoutePromise\.catch\(/],
  ['is forgotten by the router', 'router/router', /propertyPromise\.catch\(/],
])('[R4.12] what failed %s', (_what, name, expected) => {
  const file = join(lib, `${name}.js`);
  const before = readFileSync(file, 'utf8');
  expect(before).not.toMatch(expected);
  expect(transform(before, file)).toMatch(expected);
  expect(() => transform('nothing', file)).toThrow(/reads otherwise/);
});
