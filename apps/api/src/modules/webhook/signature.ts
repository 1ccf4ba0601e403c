import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { deriveKey } from '../../config.ts';
import type { webhooks } from '../../db/schema/index.ts';
import { decrypt, encrypt } from '../../encryption.ts';

const PREFIX = 'whsec_';

/** A secret as the Standard Webhooks libraries accept it: 256 random bits. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

const keyOf = ({ signingKey }: Context['config']) => deriveKey(signingKey, 'webhook');

/** A secret as stored: encrypted. */
export const sealSecret = (config: Context['config'], secret: string): string =>
  encrypt(keyOf(config), secret);

/**
 * The secrets valid at a time, newest first. A previous secret encrypted with an old signing key is skipped.
 * @throws Error when the newest cannot be decrypted: its developer must rotate it
 */
export function secretsOf(
  config: Context['config'],
  { secret, previousSecret, previousUntil }: typeof webhooks.$inferSelect,
  now: Date,
): string[] {
  const read = (sealed: string): string => decrypt(keyOf(config), sealed) as string;
  const secrets = [read(secret)];
  if (previousSecret === null || previousUntil === null || previousUntil <= now) return secrets;
  try {
    return [...secrets, read(previousSecret)];
  } catch {
    return secrets;
  }
}

export interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The value of `webhook-signature`: one signature per secret, separated by spaces. */
export function webhookSignature(secrets: readonly string[], { id, timestamp, body }: SignedMessage): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      const text = `${id}.${timestamp}.${body}`;
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    })
    .join(' ');
}
