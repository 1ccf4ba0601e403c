import { domainToASCII } from 'node:url';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Db } from '../../db/client.ts';
import { devMails } from '../../db/schema/index.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
}

/** Why a mail was not taken, without the words of the server: those repeat the address. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  /** The server refused this mail or its reader, and would again. */
  readonly forGood: boolean;

  constructor({ code, originalCode, command, responseCode, permanent }: NodemailerError) {
    super([code, originalCode, command, responseCode].filter((part) => part !== undefined).join(', '));
    // A refused sign-in or sender is a mistake in the settings, which somebody mends.
    this.forGood = permanent === true && (command === 'RCPT TO' || command === 'DATA');
  }
}

/** Hands a mail on. `id` is the same when it is tried again. */
export interface Transport {
  /** @throws MailNotTaken */
  send(id: string, mail: Mail, at: Date): Promise<void>;
  /** Resolves when mails could be handed on now. @throws MailNotTaken */
  check(): Promise<void>;
  close(): void;
}

// A mail server that is away must not hold a worker for long.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** So many mails can be handed on at once. */
export const AT_ONCE = 2;

/** The domain of an address as it stands in a header: `Yunduo <no-reply@example.com>`. */
const domainOf = (from: string): string =>
  domainToASCII(/@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '') || 'localhost';

/** A mail as nodemailer takes it. Our domain stands in its id, whichever server hands it on. */
const messageOf = (id: string, mail: Mail, at: Date, from: string) => ({
  from,
  // An object, never a list to be parsed: one mail has one recipient.
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: at,
  // The same after a crash between sending and remembering: receivers drop the second one.
  messageId: `<${id}@${domainOf(from)}>`,
  // No out-of-office answer comes back.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...mail.headers },
});

const SAFE = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The bytes of a mail, as a server would hand it on. */
export async function rawMail(id: string, mail: Mail, at: Date, from: string): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, SAFE);
  const { message } = await composer.sendMail(messageOf(id, mail, at, from));
  return message as Buffer;
}

/**
 * Whether a server must speak TLS before it is given a mail. Every one must that is not on this machine: STARTTLS that a
 * server only offers can be taken out of its greeting on the way. An address says otherwise with `?ignoreTLS=true`.
 */
export function mustUseTls(url: string): boolean {
  const address = URL.parse(url.replace(/^smtp:/, 'http:'));
  const host = address?.hostname ?? '';
  const onThisMachine = host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
  return !onThisMachine && address?.searchParams.get('ignoreTLS') !== 'true';
}

/** Mails through the server of `SMTP_URL`. Its certificate is checked, unless the address says `?tls.rejectUnauthorized=false`. */
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

/** Trial and test: mails lie in a table and are read at `/dev/mail`. */
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
