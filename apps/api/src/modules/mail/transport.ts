import { domainToASCII } from 'node:url';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Db } from '../../db/client.ts';
import { devMails } from '../../db/schema/index.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Headers in addition to those of every mail. */
  headers?: Record<string, string>;
}

/** Reason a mail was refused, without the server's text, which repeats the address. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  /** The server refused this mail or recipient permanently. */
  readonly forGood: boolean;

  constructor({ code, originalCode, command, responseCode, permanent }: NodemailerError) {
    super([code, originalCode, command, responseCode].filter((part) => part !== undefined).join(', '));
    // A refused sign-in or sender is a configuration error that an operator can fix, so it is retried.
    this.forGood = permanent === true && (command === 'RCPT TO' || command === 'DATA');
  }
}

/** Delivers a mail. `id` stays the same across retries. */
export interface Transport {
  /** @throws MailNotTaken */
  send(id: string, mail: Mail, at: Date): Promise<void>;
  /** Resolves when mails can be delivered now. @throws MailNotTaken */
  check(): Promise<void>;
  close(): void;
}

// An unreachable mail server must not block a worker for long.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Concurrent deliveries. */
export const AT_ONCE = 2;

/** The domain of an address in header form: `Yunduo <no-reply@example.com>`. */
const domainOf = (from: string): string =>
  domainToASCII(/@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '') || 'localhost';

/** The message as nodemailer expects it. Its id uses our domain, whichever server delivers it. */
const messageOf = (id: string, mail: Mail, at: Date, from: string) => ({
  from,
  // An object, not a string to parse: one mail has one recipient.
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: at,
  // Stable across a crash between sending and recording it: receivers drop the duplicate.
  messageId: `<${id}@${domainOf(from)}>`,
  // Suppresses out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...mail.headers },
});

const SAFE = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The raw bytes of a mail, as sent to a server. */
export async function rawMail(id: string, mail: Mail, at: Date, from: string): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, SAFE);
  const { message } = await composer.sendMail(messageOf(id, mail, at, from));
  return message as Buffer;
}

/**
 * Whether the server must use TLS before a mail is sent: true for every server except loopback, because an attacker can
 * strip an offered STARTTLS from the greeting. `?ignoreTLS=true` in the URL disables it.
 */
export function mustUseTls(url: string): boolean {
  const address = URL.parse(url.replace(/^smtp:/, 'http:'));
  const host = address?.hostname ?? '';
  const onThisMachine = host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
  return !onThisMachine && address?.searchParams.get('ignoreTLS') !== 'true';
}

/**
 * Delivers through the server of `SMTP_URL`. Its certificate is verified unless the URL says
 * `?tls.rejectUnauthorized=false`.
 */
export function smtpTransport(url: string, from: string): Transport {
  const options = {
    url,
    pool: true,
    maxConnections: AT_ONCE,
    ...(mustUseTls(url) && { requireTLS: true }),
    ...TIMEOUTS,
  };
  const transporter = createTransport(options, SAFE);
  return {
    async send(id, mail, at) {
      await transporter.sendMail(messageOf(id, mail, at, from)).catch((error: NodemailerError) => {
        throw new MailNotTaken(error);
      });
    },
    async check() {
      await transporter.verify().catch((error: NodemailerError) => {
        throw new MailNotTaken(error);
      });
    },
    close: () => transporter.close(),
  };
}

/** For trials and tests: mails are stored in a table and shown at `/dev/mail`. */
export function devMailbox(db: Db): Transport {
  return {
    async send(id, mail, at) {
      const { to: recipient, subject, text, html, headers = {} } = mail;
      await db
        .insert(devMails)
        .values({ id, recipient, subject, text, html, headers, at })
        .onConflictDoNothing();
    },
    check: () => Promise.resolve(),
    close: () => undefined,
  };
}
