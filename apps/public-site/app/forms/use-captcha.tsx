import { lazyWithRetry } from '@yunduo/app-shell';
import type { CaptchaScene } from '@yunduo/validation';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from '../shell/words.ts';

const CaptchaDialog = lazyWithRetry(() => import('./captcha-dialog.tsx'));

/**
 * The slider before a form is sent: `const ticket = await captcha.ask()`, null if the visitor closed it; render
 * `dialog` next to the form.
 */
export function useCaptcha(scene: CaptchaScene): {
  ask: () => Promise<string | null>;
  dialog: ReactNode;
} {
  const t = useTranslations('forms');
  const [answer, setAnswer] = useState<((ticket: string | null) => void) | null>(null);
  // If the form unmounts while the slider is open, its promise resolves with null instead of staying pending.
  const waiting = useRef<((ticket: null) => void) | null>(null);
  useEffect(() => () => waiting.current?.(null), []);
  const settle = (ticket: string | null) => {
    answer?.(ticket);
    setAnswer(null);
  };
  return {
    ask: () =>
      new Promise((resolve) => {
        waiting.current = resolve;
        setAnswer(() => resolve);
      }),
    dialog: answer && (
      <CaptchaDialog
        title={t('captcha_title')}
        scene={scene}
        onClose={() => settle(null)}
        onTicket={(ticket) => settle(ticket)}
      />
    ),
  };
}
