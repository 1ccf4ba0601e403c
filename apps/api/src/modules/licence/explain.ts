import { dayOf, momentOf, type Locale } from '@yunduo/i18n';
import { licence as en } from '@yunduo/i18n/en/licence';
import { licence as zh } from '@yunduo/i18n/zh/licence';
import { DAY, LICENCE_GRACE, LICENCE_REMINDER_DAYS } from '@yunduo/validation';
import { after } from '../../clock.ts';
import { fill } from '../../http/envelope.ts';
import type { TransferRow } from './offers.ts';
import type { LicenceRow } from './owned.ts';
import { stateOf } from './state.ts';
import { shownEmail } from '../text/shown-email.ts';

const words = { zh, en };
type Why = keyof typeof zh.why;
type Next = keyof typeof zh.next;

export interface Explanation {
  code: Why;
  values: Record<string, string | number>;
  text: string;
  next: { code: Next; text: string };
}

/** Started days: a licence that expires tonight has one left. */
export const daysLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY));

/** The reason for a licence's state, and what its owner can do about it. */
export function explain(
  licence: LicenceRow,
  offer: TransferRow | null,
  now: Date,
  locale: Locale,
): Explanation {
  const [code, next] = reason(licence, offer, now);
  const values = valuesOf(code, licence, offer, now);
  const { why, next: nextWords } = words[locale];
  return {
    code,
    values,
    text: fill(why[code], inWords(values, locale)),
    next: { code: next, text: nextWords[next] },
  };
}

function reason(licence: LicenceRow, offer: TransferRow | null, now: Date): [Why, Next] {
  const { expiresAt, fingerprint } = licence;
  switch (stateOf(licence, now)) {
    case 'revoked':
      return licence.revokedBy === 'refund' ? ['revoked_refund', 'buy'] : ['revoked_operator', 'contact'];
    case 'expired': {
      const inGrace = expiresAt !== null && after(expiresAt, LICENCE_GRACE) > now;
      const bound = fingerprint !== null;
      return [
        inGrace && bound ? 'expired_grace' : 'expired',
        // It cannot be renewed while it is offered.
        offer ? 'cancel_transfer' : bound ? 'renew_lapsed' : 'renew_lapsed_unbound',
      ];
    }
    case 'unused':
      return offer ? ['in_transfer', 'wait'] : ['unused', 'bind'];
    case 'active':
      if (offer) return ['in_transfer', 'wait'];
      if (fingerprint === null)
        return [expiresAt === null ? 'active_unbound_permanent' : 'active_unbound', 'bind'];
      if (expiresAt === null) return ['active_permanent', 'none'];
      return daysLeft(expiresAt, now) <= LICENCE_REMINDER_DAYS[0]
        ? ['expiring', 'renew']
        : ['active', 'none'];
  }
}

/** Times as ISO 8601, so that views can format them. */
function valuesOf(
  code: Why,
  licence: LicenceRow,
  offer: TransferRow | null,
  now: Date,
): Record<string, string | number> {
  const { expiresAt, revokedAt, revokedReason } = licence;
  switch (code) {
    case 'in_transfer':
      return { to: shownEmail(offer?.toEmail ?? ''), until: offer?.expiresAt.toISOString() ?? '' };
    case 'revoked_refund':
      return { revoked: revokedAt?.toISOString() ?? '' };
    case 'revoked_operator':
      return { revoked: revokedAt?.toISOString() ?? '', reason: revokedReason ?? '' };
    case 'unused':
    case 'active_permanent':
    case 'active_unbound_permanent':
      return {};
    default:
      if (expiresAt === null) return {};
      return {
        expires: expiresAt.toISOString(),
        days: daysLeft(expiresAt, now),
        grace: after(expiresAt, LICENCE_GRACE).toISOString(),
      };
  }
}

/** Formats a date for terms that end with their day, and a time where the hour matters. */
function inWords(values: Record<string, string | number>, locale: Locale): Record<string, string | number> {
  const message = { ...values };
  for (const name of ['expires', 'revoked', 'grace']) {
    if (typeof message[name] === 'string') message[name] = dayOf(message[name], locale);
  }
  if (typeof message['until'] === 'string' && message['until'])
    message['until'] = momentOf(message['until'], locale);
  return message;
}
