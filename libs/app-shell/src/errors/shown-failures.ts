import type { ApiFailure } from '@yunduo/api-client';
import { useEffect } from 'react';
import { hideToast, showToast, toastStore } from '../toasts/toast-store.ts';
import { failureText } from './failure-text.ts';

/** Milliseconds in which a form shows what it was refused for. */
const WAIT = 100;

/** How many components show a failure; what was shown once stays here. */
const shown = new WeakMap<object, number>();
const waiting = new Map<object, ReturnType<typeof setTimeout>>();
/** The toast that told a failure. */
const told = new WeakMap<object, number>();

/** Tells a failure by a toast, unless something on the page shows it soon: no form can silence what it does not show. */
export function tellUnlessShown(failure: ApiFailure): void {
  if (shown.has(failure)) return;
  const tell = () => {
    waiting.delete(failure);
    showToast(failureText(failure), { kind: 'error' });
    const toast = toastStore.get();
    if (toast) told.set(failure, toast.id);
  };
  waiting.set(failure, setTimeout(tell, WAIT));
}

/** Says that a failure is on the screen, or told otherwise: no toast repeats it; one of a slow form's failure goes. */
export function claimFailure(failure: ApiFailure): void {
  clearTimeout(waiting.get(failure));
  waiting.delete(failure);
  const toast = told.get(failure);
  if (toast !== undefined) hideToast(toast);
  shown.set(failure, shown.get(failure) ?? 0);
}

/**
 * For a component that shows a failure; null while it shows none. When it goes away and nobody has pressed anything since
 * (a dialog whose row is gone with the answer), a toast says it instead.
 */
export function useShownFailure(failure: ApiFailure | null): void {
  useEffect(() => {
    if (!failure) return;
    claimFailure(failure);
    shown.set(failure, (shown.get(failure) ?? 0) + 1);
    const input = new AbortController();
    const seen = () => input.abort();
    for (const type of ['pointerdown', 'keydown', 'click'])
      document.addEventListener(type, seen, { capture: true, signal: input.signal });
    return () => {
      shown.set(failure, (shown.get(failure) ?? 1) - 1);
      const unread = !input.signal.aborted;
      input.abort();
      // After the commit: another component may show it from now on, and a frame that goes takes its toasts along.
      queueMicrotask(() => {
        const free = toastStore.isShown() && toastStore.get() === null;
        if (unread && free && shown.get(failure) === 0) showToast(failureText(failure), { kind: 'error' });
      });
    };
  }, [failure]);
}
