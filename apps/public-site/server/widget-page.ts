import { htmlLang, type Locale } from '@yunduo/i18n';
import type { SiteConfig } from './config.ts';
import { escape } from './escape.ts';

/** The sandboxed page around the help widget's script: its id, the language, light, bottom right. */
export function widgetPage({ src, appId }: NonNullable<SiteConfig['widget']>, locale: Locale): string {
  const data = { 'app-id': appId, locale, theme: 'light', position: 'bottom-right' };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(value)}"`);
  return `<!doctype html><html lang="${htmlLang(locale)}"><head><meta charset="utf-8"><title>chat</title><meta name="color-scheme" content="light"></head><body><script async src="${escape(src)}"${attributes.join('')}></script></body></html>`;
}
