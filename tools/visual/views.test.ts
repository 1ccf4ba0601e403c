import { expect, test } from '@jest/globals';
import { readMaps } from './maps.ts';
import { viewsOf } from './views.ts';

test('contains every page, panel, section and desk of both apps once', async () => {
  const maps = await readMaps();
  const names = viewsOf(maps).map(({ name }) => name);
  const expected = [
    ...maps.site.map(({ name }) => name).filter((name) => name !== 'user' && name !== 'login'),
    ...maps.panels.map((panel) => `user-${panel}`),
    ...maps.sections.map((section) => `login-${section}`),
    ...maps.console.map(({ name }) => `console-${name}`).filter((name) => name !== 'console-desk'),
    ...maps.rooms.map(({ name }) => `desk-${name}`),
  ];
  expect(maps.console.length).toBeGreaterThan(6);
  expect(maps.rooms.length).toBeGreaterThan(5);
  expect(names).toEqual(expect.arrayContaining(expected));
  expect(new Set(names).size).toBe(names.length);
  // Without its parameter, the page of an app leads to the list of apps.
  const followed = viewsOf(maps).filter(
    ({ name, follow }) => follow && /^console-(listing|versions|preview)$/.test(name),
  );
  expect(followed).toHaveLength(3);
});

test('a new page with a parameter and no example throws', async () => {
  const maps = await readMaps();
  expect(() => viewsOf({ ...maps, site: [...maps.site, { name: 'order', path: '/order/:no' }] })).toThrow(
    'order',
  );
});

test('includes a new page without a parameter automatically', async () => {
  const maps = await readMaps();
  const views = viewsOf({ ...maps, site: [...maps.site, { name: 'careers', path: '/careers' }] });
  expect(views.find(({ name }) => name === 'careers')?.path).toBe('/careers');
});
