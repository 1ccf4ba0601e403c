import type { ClientInstrumentation } from 'react-router';
import { nextPaint } from '../common/next-paint.ts';

/**
 * Draws the frame that responds to an input before its navigation begins: the router announces every
 * navigation synchronously and renders an already loaded page in the same task. A background tab draws
 * nothing, so there a navigation begins at once.
 */
export const paintBeforeNavigation: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      navigate: async (begin) => {
        await nextPaint();
        await begin();
      },
    }),
};
