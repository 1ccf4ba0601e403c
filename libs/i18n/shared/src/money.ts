import type { Locale } from './locale.ts';

/** Formats minor units: zh `¥1,299.00`, en `CNY 1,299.00` (the yen has the same sign). */
export function formatMoney(amount: number, currency: string, locale: Locale): string {
  const [whole = '0', cents = '00'] = decimal(amount).split('.');
  const text = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
  return locale === 'zh' && currency === 'CNY' ? `¥${text}` : `${currency} ${text}`;
}

/** `129900` → `1299.00`, with integer arithmetic only. */
export function decimal(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
