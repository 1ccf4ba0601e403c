import type { zh } from '@yunduo/i18n/zh';
import { TOAST } from '@yunduo/validation';

export type ToastKind = 'success' | 'error';
/** A text, or the key of a shared message for callers outside React, which have no language. */
export type ToastText = string | { message: keyof (typeof zh)['messages'] };

export interface ToastOptions {
  /** Conveyed by icon and role; the colour is the same. Default: `success`. */
  kind?: ToastKind;
  /** Milliseconds; 3000 by default. */
  duration?: number;
}

export interface Toast {
  id: number;
  text: ToastText;
  kind: ToastKind;
  duration: number;
}

let toast: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

const publish = (next: Toast | null): void => {
  toast = next;
  listeners.forEach((listener) => listener());
};

/** Shows a message, which replaces the previous one and disappears after 3 seconds (R4.11). Browser only. */
export function showToast(
  text: ToastText,
  { kind = 'success', duration = TOAST.duration }: ToastOptions = {},
): void {
  count += 1;
  publish({ id: count, text, kind, duration });
}

/** Removes the message: this one, or the current one. */
export function hideToast(id?: number): void {
  if (toast && (id === undefined || toast.id === id)) publish(null);
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Toast | null => toast,
  /** True if a frame is mounted that shows toasts. */
  isShown: (): boolean => listeners.size > 0,
  onServer: (): Toast | null => null,
};
