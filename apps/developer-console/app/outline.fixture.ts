import { expect } from '@jest/globals';
import { waitFor } from '@testing-library/react';

/** Attributes whose values are words: only their presence counts. */
const WORDS = new Set(['alt', 'aria-label', 'aria-roledescription', 'label', 'placeholder', 'title']);
/** Looks, not behaviour. */
const LOOKS = new Set(['class', 'style', 'srcset', 'sizes', 'width', 'height', 'viewBox']);
/** Messages come and go. */
const PASSING = '[data-above-dialogs], svg *';

/**
 * The elements of the loaded document with their attributes, one a line, without texts and looks: links, states,
 * relations, languages and names of fields. A test that records it (`toMatchSnapshot`) notices a lost or changed
 * attribute and a part in the wrong state; changed words leave it as it is. `jest -u` records an intended change.
 */
export async function outline(): Promise<string> {
  const { body } = document;
  await waitFor(() => expect(body.querySelector('[data-waiting], [aria-busy=true]')).toBeNull());
  const lines = [...body.querySelectorAll('*')]
    .filter((element) => !element.closest(PASSING))
    .map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !LOOKS.has(name))
        .map(({ name, value }) => (WORDS.has(name) || !value ? name : `${name}=${value}`));
      return [element.localName, ...attributes.sort()].join(' ');
    })
    .filter((line) => line.includes(' '));
  const text = lines.join('\n');
  // React's ids count up over all tests of a file.
  const ids = [...new Set(text.match(/_r_\w+?_/g))];
  return text.replace(/_r_\w+?_/g, (id) => `_r_${ids.indexOf(id)}_`);
}
