import { createHash } from 'node:crypto';
import { htmlLang, type Locale } from '@yunduo/i18n';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';

/** A server-rendered page: styles and scripts are allowed by hash, and nothing else runs or loads. */
export interface Page {
  locale: Locale;
  title: string;
  /** Escaped HTML. */
  body: string;
  style: string;
  /** Our own script; only hashed scripts run. */
  script?: string;
  /** Allowed targets of forms and of their redirects; none by default. */
  formAction?: string;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Sends a page with its own policy: not cached, indexed or framed. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { locale, title, body, style, script, formAction = "'none'" } = page;
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(script ? [`script-src ${hash(script)}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="${htmlLang(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}${script ? `<script>${script}</script>` : ''}</body>
</html>`;
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      // Its URL contains a secret, so it is not sent as a referrer to other sites.
      .header('referrer-policy', 'same-origin')
      .header('x-robots-tag', 'noindex')
      .send(html)
  );
}

/**
 * The brand mark (`BrandMark` of libs/ui) in the text colour, its spoke in the brand's. The name is beside it. Pages
 * that show it style `.mark`.
 */
export const BRAND_MARK =
  '<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="6.5"/><circle cx="12" cy="12" r="9.7" pathLength="80" stroke-width="3" stroke-dasharray="2 8" stroke-dashoffset="1"/><path d="M12 12V1"/></svg>';
export const MARK_STYLE = `.brand{display:flex;align-items:center;gap:8px;margin:0;font-weight:700}
.mark{fill:none;stroke:currentColor;stroke-width:2}
.mark path{stroke:#27b2bc;stroke-width:2.5}`;

/** A centred card, in light and dark mode. */
export const CARD_STYLE = `
:root{color-scheme:light dark;--ground:#f4f7f7;--sheet:#fff;--text:#0b2226;--quiet:#566a6e;--line:#dae2e3;--link:#177880;--warn:#fdf6e7;--on-warn:#7a4f05}
@media (prefers-color-scheme:dark){:root{--ground:#0a1416;--sheet:#14262a;--text:#e4eeee;--quiet:#8fa5a9;--line:#2b4348;--link:#5ccad2;--warn:#271f0e;--on-warn:#e6b450}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--ground);color:var(--text);font:16px/1.6 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif}
main{position:relative;width:100%;max-width:446px;padding:40px 32px 32px;border:1px solid var(--line);border-radius:12px;background:var(--sheet)}
main::before{content:'';position:absolute;top:-1px;left:32px;width:32px;height:3px;background:#27b2bc}
${MARK_STYLE}
h1{margin:0 0 16px;font-size:24px;line-height:1.3}
.brand+h1{margin-top:24px;font-size:16px;font-weight:400;color:var(--quiet)}
.sum{margin:0 0 24px;font-size:36px;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.notice{margin:0 0 24px;padding:8px 12px;border-radius:6px;background:var(--warn);color:var(--on-warn);font-size:14px}
dl{margin:0 0 24px;border-top:1px solid var(--line)}
dl>div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere;text-align:right;font-variant-numeric:tabular-nums}
@media (max-width:479px){dl>div{display:block}dd{text-align:left}}
form{display:grid;gap:12px}
button,.button{display:block;width:100%;min-height:48px;padding:10px 16px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{border-color:#27b2bc}
.primary{border-color:#27b2bc;background:#27b2bc;color:#06282b;font-weight:700}
.primary:hover{background:#4cc4cd}
.plain{border-color:transparent;color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (max-width:480px){body{place-items:start stretch;padding:16px}main{padding:32px 20px 20px}main::before{left:20px}}
`;

export interface Message {
  title: string;
  text: string;
  link: { href: string; label: string };
}

/** Sends a page with one message and a link. */
export function sendMessage(
  reply: FastifyReply,
  locale: Locale,
  { title, text, link }: Message,
): FastifyReply {
  const body = `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a class="button primary" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></main>`;
  return sendPage(reply, { locale, title, body, style: CARD_STYLE });
}
