import { dayOf, localePath, momentOf, type Locale } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { licence as enLicence } from '@yunduo/i18n/en/licence';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import { licence as zhLicence } from '@yunduo/i18n/zh/licence';
import { DAY, type LicencePlan } from '@yunduo/validation';
import type { Context } from '../../context.ts';
import { fill } from '../../http/envelope.ts';
import { renderEmail, type MessageName } from '../mail/messages.ts';
import { leavingOf, type Leaving } from '../mail/one-click.ts';
import { recipientOf } from '../mail/recipient.ts';
import { settingsOfSite } from '../site/settings.ts';
import { userByEmail } from '../user-auth/accounts.ts';
import type { Revocation } from './revoke.ts';
import type { LicenceRow } from './owned.ts';

const words = { zh, en };
const plans = { zh: zhLicence.plan, en: enLicence.plan };

/** A licence as mails name it: never by its code. */
interface Named {
  codeTail: string;
  plan: LicencePlan;
}

interface Letter {
  email: string;
  locale: Locale;
  name: MessageName;
  values: Record<string, string | number>;
  leaving?: Leaving;
}

async function send(
  { db, mail, config }: Context,
  { email, locale, name, values, leaving }: Letter,
): Promise<void> {
  const link = `${config.origin}${localePath(locale, '/user')}?panel=my-codes`;
  const { name: brand, supportEmail: support } = await settingsOfSite(db);
  await mail.enqueue(
    db,
    renderEmail(locale, email, name, {
      brand: brand[locale],
      link,
      values: { support, ...values },
      ...(leaving && { leaving }),
    }),
  );
}

/** Tells an owner that a licence ended, by what and why; nobody, when the account is gone. */
export async function mailRevoked(
  context: Context,
  { userId, codeTail }: Named & { userId: number },
  { by, note }: Revocation,
): Promise<void> {
  const to = await recipientOf(context.db, userId);
  if (!to) return;
  const name = by === 'refund' ? 'licence_refunded' : 'licence_revoked';
  await send(context, { ...to, name, values: { tail: codeTail, reason: note ?? '' } });
}

/** Answers false when its owner does not want reminders, or cannot get any. */
export async function mailExpiring(
  context: Context,
  licence: Named & { userId: number; serverName: string | null; expiresAt: Date },
): Promise<boolean> {
  const to = await recipientOf(context.db, licence.userId, 'licence_reminder');
  if (!to) return false;
  const { locale } = to;
  const days = Math.ceil((licence.expiresAt.getTime() - context.clock.now().getTime()) / DAY);
  const server =
    licence.serverName === null ? '' : fill(words[locale].licence_on_server, { name: licence.serverName });
  const values = {
    tail: licence.codeTail,
    date: dayOf(licence.expiresAt.toISOString(), locale),
    days,
    server,
  };
  const leaving = leavingOf(context.config, licence.userId, 'licence_reminder');
  await send(context, { ...to, name: 'licence_expiring', values, leaving });
  return true;
}

/** Tells an owner that two machines answer as one server. About what they pay for: it cannot be muted. */
export async function mailCloned(
  context: Context,
  { userId, codeTail, serverName }: Pick<LicenceRow, 'userId' | 'codeTail' | 'serverName'>,
  networks: readonly [string, string],
): Promise<void> {
  const to = await recipientOf(context.db, userId);
  if (!to) return;
  const [one, other] = networks;
  await send(context, {
    ...to,
    name: 'licence_cloned',
    values: { tail: codeTail, server: serverName ?? '', one, other },
  });
}

export interface Offer extends Named {
  fromUserId: number;
  toEmail: string;
  expiresAt: Date;
}

/** To whom it is offered, who may have no account yet, and to the owner, who may not have been the one who did it. */
export async function mailOffered(context: Context, offer: Offer): Promise<void> {
  const owner = await recipientOf(context.db, offer.fromUserId);
  if (!owner) return;
  const locale = await languageOf(context, offer.toEmail, owner.locale);
  await send(context, {
    email: offer.toEmail,
    locale,
    name: 'licence_offered',
    values: {
      from: owner.email,
      tail: offer.codeTail,
      plan: plans[locale][offer.plan],
      date: momentOf(offer.expiresAt.toISOString(), locale),
    },
  });
  const values = {
    to: offer.toEmail,
    tail: offer.codeTail,
    date: momentOf(offer.expiresAt.toISOString(), owner.locale),
  };
  await send(context, { ...owner, name: 'licence_offer_made', values });
}

/** To whom it was offered: it no longer is. */
export async function mailWithdrawn(
  context: Context,
  { fromUserId, toEmail, codeTail }: Pick<Offer, 'fromUserId' | 'toEmail' | 'codeTail'>,
): Promise<void> {
  const owner = await recipientOf(context.db, fromUserId);
  const locale = await languageOf(context, toEmail, owner?.locale ?? 'zh');
  await send(context, {
    email: toEmail,
    locale,
    name: 'licence_offer_cancelled',
    values: { tail: codeTail },
  });
}

/** To who offered it: how the other one decided. */
export async function mailDecided(
  context: Context,
  { fromUserId, toEmail, codeTail }: Pick<Offer, 'fromUserId' | 'toEmail' | 'codeTail'>,
  decision: 'accepted' | 'declined',
): Promise<void> {
  const owner = await recipientOf(context.db, fromUserId);
  if (!owner) return;
  const name = decision === 'accepted' ? 'licence_accepted' : 'licence_offer_declined';
  await send(context, { ...owner, name, values: { tail: codeTail, to: toEmail } });
}

/** The language of an address that may have no account: then that of whoever writes. */
async function languageOf({ db }: Context, email: string, otherwise: Locale): Promise<Locale> {
  return (await userByEmail(db, email))?.locale ?? otherwise;
}
