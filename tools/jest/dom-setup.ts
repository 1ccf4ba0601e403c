import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';

/** React runs effects in a timer's task after it has drawn, on a slow machine in one of the next. */
const TASKS_AFTER = 2;

// A suite without a document (`@jest-environment node`) draws no view.
if (typeof document !== 'undefined') {
  const { cleanup, configure, getConfig } = await import('@testing-library/react');
  const { asyncWrapper } = getConfig();
  configure({
    // Beside other suites a machine answers late; what is missing is missing all the same. Who runs one file waits for it.
    asyncUtilTimeout: process.env.CI || process.env.NX_TASK_TARGET_PROJECT ? 20_000 : 2_000,
    // What was waited for is there, and so is what its effects do.
    asyncWrapper: (work) =>
      asyncWrapper(async () => {
        const found = await work();
        for (let task = 0; task < TASKS_AFTER; task += 1) await later(0);
        return found;
      }),
  });
  // Focus enters a dialog past what its deed means: each that a test opens has to describe itself (WCAG 4.1.2).
  const dialogs = new Set<Element>();
  const note = (records: MutationRecord[]) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const dialog of node.querySelectorAll('.layer > [role=dialog]')) dialogs.add(dialog);
  };
  const opened = new MutationObserver(note);
  beforeEach(() => opened.observe(document.body, { childList: true, subtree: true }));
  afterEach(() => {
    note(opened.takeRecords());
    opened.disconnect();
    const silent = [...dialogs].filter(
      (dialog) => dialog.querySelector('.body') && !dialog.hasAttribute('aria-describedby'),
    );
    dialogs.clear();
    expect(silent.map(({ textContent }) => textContent)).toEqual([]);
  });
  afterEach(cleanup);
}

// A console error in a view is a failed test: React's warnings are defects.
let consoleError: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  consoleError = jest.spyOn(console, 'error');
});
afterEach(() => {
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '));
  consoleError.mockRestore();
  expect(calls).toEqual([]);
});
