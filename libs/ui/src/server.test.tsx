/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { expect, test } from '@jest/globals';
import * as ui from './index.ts';
import type { story } from './story.ts';

type Story = ReturnType<typeof story>;

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.stories.tsx'),
);
const nothing = () => undefined;
/** Overlays, which the server never renders. */
const OVERLAYS = ['dialog/dialog.stories.tsx', 'lightbox/lightbox.stories.tsx'];

/** The server's HTML of each state in a stories file. */
async function sent(file: string): Promise<string[]> {
  const { default: meta, ...stories } = (await import(join(import.meta.dirname, file))) as Record<
    string,
    Story
  >;
  expect(meta).toHaveProperty('component');
  return Object.values(stories).map(({ render }) => {
    const Story = () => render({}, { globals: { locale: 'en' } });
    return renderToString(<Story />);
  });
}

test('every component appears in a story', () => {
  const drawn = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name));
  expect(components.length).toBeGreaterThan(40);
  expect(components.filter((name) => !new RegExp(`<${name}\\b`).test(drawn))).toEqual([]);
});

test.each(files.filter((file) => !OVERLAYS.includes(file)))(
  '%s renders on the server without a style attribute',
  async (file) => {
    for (const html of await sent(file)) {
      expect(html).toMatch(/^<\w+/);
      expect(html).not.toMatch(/\sstyle="/);
    }
  },
);

test.each([
  ['a dialog', <ui.DialogView title="Sure?" onClose={nothing} closeLabel="Close" zIndex={2000} />],
  [
    'a lightbox',
    <ui.LightboxView
      words={{ label: 'Pictures', close: 'Close', previous: 'Previous', next: 'Next', position: '1 of 1' }}
      items={[{ src: '/a.webp', alt: 'List', width: 1280, height: 800 }]}
      index={0}
      onIndex={nothing}
      onClose={nothing}
    />,
  ],
])('%s renders nothing on the server', (_name, element) => {
  expect(renderToString(element)).toBe('');
});

test('a carousel renders all its slides on the server', () => {
  const html = renderToString(
    <ui.Carousel
      label="Deck"
      words={{ previous: 'Previous', next: 'Next' }}
      slides={[
        { id: 'one', label: 'One', content: 'first slide' },
        { id: 'two', label: 'Two', content: 'second slide' },
      ]}
    />,
  );
  expect(html).toContain('first slide');
  expect(html).toContain('second slide');
});
