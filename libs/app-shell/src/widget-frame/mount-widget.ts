import type { Locale } from '@yunduo/i18n';
import { mountWidgetFrame } from './widget-frame.ts';

const ID = 'chat-widget';

interface Widget {
  /** The vendor's script. */
  src: string;
  appId: string;
  /** Runs the script in the page instead of a frame: an explicit setting of the operator. */
  inPage: boolean;
  locale: Locale;
  /** Title of the frame and label of its close button. */
  title: string;
  close: string;
}

/**
 * Mounts the help widget. By default it runs in a cross-origin frame, because the session lives in local storage.
 * @returns a function that unmounts the frame; a script in the page stays
 */
export function mountWidget({ inPage, locale, title, close, ...script }: Widget): () => void {
  if (!inPage) return mountWidgetFrame({ src: `/widget?locale=${locale}`, title, close });
  mountScript(script, locale);
  return () => undefined;
}

/** Runs the third-party script in the page, once. It has full access to the page. */
function mountScript({ src, appId }: Pick<Widget, 'src' | 'appId'>, locale: Locale): void {
  if (document.getElementById(ID)) return;
  const script = document.createElement('script');
  script.id = ID;
  script.async = true;
  // Attributes that a widget's script reads from its own element.
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
