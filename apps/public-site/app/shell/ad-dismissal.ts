const KEY = 'ad';

/** Which activity's strip this visitor sent away. The head script reads the same (`server/intent-loader.ts`). */
export const adDismissal = {
  holds(id: number): boolean {
    try {
      return localStorage.getItem(KEY) === String(id);
    } catch {
      return false;
    }
  },
  keep(id: number): void {
    try {
      localStorage.setItem(KEY, String(id));
    } catch {
      // Storage is refused: it is gone until the page is loaded anew.
    }
  },
  /** On `<html>`, where the head script puts it before the first picture. */
  show(visible: boolean): void {
    const { dataset } = document.documentElement;
    if (visible) delete dataset['ad'];
    else dataset['ad'] = 'off';
  },
};
