import type { DataOf, authCode } from '@yunduo/api-contract';
import { parseLicenceCode, type LicenceVerdict } from '@yunduo/validation';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { licences } from '../../db/schema/auth-code.ts';
import { hashCode } from './code.ts';
import { keyring } from './keyring.ts';
import type { LicenceRow } from './owned.ts';
import { canonical, VERIFY_KIND } from './sign.ts';
import { graceUntil, stateOf } from './state.ts';

/** Every server asks now and then: its last call is written down at most this often. */
const SEEN_EVERY = 60_000;

export interface Question {
  code: string;
  fingerprint: string;
  /** Comes back signed: an old answer cannot be played again. */
  nonce: string;
}

/**
 * Whether a server may use a licence, signed, for the client. What is no longer good is an answer, not an error. A
 * licence without a network is never taken off its server.
 */
export async function verifyLicence(
  { db, clock, config }: Context,
  { code, fingerprint, nonce }: Question,
): Promise<DataOf<typeof authCode.verify>> {
  const now = clock.now();
  const parsed = parseLicenceCode(code);
  const codeHash = hashCode(parsed ?? code);
  const [licence] =
    parsed === null ? [] : await db.select().from(licences).where(eq(licences.codeHash, codeHash));
  const verdict = judge(licence, fingerprint, now);
  if (licence?.fingerprint === fingerprint) {
    await db
      .update(licences)
      .set({ lastSeenAt: now })
      .where(
        and(
          eq(licences.id, licence.id),
          or(isNull(licences.lastSeenAt), lt(licences.lastSeenAt, after(now, -SEEN_EVERY))),
        ),
      );
  }
  const valid = verdict === 'OK';
  // Who asks from another server learns that it is another, and nothing of the licence.
  const known = licence && licence.fingerprint === fingerprint ? licence : null;
  const expiresAt = known?.expiresAt?.toISOString() ?? null;
  const grace = (known && verdict !== 'LICENCE_REVOKED' && graceUntil(known, now)?.toISOString()) || null;
  const { current } = keyring(config);
  const answer = {
    valid,
    code: verdict,
    plan: known?.plan ?? null,
    expires_at: expiresAt,
    grace_until: grace,
    server_time: now.toISOString(),
    key_id: current.id,
  };
  const text = canonical(VERIFY_KIND, [
    ['nonce', nonce],
    ['code_sha256', codeHash],
    ['fingerprint', fingerprint],
    ['valid', valid],
    ['code', verdict],
    ['plan', answer.plan],
    ['expires_at', expiresAt],
    ['grace_until', grace],
    ['server_time', answer.server_time],
    ['key_id', current.id],
  ]);
  return { ...answer, signature: current.sign(text) };
}

function judge(licence: LicenceRow | undefined, fingerprint: string, now: Date): LicenceVerdict {
  if (!licence) return 'LICENCE_NOT_FOUND';
  if (licence.fingerprint !== null && licence.fingerprint !== fingerprint) return 'LICENCE_OTHER_SERVER';
  const state = stateOf(licence, now);
  if (state === 'revoked') return 'LICENCE_REVOKED';
  if (licence.fingerprint === null) return 'LICENCE_NOT_BOUND';
  return state === 'expired' ? 'LICENCE_EXPIRED' : 'OK';
}
