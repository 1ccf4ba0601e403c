import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { followTranslation, isTranslated, rememberControls, unwrapTexts } from './translated-page.ts';

const font = (content: Node | string): HTMLElement => {
  const inner = document.createElement('font');
  inner.append(content);
  const outer = document.createElement('font');
  outer.append(inner);
  return outer;
};

/** How browsers translate: they wrap the text in an element, or replace it by one with the translation. */
const TRANSLATORS: Readonly<Record<string, (text: Text) => void>> = {
  'puts an element around each text': (text) => {
    const wrapper = document.createElement('font');
    text.replaceWith(wrapper);
    wrapper.append(text);
  },
  'puts a translation in place of each text': (text) => text.replaceWith(font(`[${text.data}]`)),
  'puts a translation before each text, and takes the text away': (text) => {
    text.before(font(`[${text.data}]`));
    text.remove();
  },
};

let stops: (() => void)[] = [];
beforeEach(() => void stops.push(followTranslation()));
afterEach(() => {
  for (const stop of stops.reverse()) stop();
  stops = [];
});

const texts = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter(({ parentElement }) => parentElement?.nodeName !== 'FONT');
};
const translate = async (root: Element, how: (text: Text) => void) => {
  texts(root).forEach(how);
  await act(async () => undefined);
};
/** The text as displayed, in any language. */
const read = (root: Element) => (root.textContent ?? '').replace(/[[\]]/g, '');

function Counter({ count, extra, name }: { count: number; extra: boolean; name: string | null }) {
  return (
    <p>
      {name}
      {count} of {10}
      {extra && ' and more'}
      {count > 2 ? <b>many</b> : 'few'}
    </p>
  );
}

describe.each(Object.entries(TRANSLATORS))('page translated by a browser that %s', (_how, how) => {
  test('shows changed, added and removed texts without stale ones', async () => {
    const { container, rerender, unmount } = render(<Counter count={1} extra={false} name={null} />);
    await translate(container, how);
    expect(read(container)).toBe('1 of 10few');
    for (const [count, extra, name, expected] of [
      [2, true, null, '2 of 10 and morefew'],
      [3, false, 'Keel ', 'Keel 3 of 10many'],
      [1, true, 'Helm ', 'Helm 1 of 10 and morefew'],
      [4, true, null, '4 of 10 and moremany'],
    ] as const) {
      rerender(<Counter count={count} extra={extra} name={name} />);
      await act(async () => undefined);
      expect(read(container)).toBe(expected);
      await translate(container, how);
      expect(read(container)).toBe(expected);
    }
    unmount();
    expect(container.textContent).toBe('');
  });
});

test('unwrapTexts restores a page translated before hydration', () => {
  document.body.innerHTML = '<p>1<!-- --> of <b>10</b></p>';
  texts(document.body).forEach(TRANSLATORS['puts an element around each text'] as (text: Text) => void);
  document.body.querySelectorAll('b').forEach((b) => b.replaceChildren(font('10')));
  unwrapTexts();
  expect(document.body.innerHTML).toBe('<p>1<!-- --> of <b>10</b></p>');
  expect(isTranslated()).toBe(true);
  document.body.replaceChildren();
});

test('a control of a page rendered again is found among the new ones, from the end; a different one is not', () => {
  const markup = '<a href="/">~</a><button class="copy"><font>~</font></button><input class="search">';
  document.body.innerHTML = markup;
  unwrapTexts();
  const [link, button, input] = document.body.children as unknown as [Element, Element, Element];
  const controlNow = rememberControls();
  expect(controlNow(button)).toBe(button);
  // The visitor is signed in: there is one more link before them.
  document.body.innerHTML = `<a href="/user"></a>${markup}`;
  expect(controlNow(button)).toBe(document.querySelector('button'));
  expect(controlNow(input)).toBe(document.querySelector('input'));
  expect(controlNow(link)).toBe(document.body.children[1]);
  document.querySelector('button')?.setAttribute('class', 'remove');
  expect(controlNow(button)).toBeNull();
  expect(controlNow(document.createElement('button'))).toBeNull();
  document.body.replaceChildren();
});

test('removing or inserting before a node of another parent still throws, on a translated page too', async () => {
  const parent = document.createElement('p');
  document.body.append('10');
  await translate(document.body, TRANSLATORS['puts an element around each text'] as (text: Text) => void);
  for (const stranger of [document.createElement('b'), new Text('elsewhere')]) {
    document.body.append(stranger);
    expect(() => parent.removeChild(stranger)).toThrow(/not a child|can not be found/);
    expect(() => parent.insertBefore(document.createElement('i'), stranger)).toThrow(
      /not a child|can not be found/,
    );
  }
  // A text that is in no page may be one that a translation replaced; an element is not.
  expect(() => parent.removeChild(document.createElement('b'))).toThrow(/not a child|can not be found/);
  document.body.replaceChildren();
});

test('stopping restores the original removeChild', () => {
  const mine = Node.prototype.removeChild;
  stops.pop()?.();
  expect(Node.prototype.removeChild).not.toBe(mine);
});
