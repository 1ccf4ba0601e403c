import type { SiteInfo } from '@yunduo/api-contract';
import { useEffect } from 'react';
import { useLocale, useSharedTranslations } from '../i18n/use-translations.ts';
import { loadChunk } from '../lazy/load-chunk.ts';

export interface ChatWidgetProps {
  /** From the site info; null requests nothing (R1.10). */
  widget: SiteInfo['widget'] | undefined;
}

/** The help widget: bottom right, light, in the page's language (R1.11). Its code loads only where one is configured. */
export function ChatWidget({ widget }: ChatWidgetProps) {
  const locale = useLocale();
  const words = useSharedTranslations('shell');
  const [title, close] = [words('chat'), words('chat_close')];
  const { src, app_id: appId, mode } = widget ?? {};

  useEffect(() => {
    if (src === undefined || appId === undefined) return;
    let unmount: (() => void) | null = null;
    let disposed = false;
    void loadChunk(() => import('../widget-frame/mount-widget.ts'))
      .then(({ mountWidget }) => {
        if (!disposed) unmount = mountWidget({ src, appId, inPage: mode === 'page', locale, title, close });
      })
      // If its file fails to load, only the help widget is missing.
      .catch(() => undefined);
    return () => {
      disposed = true;
      unmount?.();
    };
  }, [src, appId, mode, locale, title, close]);
  return null;
}
