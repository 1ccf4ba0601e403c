import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';

/** React runs effects in a timer's task after rendering; on a slow machine, in a later one. */
const TASKS_AFTER = 2;

// A suite without a document (`@jest-environment node`) renders no view.
if (typeof document !== 'undefined') {
  // React notes with each element where it was made, a tenth of a test's time; after 10,000 a second it stops by itself.
  const { default: react } = await import('react');
  const internals = (react as unknown as Record<string, object>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Infinity,
      set: () => undefined,
    });

  const { act, cleanup, configure, fireEvent, getConfig } = await import('@testing-library/react');
  const { asyncWrapper, getElementError } = getConfig();
  configure({
    // A missing element is waited for: only the last failure prints the page.
    getElementError: function failed(message, container) {
      const { _disableExpensiveErrorDiagnostics: waiting } = getConfig() as {
        _disableExpensiveErrorDiagnostics?: boolean;
      };
      const error = waiting ? new Error() : getElementError(message, container);
      // From the test's own line on.
      Error.captureStackTrace(error, failed);
      error.name = 'TestingLibraryElementError';
      return waiting
        ? Object.defineProperty(error, 'message', {
            configurable: true,
            get: () => getElementError(message, container).message,
          })
        : error;
    },
    // Beside other suites the machine is slow, and a missing element stays missing: the timeout is longer
    // than for a single file.
    asyncUtilTimeout: process.env.CI || process.env.NX_TASK_TARGET_PROJECT ? 20_000 : 2_000,
    // The awaited element is there, and its effects have run.
    asyncWrapper: (work) =>
      asyncWrapper(async () => {
        const found = await work();
        for (let task = 0; task < TASKS_AFTER; task += 1) await later(0);
        return found;
      }),
  });
  // Focus moves past a dialog's text, so each dialog that a test opens needs a description (WCAG 4.1.2).
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
  // A dialog that a test leaves open closes by Escape, unless its call still runs.
  afterEach(() => {
    const open = [...document.querySelectorAll('.layer > [role=dialog]')].at(-1);
    if (!expect.getState().testPath?.includes('/apps/') || !open || open.querySelector('[aria-busy=true]'))
      return;
    act(() => void fireEvent.keyDown(open, { key: 'Escape' }));
    expect(open.isConnected && open.querySelector('h2')?.textContent).toBe(false);
  });
  // Faults that no single test looks for, in whatever a test leaves on the page.
  afterEach(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const named = (ids: string | null) =>
      (ids ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => document.getElementById(id));
    expect({
      // A drawing is an image with a text alternative, or is hidden from screen readers.
      drawingsThatAreReadOut: all('svg')
        .filter((svg) => !svg.closest('[aria-hidden=true], [role=img]'))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      // A column says what it holds.
      columnsWithoutName: all('th')
        .filter((header) => !header.textContent.trim() && !header.getAttribute('aria-label'))
        .map(({ parentElement }) => parentElement?.textContent),
      // The text of an error belongs to its field (WCAG 3.3.1).
      invalidWithoutDescription: all('[aria-invalid=true]')
        .filter((field) => !named(field.getAttribute('aria-describedby')).some((text) => text?.textContent))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      referencesToNothing: all('[aria-describedby], [aria-labelledby]')
        .filter((element) =>
          ['aria-describedby', 'aria-labelledby'].some((name) =>
            named(element.getAttribute(name)).includes(null),
          ),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      // Controls in different rows name what they act on (WCAG 2.4.9, for links and buttons alike).
      sameNameInRows: all('ul, ol, tbody').flatMap((list) => {
        const seen = new Map<string, [Element, string]>();
        return [...list.children].flatMap((row) =>
          [...row.querySelectorAll('a[href], button')].flatMap((control) => {
            const name = control.getAttribute('aria-label') ?? control.textContent;
            const target = control.getAttribute('href') ?? 'button';
            const [before, where] = seen.get(name) ?? [row, target];
            seen.set(name, [before, where]);
            return before !== row && (target === 'button' || where !== target) ? [`${name} ${target}`] : [];
          }),
        );
      }),
    }).toEqual({
      sameNameInRows: [],
      columnsWithoutName: [],
      drawingsThatAreReadOut: [],
      invalidWithoutDescription: [],
      referencesToNothing: [],
    });
  });
  afterEach(cleanup);
}

// A console error in a view fails the test: React's warnings are defects.
let consoleError: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  consoleError = jest.spyOn(console, 'error');
});
afterEach(() => {
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '));
  consoleError.mockRestore();
  expect(calls).toEqual([]);
});
