import { htmlLang, type Locale } from '@yunduo/i18n';
import { escapeHtml } from '../text/escape-html.ts';

export interface Email {
  locale: Locale;
  brand: string;
  greeting: string;
  title: string;
  text: string;
  quotes?: readonly { label: string; text: string }[];
  code?: { label: string; digits: string; note: string };
  action?: { label: string; href: string };
  otherwise: string;
  footer: string;
  /** Address to unsubscribe from this kind of mail. */
  leave?: { label: string; href: string };
}

/** Renders the mail as plain text. */
export function textMail(email: Email): string {
  const { locale, brand, greeting, title, text, quotes = [], code, action, otherwise, footer, leave } = email;
  const colon = locale === 'zh' ? '：' : ': ';
  return [
    greeting,
    title,
    text,
    ...quotes.map((quote) => `${quote.label}\n${quote.text.replace(/^/gm, '> ')}`),
    code && `${code.label}${colon}${code.digits}\n${code.note}`,
    action && `${action.label}\n${action.href}`,
    otherwise,
    `-- \n${brand}\n${footer}${leave ? `\n${leave.label}${colon}${leave.href}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

// Mail clients support little beyond inline styles, so these carry the light theme; clients that follow the system's
// theme read the style sheet of the dark one.
const font = "font-family:system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif";
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#0b2226';
const small = 'margin:0 0 8px;font-size:14px;line-height:1.6;color:#566a6e';
const DARK = [
  '.ground{background:#0a1416!important}',
  '.sheet{background:#14262a!important}',
  '.sheet p,.sheet h1,.sheet blockquote{color:#e4eeee!important}',
  '.sheet .quiet{color:#8fa5a9!important}',
  '.sheet .quote{background:#0f1c1f!important}',
  '.sheet hr{border-top-color:#2b4348!important}',
  '.sheet .brand,.sheet .quiet a{color:#5ccad2!important}',
];

/** Keeps the line breaks of user text: not every mail client supports `white-space`. */
const lines = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>');

/** Renders the mail as HTML; all text is escaped here. */
export function htmlMail(email: Email): string {
  const { quotes = [], code, action, leave } = email;
  const quoteBlocks = quotes
    .map(
      (quote) => `<p class="quiet" style="${small};margin-bottom:4px">${escapeHtml(quote.label)}</p>
<blockquote class="quote" style="${paragraph};padding:8px 16px;border-left:4px solid #27b2bc;background:#f4f7f7">${lines(quote.text)}</blockquote>
`,
    )
    .join('');
  const codeBlock = code
    ? `<p class="quiet" style="${small}">${escapeHtml(code.label)}</p>
<p style="margin:0 0 8px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;color:#0b2226">${escapeHtml(code.digits)}</p>
<p class="quiet" style="${small};margin-bottom:24px">${escapeHtml(code.note)}</p>`
    : '';
  const actionBlock = action
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(action.href)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#27b2bc;color:#06282b;font-size:16px;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${htmlLang(email.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme:dark){${DARK.join('')}}</style><title>${escapeHtml(email.title)}</title></head>
<body class="ground" style="margin:0;padding:24px;background:#f4f7f7;${font}">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:32px;border-top:4px solid #27b2bc;border-radius:8px;background:#ffffff;word-wrap:break-word">
<p class="brand" style="margin:0 0 24px;font-size:18px;font-weight:700;color:#177880">${escapeHtml(email.brand)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#0b2226">${escapeHtml(email.title)}</h1>
<p style="${paragraph}">${lines(email.greeting)}</p>
<p style="${paragraph}">${lines(email.text)}</p>
${quoteBlocks}${codeBlock}${actionBlock}<p class="quiet" style="${small}">${lines(email.otherwise)}</p>
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #dae2e3">
<p class="quiet" style="${small};margin:0">${escapeHtml(email.footer)}</p>
${leave ? `<p class="quiet" style="${small};margin:8px 0 0"><a href="${escapeHtml(leave.href)}" style="color:#177880">${escapeHtml(leave.label)}</a></p>\n` : ''}</div>
</body>
</html>`;
}
