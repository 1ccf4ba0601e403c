import { expect, test } from '@jest/globals';
import { readProjects, readSources } from './workspace.ts';

/** Files with a form, and the calls whose rejection they handle. */
const forms = readSources(readProjects()).flatMap(({ path, text }) => {
  const isForm = /^apps\/[\w-]+\/app\//.test(path) && !/\.test\.tsx?$/.test(path);
  if (!isForm || !/\buseForm(?:<[^>]*>)?\(/.test(text)) return [];
  const calls = text
    .split('.unwrap()')
    .slice(0, -1)
    .map((before) => {
      const awaited = before.slice(before.lastIndexOf('await '));
      const [, name] = /^await (\w+)$/.exec(awaited) ?? [];
      return name ? before.slice(before.lastIndexOf(`const ${name} = `)) : awaited;
    });
  return calls.map((call) => ({ path, call }));
});

test('every call of a form suppresses the toast with handledByForm or handledByView', () => {
  expect(forms.length).toBeGreaterThan(20);
  expect(forms.filter(({ call }) => !/handledBy(?:Form|View)\(/.test(call))).toEqual([]);
});
