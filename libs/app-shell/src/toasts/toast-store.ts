import type { zh } from '@yunduo/i18n/zh';
import { TOAST } from '@yunduo/validation';

export type ToastKind = 'success' | 'error';
/** A text, or the key of a shared message: what stands outside React knows no language. */
export type ToastText = string | { message: keyof (typeof zh)['messages'] };

export interface ToastOptions {
  /** Told by icon and role; the colour is the same. Default: `success`. */
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

/** Shows a message; it replaces the one before it and leaves after 3 seconds (R4.11). Browser only. */
export function showToast(
  text: ToastText,
  { kind = 'success', duration = TOAST.duration }: ToastOptions = {},
): void {
  count += 1;
  publish({ id: count, text, kind, duration });
}

/** Takes the message away: this one, or whichever is shown. */
export function hideToast(id?: number): void {
  if (toast && (id === undefined || toast.id === id)) publish(null);
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Toast | null => toast,
  /** True if a frame shows what comes. */
  isShown: (): boolean => listeners.size > 0,
  onServer: (): Toast | null => null,
};
