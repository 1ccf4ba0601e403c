import { dayOf, localePath, momentOf, type Locale } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { licence as enLicence } from '@yunduo/i18n/en/licence';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import { licence as zhLicence } from '@yunduo/i18n/zh/licence';
import { DAY, type LicencePlan } from '@yunduo/validation';
import type { Context } from '../../context.ts';
import { fill } from '../../http/envelope.ts';
import { notify, recipientOf, sendEmail, type MessageData, type Recipient } from '../mail/notify.ts';
import { userByEmail } from '../auth/accounts.ts';
import type { LicenceRow, Revocation } from './owned.ts';

const words = { zh, en };
const plans = { zh: zhLicence.plan, en: enLicence.plan };

/** A licence as named in mails: never by its code. */
interface Named {
  id: number;
  codeTail: string;
  plan: LicencePlan;
}

/** These values with a link to the licences in the user area; to its owner, to this one. */
const withLink = (
  { config }: Context,
  locale: Locale,
  values: NonNullable<MessageData['values']>,
  own?: number,
): MessageData => ({
  link: `${config.origin}${localePath(locale, '/user')}?panel=my-codes${own === undefined ? '' : `&code=${own}`}`,
  values,
});

/** Mails an owner that a licence was revoked, by what and why; no mail when the account is gone. */
export async function mailRevoked(
  context: Context,
  { id, userId, codeTail }: Named & { userId: number },
  { by, note }: Revocation,
): Promise<void> {
  const message = by === 'refund' ? 'licence_refunded' : 'licence_revoked';
  await notify(context, userId, message, ({ locale }) =>
    withLink(context, locale, { tail: codeTail, reason: note ?? '' }, id),
  );
}

/** Returns false when the owner muted reminders, or has no account to mail. */
export async function mailExpiring(
  context: Context,
  licence: Named & { userId: number; serverName: string | null; expiresAt: Date },
): Promise<boolean> {
  const { id, codeTail: tail, expiresAt, serverName } = licence;
  const days = Math.ceil((expiresAt.getTime() - context.clock.now().getTime()) / DAY);
  const data = ({ locale }: Recipient) =>
    withLink(
      context,
      locale,
      {
        tail,
        date: dayOf(expiresAt.toISOString(), locale),
        days,
        server: serverName === null ? '' : fill(words[locale].licence_on_server, { name: serverName }),
      },
      id,
    );
  return notify(context, licence.userId, 'licence_expiring', data, 'licence_reminder');
}

/** Warns an owner that two computers answer as one server. It concerns a paid licence, so it cannot be muted. */
export async function mailCloned(
  context: Context,
  { id, userId, codeTail, serverName }: Pick<LicenceRow, 'id' | 'userId' | 'codeTail' | 'serverName'>,
  networks: readonly [string, string],
): Promise<void> {
  const [one, other] = networks;
  await notify(context, userId, 'licence_cloned', ({ locale }) =>
    withLink(context, locale, { tail: codeTail, server: serverName ?? '', one, other }, id),
  );
}

export interface Offer extends Omit<Named, 'id'> {
  licenceId: number;
  fromUserId: number;
  toEmail: string;
  expiresAt: Date;
}

/**
 * Mails the receiver, who may have no account, and the owner, in case another person made the offer with their account.
 */
export async function mailOffered(context: Context, offer: Offer): Promise<void> {
  const owner = await recipientOf(context.db, offer.fromUserId);
  if (!owner) return;
  const locale = await languageOf(context, offer.toEmail, owner.locale);
  const offered = withLink(context, locale, {
    from: owner.email,
    tail: offer.codeTail,
    plan: plans[locale][offer.plan],
    date: momentOf(offer.expiresAt.toISOString(), locale),
  });
  await sendEmail(context, { email: offer.toEmail, locale }, 'licence_offered', offered);
  const made = withLink(
    context,
    owner.locale,
    {
      to: offer.toEmail,
      tail: offer.codeTail,
      date: momentOf(offer.expiresAt.toISOString(), owner.locale),
    },
    offer.licenceId,
  );
  await sendEmail(context, owner, 'licence_offer_made', made);
}

/** Mails the receiver that the offer was withdrawn, at the present address of an account that has changed it. */
export async function mailWithdrawn(
  context: Context,
  {
    fromUserId,
    toEmail,
    toUserId,
    codeTail,
  }: Pick<Offer, 'fromUserId' | 'toEmail' | 'codeTail'> & { toUserId: number | null },
): Promise<void> {
  const receiver = toUserId === null ? null : await recipientOf(context.db, toUserId);
  const email = receiver?.email ?? toEmail;
  const owner = await recipientOf(context.db, fromUserId);
  const locale = await languageOf(context, email, owner?.locale ?? 'zh');
  const data = withLink(context, locale, { tail: codeTail });
  await sendEmail(context, { email, locale }, 'licence_offer_cancelled', data);
}

/** Mails the offering owner the receiver's decision. */
export async function mailDecided(
  context: Context,
  {
    licenceId,
    fromUserId,
    toEmail,
    codeTail,
  }: Pick<Offer, 'licenceId' | 'fromUserId' | 'toEmail' | 'codeTail'>,
  decision: 'accepted' | 'declined',
): Promise<void> {
  const message = decision === 'accepted' ? 'licence_accepted' : 'licence_offer_declined';
  await notify(context, fromUserId, message, ({ locale }) =>
    // An accepted one is no longer theirs.
    withLink(
      context,
      locale,
      { tail: codeTail, to: toEmail },
      decision === 'declined' ? licenceId : undefined,
    ),
  );
}

/** Language of an address; that of the sender if it has no account. */
async function languageOf({ db }: Context, email: string, otherwise: Locale): Promise<Locale> {
  return (await userByEmail(db, email))?.locale ?? otherwise;
}
