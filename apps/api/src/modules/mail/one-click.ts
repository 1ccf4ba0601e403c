import { createHmac, timingSafeEqual } from 'node:crypto';
import { MUTABLE_MAILS, type MutableMail } from '@yunduo/validation';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';

/** Where a mail can be unsubscribed from without a session, and which list it belongs to. */
export interface Leaving {
  href: string;
  list: string;
}

type Settings = Pick<Context['config'], 'origin' | 'signingKey'>;

const signed = ({ signingKey }: Settings, text: string): string =>
  createHmac('sha256', deriveKey(signingKey, 'mute')).update(text).digest('base64url');

/** The address that takes the one-click POST of RFC 8058, for any token of ours that leaves a list. */
export const oneClickAddress = ({ origin }: Settings, token: string): string =>
  `${origin}/api/mail/unsubscribe/${token}`;

/** Leaves one kind of mails of one account. The link does not expire: it can only switch a kind of mail off. */
export function leavingOf(settings: Settings, userId: number, kind: MutableMail): Leaving {
  const text = `mute.${userId}.${kind}`;
  return {
    href: oneClickAddress(settings, `${text}.${signed(settings, text)}`),
    list: kind.replaceAll('_', '-'),
  };
}

/** Whose mails of which kind a token switches off; null when it is none of ours. */
export function readMute(settings: Settings, token: string): { userId: number; kind: MutableMail } | null {
  const [, text = '', userId = '', named = '', signature = ''] =
    /^(mute\.(\d{1,10})\.([a-z_]{1,40}))\.([\w-]{43})$/.exec(token) ?? [];
  const kind = MUTABLE_MAILS.find((known) => known === named);
  if (!kind || !timingSafeEqual(Buffer.from(signature), Buffer.from(signed(settings, text)))) return null;
  return { userId: Number(userId), kind };
}
