import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from '@jest/globals';
import routes from './routes.ts';

/** Each page of the map: its id, its whole path, and its file. */
const flat = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ id, index, path, file, children }) => {
    const here = [above, path].filter(Boolean).join('/');
    return [
      `${id ?? ''} ${path !== undefined || index ? `/${here} ` : ''}${file.replace(/^.*(words.*)$/, '$1')}`,
      ...flat(children ?? [], here),
    ];
  });

test('the map leads each address of both languages to its page', () => {
  const lines = flat(routes);
  expect(lines).toMatchSnapshot();
  const ids = lines.map((line) => line.split(' ')[0]);
  expect(new Set(ids).size).toBe(ids.length);
});
