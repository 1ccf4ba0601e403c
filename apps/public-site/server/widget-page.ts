import { htmlLang, type Locale } from '@yunduo/i18n';
import type { SiteConfig } from './config.ts';
import { escape } from './escape.ts';
import { cspHash } from './security.ts';
import { relayWidget, runVendor } from './widget-scripts.ts';

type Widget = NonNullable<SiteConfig['widget']>;

interface WidgetDocument {
  html: string;
  policy: string;
}

const RELAY = `(${relayWidget.toString()})();`;
const VENDOR = `(${runVendor.toString()})();`;
const FILL = 'html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;overflow:hidden}';

/** Sandbox flags of the vendor script's frame; it gets storage only on a separate origin. */
const sandboxOf = ({ origin }: Pick<Widget, 'origin'>): string =>
  `allow-scripts allow-forms allow-popups${origin ? ' allow-same-origin' : ''}`;

const page = (locale: Locale, title: string, head: string, body: string): string =>
  `<!doctype html><html lang="${htmlLang(locale)}"><head><meta charset="utf-8"><title>${title}</title><meta name="color-scheme" content="light">${head}</head><body>${body}</body></html>`;

/**
 * The page of ours in the widget's frame, around the vendor page. It relays the size that the vendor page reports, so
 * that the policies of our pages name no other origin.
 */
export function widgetPage(widget: Widget, locale: Locale): WidgetDocument {
  const address = `${widget.origin ?? ''}/widget/vendor?locale=${locale}`;
  const frame = `<iframe title="chat" sandbox="${sandboxOf(widget)}" src="${escape(address)}"></iframe>`;
  const policy = [
    "default-src 'none'",
    `script-src ${cspHash(RELAY)}`,
    `style-src ${cspHash(FILL)}`,
    `frame-src ${widget.origin ?? "'self'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  const html = page(locale, 'chat', `<style>${FILL}</style>`, `${frame}<script>${RELAY}</script>`);
  return { html, policy: policy.join('; ') };
}

/**
 * The page of the vendor script: its id, the language, light theme, bottom right. It may reach its own host and those
 * in `WIDGET_HOSTS`; only our pages may frame it.
 */
export function vendorPage(widget: Widget, locale: Locale, site: string): WidgetDocument {
  const { src, appId, hosts, origin } = widget;
  const data = { 'app-id': appId, locale, theme: 'light', position: 'bottom-right' };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(value)}"`);
  const own = new URL(src);
  const sources = [own.origin, ...hosts.filter((host) => !host.startsWith('wss:'))].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src ${cspHash(VENDOR)} ${sources}`,
    `style-src ${sources} 'unsafe-inline'`,
    `img-src ${sources} data: blob:`,
    `font-src ${sources} data:`,
    `media-src ${sources} data: blob:`,
    `connect-src ${[own.origin, `wss://${own.host}`, ...hosts].join(' ')}`,
    `frame-src ${sources}`,
    `form-action ${sources}`,
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origin ? site : "'self'"}`,
    `sandbox ${sandboxOf(widget)}`,
  ];
  const body = `<script>${VENDOR}</script><script async src="${escape(src)}"${attributes.join('')}></script>`;
  return { html: page(locale, 'chat', '', body), policy: policy.join('; ') };
}
