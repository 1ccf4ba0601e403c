import type { ClientInstrumentation } from 'react-router';
import { painted } from '../common/after-paint.ts';

/**
 * Lets the picture that answers a press or a key be drawn before its navigation begins: the router announces a navigation
 * to every link at once, and draws a page that it has already in the same breath. Nobody sees a tab in the background,
 * which draws nothing either: there a navigation begins at once.
 */
export const paintBeforeNavigation: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      navigate: async (begin) => {
        await painted();
        await begin();
      },
    }),
};
