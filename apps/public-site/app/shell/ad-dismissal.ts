import { hasCookie, writeCookie } from '@yunduo/session';
import { CHOICE_COOKIE_DAYS } from '@yunduo/validation';

const KEY = 'ad';

/**
 * Dismissal of an activity's strip by this visitor. The head script reads the same cookie (`server/intent-loader.ts`).
 */
export const adDismissal = {
  holds: (id: number): boolean => hasCookie(KEY, String(id)),
  keep: (id: number): void => writeCookie(KEY, String(id), CHOICE_COOKIE_DAYS * 86_400),
  /** On `<html>`, where the head script sets it before the first paint. */
  show(visible: boolean): void {
    const { dataset } = document.documentElement;
    if (visible) delete dataset['ad'];
    else dataset['ad'] = 'off';
  },
};
