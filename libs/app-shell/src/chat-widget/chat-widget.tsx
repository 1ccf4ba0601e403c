import type { SiteInfo } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { useEffect } from 'react';
import { useLocale, useSharedWords } from '../i18n/use-words.ts';
import { loadChunk } from '../lazy/load-chunk.ts';
import './chat-widget.css';

const ID = 'chat-widget';

export interface ChatWidgetProps {
  /** From the site info; null: nothing is requested (R1.10). */
  widget: SiteInfo['widget'] | undefined;
}

/**
 * The help widget: bottom right, light, in the language of the page (R1.11). By default it is a stranger in a frame
 * (`widget-frame.ts`), since our session lives in local storage; `mode: 'page'` is an explicit setting of the operator.
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
      // Without its file there is no help widget, and nothing else is missing.
      .catch(() => undefined);
    return () => {
      gone = true;
      unmount?.();
    };
  }, [framed, locale, title, close]);
  return null;
}

/** What a widget's script reads from its own element. */
interface WidgetScript {
  src: string;
  appId: string;
  locale: Locale;
}

/** Runs the foreign script in our own page, once: everything of ours is open to it. */
function mountWidgetScript({ src, appId, locale }: WidgetScript): void {
  if (document.getElementById(ID)) return;
  const script = document.createElement('script');
  script.id = ID;
  script.async = true;
  Object.assign(script.dataset, { appId, locale, theme: 'light', position: 'bottom-right' });
  script.src = trusted(src);
  document.body.append(script);
}

// Trusted Types let a script in only through a policy that names it; the page's header must list `chat-widget`.
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
