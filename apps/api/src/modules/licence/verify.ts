import type { DataOf, authCode } from '@yunduo/api-contract';
import { parseLicenceCode, type LicenceVerdict } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licences } from '../../db/schema/licence.ts';
import { hashCode } from './code.ts';
import { keyring } from './keyring.ts';
import type { LicenceRow } from './owned.ts';
import { isKnownPlace, placeOf, recordPlace } from './places.ts';
import { signAnswer } from './sign.ts';
import { graceUntil, stateOf } from './state.ts';

export interface Question {
  code: string;
  fingerprint: string;
  /** Echoed in the signed response: prevents replay of an old answer. */
  nonce: string;
  /** Address of the caller. */
  ip: string;
}

/**
 * Whether a server may use a licence, signed, for the client. An invalid licence is an answer, not an error. A licence
 * on a server without network is never unbound by it.
 */
export async function verifyLicence(
  context: Context,
  { code, fingerprint, nonce, ip }: Question,
): Promise<DataOf<typeof authCode.verify>> {
  const { db, clock, config } = context;
  const now = clock.now();
  const parsed = parseLicenceCode(code);
  const codeHash = hashCode(parsed ?? code);
  const [licence] =
    parsed === null ? [] : await db.select().from(licences).where(eq(licences.codeHash, codeHash));
  const verdict = judge(licence, fingerprint, now);
  if (licence?.fingerprint === fingerprint && !isKnownPlace(licence, placeOf(ip), now))
    await recordPlace(context, licence.id, ip);
  const valid = verdict === 'OK';
  // A caller on another server learns only that the server differs.
  const known = licence && licence.fingerprint === fingerprint ? licence : null;
  const expiresAt = known?.expiresAt?.toISOString() ?? null;
  const grace = (known && verdict !== 'LICENCE_REVOKED' && graceUntil(known, now)?.toISOString()) || null;
  return signAnswer(
    keyring(config).current,
    { nonce, codeHash, fingerprint },
    {
      valid,
      code: verdict,
      plan: known?.plan ?? null,
      expires_at: expiresAt,
      grace_until: grace,
      server_time: now.toISOString(),
    },
  );
}

/**
 * Whether a caller may download client updates: the code of a licence bound to this server and not revoked. It may have
 * expired: a past purchase suffices.
 */
export async function hasLicence(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { code, fingerprint }: Pick<Question, 'code' | 'fingerprint'>,
): Promise<boolean> {
  const parsed = parseLicenceCode(code);
  if (parsed === null) return false;
  const [licence] = await db
    .select()
    .from(licences)
    .where(eq(licences.codeHash, hashCode(parsed)));
  const verdict = judge(licence, fingerprint, clock.now());
  return verdict === 'OK' || verdict === 'LICENCE_EXPIRED';
}

function judge(licence: LicenceRow | undefined, fingerprint: string, now: Date): LicenceVerdict {
  if (!licence) return 'LICENCE_NOT_FOUND';
  if (licence.fingerprint !== null && licence.fingerprint !== fingerprint) return 'LICENCE_OTHER_SERVER';
  const state = stateOf(licence, now);
  if (state === 'revoked') return 'LICENCE_REVOKED';
  if (licence.fingerprint === null) return 'LICENCE_NOT_BOUND';
  return state === 'expired' ? 'LICENCE_EXPIRED' : 'OK';
}
