import type { ApiFailure } from '@yunduo/api-client';
import { useEffect } from 'react';
import { hideToast, showToast, toastStore } from '../toasts/toast-store.ts';
import { failureText } from './failure-text.ts';

/** Milliseconds in which a form must show its rejection. */
const WAIT = 100;

/** Number of components that show a failure. Entries of failures shown once remain. */
const shown = new WeakMap<object, number>();
const waiting = new Map<object, ReturnType<typeof setTimeout>>();
/** The toast that reported a failure. */
const reported = new WeakMap<object, number>();

/**
 * Reports a failure by a toast, unless a component shows it soon: a form cannot suppress an error that it
 * does not show.
 */
export function tellUnlessShown(failure: ApiFailure): void {
  if (shown.has(failure)) return;
  const tell = () => {
    waiting.delete(failure);
    showToast(failureText(failure), { kind: 'error' });
    const toast = toastStore.get();
    if (toast) reported.set(failure, toast.id);
  };
  waiting.set(failure, setTimeout(tell, WAIT));
}

/**
 * Registers that a failure is visible on the page: no toast repeats it, and the toast of a slow form's
 * failure is removed.
 */
export function claimFailure(failure: ApiFailure): void {
  clearTimeout(waiting.get(failure));
  waiting.delete(failure);
  const toast = reported.get(failure);
  if (toast !== undefined) hideToast(toast);
  shown.set(failure, shown.get(failure) ?? 0);
}

/**
 * For a component that shows a failure; null while it shows none. If it unmounts without user input since (a
 * dialog whose row is gone after the response), a toast reports the failure instead.
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
      // After the commit: another component may show it by then, and an unmounting frame removes its toasts.
      queueMicrotask(() => {
        const free = toastStore.isShown() && toastStore.get() === null;
        if (unread && free && shown.get(failure) === 0) showToast(failureText(failure), { kind: 'error' });
      });
    };
  }, [failure]);
}
