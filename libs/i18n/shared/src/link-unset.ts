import { type OutsideLink, OUTSIDE_LINKS } from '@yunduo/validation';
import { linkUnset as en } from './en/link-unset.ts';
import { htmlLang, type Locale, localePath } from './locale.ts';
import { linkUnset as zh } from './zh/link-unset.ts';

const WORDS = { zh, en };

// The tokens of libs/ui that this page needs: it is sent without the application and its styles.
const STYLE = `:root{color-scheme:light dark;--ground:#fff;--text:#0b2226;--muted:#3b4c50;--link:#177880;--fill:#e9eeee}
@media (prefers-color-scheme:dark){:root{--ground:#0a1416;--text:#e4eeee;--muted:#b4c4c6;--link:#5ccad2;--fill:#1a2e32}}
body{margin:0;min-height:100vh;display:grid;place-content:center start;padding:2rem max(1.5rem,calc(50vw - 20rem));box-sizing:border-box;background:var(--ground);color:var(--text);font:1rem/1.7 -apple-system,'Segoe UI',Inter,Roboto,Ubuntu,Cantarell,'Noto Sans','PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif}
body::before{content:'';width:4rem;height:3px;background:#27b2bc}
h1{margin:1.5rem 0 .5rem;font-size:1.75rem;line-height:1.3}
p{margin:.75rem 0;max-width:40rem;color:var(--muted);overflow-wrap:anywhere}
code{padding:.1em .4em;border-radius:4px;background:var(--fill);color:var(--text);font-family:ui-monospace,Menlo,Consolas,monospace}
a{color:var(--link)}`;

/**
 * A trial's page at the address of an unconfigured link: it names the variable. Self-contained, without a
 * script; `style` is its inline style, for the content policy.
 */
export function linkUnsetPage(link: OutsideLink, locale: Locale): { html: string; style: string } {
  const words = WORDS[locale];
  const title = words.title.replace('{{name}}', words[link]);
  const text = words.text.replace('{{variable}}', `<code>${OUTSIDE_LINKS[link].variable}</code>`);
  const html = `<!doctype html><html lang="${htmlLang(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p><p>${words.production}</p><p><a href="${localePath(locale, '/')}">${words.home}</a></p></main></body></html>`;
  return { html, style: STYLE };
}

const BAR = `.preview-bar{position:sticky;top:0;z-index:60;margin:0;padding:.5rem 1rem;background:#27b2bc;color:#06282b;font-size:.875rem;text-align:center}`;

/** The bar above a draft preview for operators; `style` is its inline style, for the content policy. */
export const previewBar = (locale: Locale): { html: string; style: string } => ({
  html: `<style>${BAR}</style><aside class="preview-bar" aria-label="${WORDS[locale].preview_name}">${WORDS[locale].preview}</aside>`,
  style: BAR,
});
