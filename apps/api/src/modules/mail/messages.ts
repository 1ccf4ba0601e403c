import { localePath, type Locale } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import { fill } from '../../http/envelope.ts';
import { htmlMail, textMail, type Email } from './layout.ts';
import type { Mail } from './transport.ts';
import { shownEmail } from '../text/shown-email.ts';
import type { Leaving } from './one-click.ts';

const words = { zh, en };
type Words = typeof zh;
/** Names of messages: the words that are objects, not single strings. */
export type MessageName = { [K in keyof Words]: Words[K] extends string ? never : K }[keyof Words];

export interface MessageOptions {
  /** Product name in the language of the mail. */
  brand: string;
  /** Digits to show large. */
  code?: { digits: string; minutes: number };
  /** Target of the button. */
  link?: string;
  values?: Record<string, string | number>;
  /** Quoted text of another user, below the text, each with a label. */
  quotes?: readonly { label: string; text: string }[];
  /** For a mail that its recipient can mute. */
  leaving?: Leaving;
}

/** Formats the URLs among the values for display. */
const shownValues = (values: MessageOptions['values'] = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? shownEmail(value) : value,
    ]),
  );

/** The no-break spaces of dates, which would encode an English subject and show as marks in some plain text. */
const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Renders a message of `libs/i18n` as text and HTML. Values are escaped when inserted into HTML. */
export function renderEmail(locale: Locale, to: string, name: MessageName, options: MessageOptions): Mail {
  const frame = words[locale];
  const message: { subject: string; title: string; text: string; otherwise: string; action?: string } =
    frame[name];
  const values = {
    brand: options.brand,
    ...shownValues(options.values),
    ...(options.code && { code: options.code.digits }),
  };
  const email: Email = {
    locale,
    brand: options.brand,
    greeting: frame.greeting,
    title: fill(message.title, values),
    text: fill(message.text, values),
    ...(options.quotes && options.quotes.length > 0 && { quotes: options.quotes }),
    ...(options.code && {
      code: {
        label: frame.code_label,
        digits: options.code.digits,
        note: fill(frame.code_expiry, { minutes: options.code.minutes }),
      },
    }),
    ...(options.link && message.action && { action: { label: message.action, href: options.link } }),
    otherwise: fill(message.otherwise, values),
    footer: frame.footer,
    ...(options.leaving && { leave: { label: frame.leave, href: options.leaving.href } }),
  };
  return {
    to,
    subject: plainSpaces(fill(message.subject, values)),
    text: plainSpaces(textMail(email)),
    html: htmlMail(email),
    ...(options.leaving && { headers: headersOf(options.leaving) }),
  };
}

/** Headers of RFC 2369, 2919 and 8058, from which mail clients build their unsubscribe button. */
const headersOf = ({ href, list }: Leaving): Record<string, string> => ({
  'List-Id': `<${list}.${new URL(href).hostname}>`,
  'List-Unsubscribe': `<${href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** A section of the sign-in page, in the language of the mail. */
export function loginLink(
  origin: string,
  locale: Locale,
  section: 'sign-in' | 'register' | 'reset' | 'undo-email' | 'not-me',
  query: Record<string, string> = {},
): string {
  return `${origin}${localePath(locale, '/login')}?${new URLSearchParams({ section, ...query })}`;
}
