import { createHmac, timingSafeEqual } from 'node:crypto';
import { MUTABLE_MAILS, type MutableMail } from '@yunduo/validation';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';

/** Unsubscribe address that works without a session, and its list. */
export interface Leaving {
  href: string;
  list: string;
}

type Settings = Pick<Context['config'], 'origin' | 'signingKey'>;

const signed = ({ signingKey }: Settings, text: string): string =>
  createHmac('sha256', deriveKey(signingKey, 'mute')).update(text).digest('base64url');

/** URL of the one-click POST (RFC 8058) for a list-unsubscribe token. */
export const oneClickAddress = ({ origin }: Settings, token: string): string =>
  `${origin}/api/mail/unsubscribe/${token}`;

/** One-click link that mutes one kind of mail for one account. It does not expire: it can only mute. */
export function leavingOf(settings: Settings, userId: number, kind: MutableMail): Leaving {
  const text = `mute.${userId}.${kind}`;
  return {
    href: oneClickAddress(settings, `${text}.${signed(settings, text)}`),
    list: kind.replaceAll('_', '-'),
  };
}

/** True for a token of a kind of mail, damaged or not; the newsletter's are different. */
export const looksLikeMute = (token: string): boolean => token.startsWith('mute.');

/** Parses a mute token: the user and kind of mail; null when the signature is not ours. */
export function readMute(settings: Settings, token: string): { userId: number; kind: MutableMail } | null {
  const [, text = '', userId = '', named = '', signature = ''] =
    /^(mute\.(\d{1,10})\.([a-z_]{1,40}))\.([\w-]{43})(?![\w-])/.exec(token) ?? [];
  const kind = MUTABLE_MAILS.find((known) => known === named);
  if (!kind || !timingSafeEqual(Buffer.from(signature), Buffer.from(signed(settings, text)))) return null;
  return { userId: Number(userId), kind };
}
