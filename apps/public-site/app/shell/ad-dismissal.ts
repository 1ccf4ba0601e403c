import { hasCookie, writeCookie } from '@yunduo/session';
import { CHOICE_COOKIE_DAYS } from '@yunduo/validation';

const KEY = 'ad';

/** Which activity's strip this visitor sent away. The head script reads the same (`server/intent-loader.ts`). */
export const adDismissal = {
  holds: (id: number): boolean => hasCookie(KEY, String(id)),
  keep: (id: number): void => writeCookie(KEY, String(id), CHOICE_COOKIE_DAYS * 86_400),
  /** On `<html>`, where the head script puts it before the first picture. */
  show(visible: boolean): void {
    const { dataset } = document.documentElement;
    if (visible) delete dataset['ad'];
    else dataset['ad'] = 'off';
  },
};
