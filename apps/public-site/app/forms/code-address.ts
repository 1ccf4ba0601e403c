import type { EmailScene } from '@yunduo/validation';

const keyOf = (scene: EmailScene): string => `code-address:${scene}`;

/** The address that got the last code of this scene in this tab: after a reload it need not be typed again. */
export const codeAddress = {
  read(scene: EmailScene): string {
    try {
      return sessionStorage.getItem(keyOf(scene)) ?? '';
    } catch {
      return '';
    }
  },
  keep(scene: EmailScene, email: string): void {
    try {
      sessionStorage.setItem(keyOf(scene), email);
    } catch {
      // Storage may be refused; then it has to be typed again.
    }
  },
  forget(scene: EmailScene): void {
    try {
      sessionStorage.removeItem(keyOf(scene));
    } catch {
      // Nothing was kept either.
    }
  },
};
