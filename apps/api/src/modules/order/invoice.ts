import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayOf, formatMoney, isolate, type Locale } from '@yunduo/i18n';
import { order as en } from '@yunduo/i18n/en/order';
import { order as zh } from '@yunduo/i18n/zh/order';
import { INVOICE_LINK_TTL } from '@yunduo/validation';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { payments, users } from '../../db/schema/index.ts';
import { fill } from '../../http/envelope.ts';
import { apiError } from '../../http/errors.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { settingsOfSite } from '../site/settings.ts';
import { BRAND_MARK, MARK_STYLE, sendPage } from '../text/page.ts';
import { capitalAmount } from './money.ts';
import type { OrderRow } from './present.ts';
import { sellerOf, type SellerRow } from './seller.ts';
import { INVOICED } from './states.ts';
import { shownEmail } from '../text/shown-email.ts';

// Opening an invoice in a browser: a new tab sends no bearer token, and a `blob:` URL would inherit the site's policy,
// which blocks the document's own style. So the page calls `invoice_link` for a signed URL, valid for five minutes and
// for this document only; it does not contain the session token. With a token, `GET /order/invoice` returns the same
// document.

const signature = ({ config }: Pick<Context, 'config'>, orderNo: string, expires: number): string =>
  createHmac('sha256', deriveKey(config.signingKey, 'invoice')).update(`${orderNo}.${expires}`).digest('hex');

/**
 * URL of the invoice for a tab without a session, relative to the site's origin.
 * @throws ApiError INVOICE_UNAVAILABLE while the order is unpaid
 */
export function invoiceLink(
  context: Pick<Context, 'config' | 'clock'>,
  order: OrderRow,
  locale: Locale,
): { url: string; expires_in: number } {
  requirePaid(order);
  const expires = Math.floor(after(context.clock.now(), INVOICE_LINK_TTL).getTime() / 1000);
  const query = new URLSearchParams({
    order_no: order.orderNo,
    lang: locale,
    expires: String(expires),
    signature: signature(context, order.orderNo, expires),
  });
  return { url: `/api/order/invoice_document?${query}`, expires_in: INVOICE_LINK_TTL / 1000 };
}

