import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { webhookSignature } from './signature.ts';

// The published test vectors equal the production signatures. tools/webhook checks them.

const file = new URL('../../../../../libs/api-contract/webhook-vectors.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
  cases: { about: string; signed_with?: string[]; headers: Record<string, string>; body: string }[];
};
const signed = cases.filter(({ signed_with }) => signed_with).map((one) => [one.about, one] as const);

test.each(signed)('%s', (_, { signed_with: secrets = [], headers, body }) => {
  expect(signed.length).toBeGreaterThan(3);
  const message = { id: headers['webhook-id'] ?? '', timestamp: Number(headers['webhook-timestamp']), body };
  expect(webhookSignature(secrets, message)).toBe(headers['webhook-signature']);
});
