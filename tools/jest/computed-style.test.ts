/** @jest-environment ./jest/dom-environment.mjs */
import { expect, test } from '@jest/globals';

const TAGS =
  'a area article aside b body button canvas caption center code col colgroup datalist dd details dialog div dl dt em fieldset figure footer form frame h1 h6 header hr img input label legend li link main map marquee menu meta meter nav noframes ol optgroup option output p param pre progress q rp rt ruby script section select small span strong style summary svg table tbody td template textarea tfoot th thead title tr ul video x-own';
const SVG = 'http://www.w3.org/2000/svg';
const PROPERTIES = ['display', 'visibility', 'pointer-events', 'color', 'margin-top'];

const read = (element: Element) => {
  const style = getComputedStyle(element);
  return {
    element: element.outerHTML,
    direct: [style.display, style.visibility, style.pointerEvents, style.color, style.cssFloat],
    byName: PROPERTIES.map((property) => style.getPropertyValue(property)),
  };
};

/** What jsdom itself answers: it is asked where a document has a style sheet. */
function ofJsdom(elements: readonly Element[]) {
  const sheet = document.head.appendChild(document.createElement('style'));
  try {
    return elements.map(read);
  } finally {
    sheet.remove();
  }
}

test('a computed style is that of jsdom, for every element, state and inherited style', () => {
  const made = TAGS.split(' ').flatMap((tag) => {
    const plain = document.createElement(tag);
    const hidden = document.createElement(tag);
    hidden.setAttribute('hidden', '');
    const styled = document.createElement(tag);
    styled.setAttribute('style', 'visibility: hidden; pointer-events: none; color: red');
    const shown = hidden.cloneNode() as HTMLElement;
    shown.style.setProperty('display', 'grid');
    const inner = styled.appendChild(document.createElement('span'));
    const own = styled.appendChild(document.createElement('b'));
    own.setAttribute('style', 'visibility: visible; pointer-events: auto');
    return [plain, hidden, styled, shown, inner, own];
  });
  const fields = ['hidden', 'text', 'checkbox'].map((type) =>
    Object.assign(document.createElement('input'), { type }),
  );
  const open = Object.assign(document.createElement('dialog'), { open: true });
  const drawn = ['svg', 'title', 'g'].map((tag) => document.createElementNS(SVG, tag));
  const ruby = document.createElement('ruby');
  ruby.innerHTML = '<rt>1</rt><rp>2</rp><span>3</span>';
  const all = [...made, ...fields, open, ...drawn, ruby, ...ruby.children];
  const detached = all.map(read);
  expect(detached).toEqual(ofJsdom(all));
  const place = document.body.appendChild(document.createElement('div'));
  for (const element of all) if (!element.parentNode) place.append(element);
  place.style.visibility = 'hidden';
  expect(all.map(read)).toEqual(ofJsdom(all));
  expect(all.map(read)).not.toEqual(detached);
  place.remove();
});

test('a style sheet counts as soon as it is there', () => {
  const element = document.body.appendChild(document.createElement('p'));
  expect(getComputedStyle(element).display).toBe('block');
  const sheet = document.head.appendChild(document.createElement('style'));
  sheet.textContent = 'p { display: none }';
  expect(getComputedStyle(element).display).toBe('none');
  sheet.remove();
  expect(getComputedStyle(element).display).toBe('block');
  element.remove();
});
