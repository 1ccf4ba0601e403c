import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import type { story } from './story.ts';
import { expectAccessible } from './testing.ts';

type Story = ReturnType<typeof story>;

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
const stories = files.filter((file) => file.endsWith('.stories.tsx'));

/** The stories of a file by name, without its default export. */
async function storiesOf(file: string): Promise<[name: string, story: Story][]> {
  const { default: meta, ...named } = (await import(join(import.meta.dirname, file))) as Record<
    string,
    Story
  >;
  expect(meta).toHaveProperty('component');
  return Object.entries(named);
}

test('every component has stories and a test in its folder', () => {
  const components = files.filter((file) => /^([\w-]+)\/\1\.tsx$/.test(file));
  expect(components.length).toBeGreaterThan(30);
  const missing = components
    .flatMap((file) => ['.stories.tsx', '.test.tsx'].map((end) => file.replace(/\.tsx$/, end)))
    .filter((file) => !files.includes(file));
  expect(missing).toEqual([]);
});

/** The markup, one element a line, with ids numbered in their order: they count up over all tests of a file. */
function markupOf({ innerHTML }: HTMLElement): string {
  const ids = [...new Set(innerHTML.match(/_r_\w+?_/g))];
  return innerHTML.replace(/_r_\w+?_/g, (id) => `_r_${ids.indexOf(id)}_`).replace(/(?<!^)<(?!\/)/g, '\n<');
}

test.each(stories)('%s: every state renders in both languages and is accessible', async (file) => {
  const named = await storiesOf(file);
  expect(named.length).toBeGreaterThan(0);
  for (const [name, { render: view }] of named) {
    for (const locale of ['zh', 'en']) {
      const Story = () => view({}, { globals: { locale } });
      // Like a story's page: a landmark around it.
      const { baseElement, unmount } = render(
        <main>
          <Story />
        </main>,
      );
      // A dialog is mounted beside it, over the page.
      expect(baseElement.querySelectorAll('main > *, [role="dialog"]').length).toBeGreaterThan(0);
      // The tree is the same in both themes, and axe checks the tree.
      if (locale === 'zh') await expectAccessible(baseElement);
      // Its whole markup, so that no attribute is lost unnoticed; `jest -u` records an intended change.
      else expect(markupOf(baseElement)).toMatchSnapshot(name);
      unmount();
    }
  }
});
