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

// Mail clients support little beyond inline styles; the colours keep their contrast on light and dark backgrounds.
const font = "font-family:system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif";
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#12303a';
const small = 'margin:0 0 8px;font-size:14px;line-height:1.6;color:#4a636c';

/** Keeps the line breaks of user text: not every mail client supports `white-space`. */
const lines = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>');

/** Renders the mail as HTML; all text is escaped here. */
export function htmlMail(email: Email): string {
  const { quotes = [], code, action, leave } = email;
  const quoteBlocks = quotes
    .map(
      (quote) => `<p style="${small};margin-bottom:4px">${escapeHtml(quote.label)}</p>
<blockquote style="${paragraph};padding:8px 16px;border-left:4px solid #27b2bc;background:#eef4f5">${lines(quote.text)}</blockquote>
`,
    )
    .join('');
  const codeBlock = code
    ? `<p style="${small}">${escapeHtml(code.label)}</p>
<p style="margin:0 0 8px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;color:#12303a">${escapeHtml(code.digits)}</p>
<p style="${small};margin-bottom:24px">${escapeHtml(code.note)}</p>`
    : '';
  const actionBlock = action
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(action.href)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0b6e77;color:#ffffff;font-size:16px;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${htmlLang(email.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(email.title)}</title></head>
<body style="margin:0;padding:24px;background:#eef4f5;${font}">
<div style="max-width:560px;margin:0 auto;padding:32px;border-top:4px solid #27b2bc;border-radius:8px;background:#ffffff">
<p style="margin:0 0 24px;font-size:18px;font-weight:700;color:#0b6e77">${escapeHtml(email.brand)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#12303a">${escapeHtml(email.title)}</h1>
<p style="${paragraph}">${lines(email.greeting)}</p>
<p style="${paragraph}">${lines(email.text)}</p>
${quoteBlocks}${codeBlock}${actionBlock}<p style="${small}">${lines(email.otherwise)}</p>
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #d5e2e5">
<p style="${small};margin:0">${escapeHtml(email.footer)}</p>
${leave ? `<p style="${small};margin:8px 0 0"><a href="${escapeHtml(leave.href)}" style="color:#0b6e77">${escapeHtml(leave.label)}</a></p>\n` : ''}</div>
</body>
</html>`;
}
