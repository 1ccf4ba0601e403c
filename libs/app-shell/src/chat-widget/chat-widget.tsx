import type { SiteInfo } from '@yunduo/api-contract';
import { useEffect } from 'react';
import { useLocale, useSharedWords } from '../i18n/use-words.ts';
import './chat-widget.css';
import { mountWidgetFrame, mountWidgetScript } from './mount-widget.ts';

export interface ChatWidgetProps {
  /** From the site info; null: nothing is requested (R1.10). */
  widget: SiteInfo['widget'] | undefined;
  /** The page of ours that holds the foreign script in a sandbox; it is given `locale`. */
  frame?: string;
}

/**
 * The help widget: bottom right, light, in the language of the page (R1.11). By default it is a stranger in a
 * sandboxed frame, since our session lives in local storage; `mode: 'page'` is an explicit setting of the operator.
 */
export function ChatWidget({ widget, frame = '/widget' }: ChatWidgetProps) {
  const locale = useLocale();
  const title = useSharedWords('shell')('chat');
  useEffect(() => {
    if (!widget) return;
    if (widget.mode === 'page') mountWidgetScript({ src: widget.src, appId: widget.app_id, locale });
    else mountWidgetFrame({ src: `${frame}?locale=${locale}`, title });
  }, [widget, frame, locale, title]);
  return null;
}
