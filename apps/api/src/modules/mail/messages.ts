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
/** The messages: those words that are more than a line. */
export type MessageName = { [K in keyof Words]: Words[K] extends string ? never : K }[keyof Words];

export interface MessageOptions {
  /** What the product is called in the language of the mail. */
  brand: string;
  /** Digits to be shown large. */
  code?: { digits: string; minutes: number };
  /** Address of the button. */
  link?: string;
  values?: Record<string, string | number>;
  /** What somebody else wrote, under the text: each with what it is. */
  quotes?: readonly { label: string; text: string }[];
  /** For a mail that its reader can switch off. */
  leaving?: Leaving;
}

/** Addresses among the values are shown as people read them. */
const shownValues = (values: MessageOptions['values'] = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? shownEmail(value) : value,
    ]),
  );

/** A message of `libs/i18n`, as text and as HTML. Values are escaped where they meet HTML. */
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
    subject: fill(message.subject, values),
    text: textMail(email),
    html: htmlMail(email),
    ...(options.leaving && { headers: headersOf(options.leaving) }),
  };
}

/** RFC 2369, 2919 and 8058: what mail programs make their button to unsubscribe of. */
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