/** Whether a URL was signed by `invoiceLink` and is still valid. */
export function isInvoiceLink(
  context: Pick<Context, 'config' | 'clock'>,
  link: { order_no: string; expires: number; signature: string },
): boolean {
  const expected = Buffer.from(signature(context, link.order_no, link.expires));
  const given = Buffer.from(link.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return link.expires * 1000 > context.clock.now().getTime();
}

/** @throws ApiError INVOICE_UNAVAILABLE for an order never paid */
function requirePaid(order: OrderRow): void {
  if (!INVOICED.includes(order.status)) throw apiError('INVOICE_UNAVAILABLE');
}

const words = { zh, en };

// On the screen in the reader's theme; on a phone quantity and price are below the item. In print black on white, without
// the button, at full width.
const DARK =
  '--ground:#0a1416;--sheet:#14262a;--text:#e4eeee;--quiet:#8fa5a9;--line:#2b4348;--link:#5ccad2;--danger:#f08a7c';
const STYLE = `
:root{color-scheme:light dark;--ground:#f4f7f7;--sheet:#fff;--text:#0b2226;--quiet:#566a6e;--line:#dae2e3;--link:#177880;--danger:#c8281c}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;background:var(--ground);color:var(--text);font:15px/1.6 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif}
.sheet{position:relative;max-width:820px;margin:0 auto;padding:48px;border:1px solid var(--line);border-radius:12px;background:var(--sheet)}
.sheet::before{content:'';position:absolute;top:-1px;left:48px;width:32px;height:3px;background:#27b2bc}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:16px;margin-bottom:40px}
${MARK_STYLE}
h1{margin:0 0 4px;font-size:16px;font-weight:400;line-height:1.4;color:var(--quiet)}
.paid{margin:0 0 32px;font-size:40px;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.terms{display:flex;flex-wrap:wrap;gap:16px 40px;margin:0 0 40px;padding:16px 0;border-block:1px solid var(--line)}
.terms>div>dt{font-size:13px}
.refunded{margin:0;padding:6px 12px;border:2px solid var(--danger);border-radius:4px;color:var(--danger);font-weight:700}
dl{margin:0;font-variant-numeric:tabular-nums}
.parties dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}
dt{color:var(--quiet)}
.parties dt{min-width:4em}
dd{margin:0;overflow-wrap:anywhere}
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));gap:32px 24px;margin:0 0 40px}
h2{margin:0 0 8px;font-size:15px}
.each{display:none;color:var(--quiet)}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:10px 8px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
:is(th,td):first-child{padding-left:0}
:is(th,td):last-child{padding-right:0}
thead th{border-bottom-color:var(--quiet);color:var(--quiet);font-size:13px;font-weight:400}
.number{text-align:right;white-space:nowrap}
tfoot th,tfoot td{border-bottom:0;font-size:18px;font-weight:700}
.small{margin:40px 0 0;padding-top:16px;border-top:1px solid var(--line);color:var(--quiet);font-size:13px;text-wrap:pretty}
.words{margin:4px 0 0;color:var(--quiet);text-align:right}
.tools{display:flex;justify-content:end;max-width:820px;margin:0 auto 16px}
button{min-height:44px;padding:10px 24px;border:0;border-radius:6px;background:#27b2bc;color:#06282b;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:#4cc4cd}
button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (max-width:600px){body{padding:16px 0 0}.tools{padding-inline:16px}button{width:100%}.sheet{padding:32px 16px;border-width:1px 0;border-radius:0}.sheet::before{left:16px}.paid{font-size:32px}.terms{display:grid;grid-template-columns:1fr 1fr;gap:16px 24px}.terms>:first-child{grid-column:1/-1}.detail{display:none}.each{display:block}table,thead,tbody,tfoot{display:block}tr{display:flex;justify-content:space-between;gap:16px;border-bottom:1px solid var(--line)}thead tr{border-bottom-color:var(--quiet)}tfoot tr{border:0}th,td{padding:10px 0;border:0}}
@media print{@page{margin:16mm}body{padding:0;background:none}.sheet{max-width:none;padding:12mm 0 0;border:0}.sheet::before{left:0}.tools{display:none}}
`;
const SCRIPT = "document.querySelector('button').addEventListener('click',()=>print())";

/**
 * Sends the document, to print or save. The buyer is the requested invoice party, or else the account.
 * @throws ApiError INVOICE_UNAVAILABLE while the order is unpaid
 */
export async function sendInvoice(
  db: Db,
  reply: FastifyReply,
  order: OrderRow,
  locale: Locale,
): Promise<FastifyReply> {
  requirePaid(order);
  const say = words[locale].invoice;
  const { name, supportEmail } = await settingsOfSite(db);
  const account = await sellerOf(db);
  const transaction = await transactionOf(db, order.id);
  const money = (amount: number): string => escapeHtml(formatMoney(amount, order.currency, locale));
  const refunded =
    order.status === 'refunded' && order.refundDecidedAt
      ? `<p class="refunded">${escapeHtml(fill(say.refunded, { date: dayOf(order.refundDecidedAt.toISOString(), locale) }))}</p>`
      : '';
  const terms = (list: readonly (readonly [string, string | null])[]): string =>
    list
      .map((fact) => facts([fact]))
      .map((fact) => fact && `<div>${fact}</div>`)
      .join('');
  const body = `<main>
<div class="tools"><button type="button">${escapeHtml(say.print)}</button></div>
<div class="sheet">
<header><p class="brand">${BRAND_MARK}${escapeHtml(name[locale])}</p>${refunded}</header>
<h1>${escapeHtml(say.title)}</h1>
<p class="paid">${money(order.amount)}</p>
<dl class="terms">${terms([
    [say.number, order.orderNo],
    [say.issued, order.paidAt && dayOf(order.paidAt.toISOString(), locale)],
    [say.paid_by, order.provider && words[locale].provider[order.provider]],
    [say.transaction, transaction],
  ])}</dl>
<div class="parties">
<section><h2>${escapeHtml(say.buyer)}</h2><dl>${await buyerFacts(db, order, locale)}</dl></section>
<section><h2>${escapeHtml(say.seller)}</h2><dl>${sellerFacts(account, { name: name[locale], supportEmail }, locale)}</dl></section>
</div>
<table>
<thead><tr><th scope="col">${escapeHtml(say.item)}</th><th scope="col" class="number detail">${escapeHtml(say.quantity)}</th><th scope="col" class="number detail">${escapeHtml(say.price)}</th><th scope="col" class="number">${escapeHtml(say.sum)}</th></tr></thead>
<tbody><tr><td>${escapeHtml(itemOf(order, locale))}<span class="each">${order.quantity} × ${money(order.unitPrice)}</span></td><td class="number detail">${order.quantity}</td><td class="number detail">${money(order.unitPrice)}</td><td class="number">${money(order.amount)}</td></tr></tbody>
<tfoot><tr><th scope="row" colspan="2">${escapeHtml(say.total)}</th><td class="number" colspan="2">${money(order.amount)}</td></tr></tfoot>
</table>
<p class="words">${fill(escapeHtml(say.in_words), { amount: `<span lang="zh-CN">${capitalAmount(order.amount)}</span>` })}</p>
<p class="small">${escapeHtml(say.note)}</p>
</div>
</main>`;
  const title = `${say.title} ${order.orderNo}`;
  return sendPage(reply, { locale, title, body, style: STYLE, script: SCRIPT });
}

/** The purchased item without its quantity, which has its own column. */
const itemOf = ({ description, quantity }: OrderRow, locale: Locale): string => {
  const times = ` × ${quantity}`;
  const text = description[locale];
  return quantity > 1 && text.endsWith(times) ? text.slice(0, -times.length) : text;
};

const facts = (list: readonly (readonly [string, string | null])[]): string =>
  list
    .filter(([, value]) => value)
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
    .join('');

async function buyerFacts(db: Db, { invoice, userId }: OrderRow, locale: Locale): Promise<string> {
  const say = words[locale].invoice;
  if (invoice) {
    const who = invoice.kind === 'personal' ? fill(say.personal, { title: invoice.title }) : invoice.title;
    return facts([
      [say.name, who],
      [say.tax_no, invoice.taxNo],
    ]);
  }
  const [user] =
    userId === null
      ? []
      : await db
          .select({ email: users.email, nickname: users.nickname })
          .from(users)
          .where(eq(users.id, userId));
  return facts([[say.name, user ? `${isolate(user.nickname)} <${shownEmail(user.email)}>` : '-']]);
}

function sellerFacts(
  account: SellerRow | null,
  site: { name: string; supportEmail: string },
  locale: Locale,
): string {
  const say = words[locale].invoice;
  if (!account) return facts([[say.name, `${site.name} <${site.supportEmail}>`]]);
  return facts([
    [say.name, account.company[locale]],
    [say.tax_no, account.taxNo],
    [say.address, account.address[locale]],
    [say.phone, account.phone],
  ]);
}

async function transactionOf(db: Db, orderId: number): Promise<string | null> {
  const [payment] = await db
    .select({ transactionId: payments.transactionId })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['succeeded', 'refunded'])));
  return payment?.transactionId ?? null;
}
