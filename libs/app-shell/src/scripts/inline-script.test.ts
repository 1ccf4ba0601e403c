/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { inlineScript } from './inline-script.ts';

test('inlineScript minifies a loader to one line with its imports', async () => {
  const script = await inlineScript((load) => {
    // Comments are not part of the script.
    const address = '/boot.js';
    void load(address);
  });
  expect(script).toBe('(o=>import(o))("/boot.js");');
});
