import type { SiteInfo } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { useEffect } from 'react';
import { useLocale, useSharedWords } from '../i18n/use-words.ts';
import { loadChunk } from '../lazy/load-chunk.ts';

const ID = 'chat-widget';

export interface ChatWidgetProps {
  /** From the site info; null requests nothing (R1.10). */
  widget: SiteInfo['widget'] | undefined;
}

/**
 * The help widget: bottom right, light, in the page's language (R1.11). By default it runs in a cross-origin
 * frame (`widget-frame.ts`), because the session lives in local storage. `mode: 'page'` is an explicit
 * setting of the operator.
 */
export function ChatWidget({ widget }: ChatWidgetProps) {
  const locale = useLocale();
  const words = useSharedWords('shell');
  const [title, close] = [words('chat'), words('chat_close')];
  const inPage = widget?.mode === 'page' ? widget : null;
  const framed = widget?.mode === 'frame';

  useEffect(() => {
    if (inPage) mountWidgetScript({ src: inPage.src, appId: inPage.app_id, locale });
  }, [inPage, locale]);

  useEffect(() => {
    if (!framed) return;
    let unmount: (() => void) | null = null;
    let gone = false;
    void loadChunk(() => import('../widget-frame/widget-frame.ts'))
      .then(({ mountWidgetFrame }) => {
        if (!gone) unmount = mountWidgetFrame({ src: `/widget?locale=${locale}`, title, close });
      })
      // If its file fails to load, only the help widget is missing.
      .catch(() => undefined);
    return () => {
      gone = true;
      unmount?.();
    };
  }, [framed, locale, title, close]);
  return null;
}

/** Attributes that a widget's script reads from its own element. */
interface WidgetScript {
  src: string;
  appId: string;
  locale: Locale;
}

/** Runs the third-party script in the page, once. It has full access to the page. */
function mountWidgetScript({ src, appId, locale }: WidgetScript): void {
  if (document.getElementById(ID)) return;
  const script = document.createElement('script');
  script.id = ID;
  script.async = true;
  Object.assign(script.dataset, { appId, locale, theme: 'light', position: 'bottom-right' });
  script.src = trusted(src);
  document.body.append(script);
}

// Under Trusted Types a script is allowed only through a policy that names it; the page's CSP must list
// `chat-widget`.
function trusted(src: string): string {
  const factory = window.trustedTypes;
  if (!factory) return src;
  const policy = factory.createPolicy(ID, {
    createScriptURL: (url) => {
      if (url !== src) throw new TypeError('Only the configured widget may run');
      return url;
    },
  });
  return policy.createScriptURL(src) as unknown as string;
}
