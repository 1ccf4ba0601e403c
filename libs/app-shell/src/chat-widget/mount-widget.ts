import type { Locale } from '@yunduo/i18n';

const ID = 'chat-widget';

/**
 * Puts the frame into the page, once. The sandbox has no `allow-same-origin`: its script sees neither our storage nor
 * our page. An element outside React's tree, because the head's script may have put it there already.
 */
export function mountWidgetFrame({ src, title }: { src: string; title: string }): void {
  if (document.getElementById(ID)) return;
  const frame = document.createElement('iframe');
  frame.id = ID;
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-popups');
  frame.src = src;
  document.body.append(frame);
}

/** What a widget's script reads from its own element. */
export interface WidgetScript {
  src: string;
  appId: string;
  locale: Locale;
}

/** Runs the foreign script in our own page, once: everything of ours is open to it. */
export function mountWidgetScript({ src, appId, locale }: WidgetScript): void {
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
