import { afterEach, expect, test } from '@jest/globals';
import { keepFilesOut } from './keep-files-out.ts';

/** Result of a drag that no element handles: `true` if the browser would open the file. */
function opens(type: 'dragover' | 'drop', carried: string, target: HTMLElement = document.body): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: [carried], dropEffect: 'copy' } });
  return target.dispatchEvent(event);
}

let stop = (): void => undefined;
afterEach(() => stop());

test('blocks a file dropped outside a drop zone but not dropped text', () => {
  stop = keepFilesOut();
  for (const type of ['dragover', 'drop'] as const) {
    expect(opens(type, 'Files')).toBe(false);
    expect(opens(type, 'text/plain')).toBe(true);
  }
});

test('blocks nothing after the page has been left', () => {
  stop = keepFilesOut();
  stop();
  expect(opens('drop', 'Files')).toBe(true);
});

test('leaves a file to the file input that it is dropped on, and to a drop zone', () => {
  stop = keepFilesOut();
  const input = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }));
  const zone = document.body.appendChild(document.createElement('div'));
  let effect: string | undefined;
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    addEventListener('drop', () => (effect = event.dataTransfer?.dropEffect), { once: true });
  });
  expect(opens('drop', 'Files', input)).toBe(true);
  expect(opens('drop', 'Files', zone)).toBe(false);
  expect(effect).toBe('copy');
  input.remove();
  zone.remove();
});
