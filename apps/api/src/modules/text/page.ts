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

/** A centred card, in light and dark mode. */
export const CARD_STYLE = `
:root{color-scheme:light dark;--ground:#f4f7f7;--sheet:#fff;--text:#0b2226;--quiet:#566a6e;--line:#dae2e3;--link:#177880;--warn:#fff6e0;--warn-line:#e0b64f}
@media (prefers-color-scheme:dark){:root{--ground:#0a1416;--sheet:#14262a;--text:#e4eeee;--quiet:#8fa5a9;--line:#2b4348;--link:#5ccad2;--warn:#33290f;--warn-line:#8a6d1f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--ground);color:var(--text);font:16px/1.6 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif}
main{width:100%;max-width:446px;padding:32px 24px;border-top:4px solid #27b2bc;border-radius:8px;background:var(--sheet)}
.brand{margin:0;color:var(--link);font-weight:700}
h1{margin:4px 0 16px;font-size:24px;line-height:1.3}
.notice{margin:0 0 24px;padding:8px 12px;border-left:3px solid var(--warn-line);background:var(--warn);font-size:14px}
dl{margin:0 0 24px}
dl>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.sum{align-items:baseline}
.sum dd{font-size:28px;font-weight:700;line-height:1.2}
form{display:grid;gap:12px}
button,.button{display:block;width:100%;min-height:48px;padding:10px 16px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{border-color:#27b2bc}
.primary{border-color:#27b2bc;background:#27b2bc;color:#06282b;font-weight:700}
.primary:hover{background:#4cc4cd}
.plain{border-color:transparent;color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
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
