import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

// A machine under load answers late; what is missing is missing all the same.
configure({ asyncUtilTimeout: 20_000 });

// A console error in a view is a failed test: React's warnings are defects.
let consoleError: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  consoleError = jest.spyOn(console, 'error');
});
afterEach(() => {
  cleanup();
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '));
  consoleError.mockRestore();
  expect(calls).toEqual([]);
});
