import type {
  Passkey,
  PasskeyCreation,
  PasskeyCredential,
  PasskeyProof,
  PasskeyRequest,
} from '@yunduo/api-contract';
import { PASSKEY } from '@yunduo/validation';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { passkeyChallenges, passkeys } from '../../db/schema/index.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { hashToken, keyedHash } from '../codes/tokens.ts';
import { throttle } from '../throttle/throttle.ts';

const ofUser = (userId: number) => eq(passkeys.userId, userId);
const rejected = () => apiError('PASSKEY_REFUSED');

/** The signature counter did not increase: the passkey may have been cloned. */
export class CounterBack extends ApiError {
  constructor() {
    super('PASSKEY_REFUSED');
  }
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/**
 * WebAuthn relying party: the host of `ORIGIN`, shared by both apps. An IP address cannot have passkeys; a local trial
 * uses `localhost`.
 */
export function relyingParty(config: Pick<Context['config'], 'origin'>): { id: string; origins: string[] } {
  const { hostname, origin, protocol, port } = new URL(config.origin);
  if (!LOOPBACK.includes(hostname)) return { id: hostname, origins: [origin] };
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] };
}

/** Purpose of a challenge and who may answer it: a session, or a sign-in in progress. */
export type BoundTo = `add:${number}` | `prove:${number}` | `step:${number}`;

/** Stores a challenge; returns its expiry. */
async function keepChallenge(
  { db, clock }: Context,
  userId: number,
  boundTo: BoundTo,
  challenge: string,
): Promise<string> {
  const expiresAt = after(clock.now(), PASSKEY.challengeTtl);
  await db
    .insert(passkeyChallenges)
    .values({ userId, boundTo, challengeHash: hashToken(challenge), expiresAt });
  return expiresAt.toISOString();
}

/** Reads the challenge from client data, which is untrusted. */
function challengeOf(clientData: string): string {
  try {
    const message = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge: unknown };
    return String(message.challenge);
  } catch {
    return '';
  }
}

/**
 * Deletes and returns the challenge of an answer, right or wrong, outside any transaction: each is answered once. Null
 * if unknown, expired, already answered, or bound to another subject.
 */
async function takeChallenge(
  { db, clock }: Context,
  userId: number,
  boundTo: BoundTo,
  clientData: string,
): Promise<string | null> {
  const challenge = challengeOf(clientData);
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.boundTo, boundTo),
        gt(passkeyChallenges.expiresAt, clock.now()),
      ),
    )
    .returning({ id: passkeyChallenges.id });
  return taken.length > 0 ? challenge : null;
}

const credentialsOf = async (db: Db, userId: number) =>
  (
    await db
      .select({ id: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(ofUser(userId))
  ).map((one) => ({ ...one, type: 'public-key' as const }));

export const passkeyCount = (db: Db, userId: number): Promise<number> => db.$count(passkeys, ofUser(userId));

/** The passkeys of an account in wire format, newest first. */
export async function presentPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db.select().from(passkeys).where(ofUser(userId)).orderBy(desc(passkeys.id));
  return rows.map(({ id, label, backedUp, createdAt, lastUsedAt }) => ({
    id,
    label,
    backed_up: backedUp,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

/** @throws ApiError PASSKEY_LIMIT */
async function rejectTooManyPasskeys(db: Db, userId: number): Promise<void> {
  if ((await passkeyCount(db, userId)) >= PASSKEY.count)
    throw apiError('PASSKEY_LIMIT', { words: { limit: PASSKEY.count } });
}

const limitChallenges = ({ db, clock }: Context, userId: number) =>
  throttle(db, `passkey:${userId}`, clock.now(), PASSKEY.challenges);

/**
 * Creation options for a passkey. Authenticators that already hold one of the account's are excluded.
 * @throws ApiError PASSKEY_LIMIT, TOO_MANY_REQUESTS
 */
export async function beginPasskey(
  context: Context,
  user: { id: number; sessionId: number; name: string },
  brand: string,
): Promise<{ options: PasskeyCreation; until: string }> {
  const { db, config } = context;
  await rejectTooManyPasskeys(db, user.id);
  await limitChallenges(context, user.id);
  const existing = await credentialsOf(db, user.id);
  const requested = await generateRegistrationOptions({
    rpName: brand,
    rpID: relyingParty(config).id,
    // Reveals nothing about the account to a person who reads the device.
    userID: new Uint8Array(
      Buffer.from(keyedHash(deriveKey(config.signingKey, 'passkey user'), String(user.id))),
    ),
    userName: user.name,
    userDisplayName: user.name,
    timeout: PASSKEY.challengeTtl,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const options: PasskeyCreation = {
    challenge: requested.challenge,
    rp: { id: relyingParty(config).id, name: brand },
    user: requested.user,
    pubKeyCredParams: requested.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: PASSKEY.challengeTtl,
    attestation: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
  const until = await keepChallenge(context, user.id, `add:${user.sessionId}`, requested.challenge);
  return { options, until };
}

/** A verified new passkey. */
export interface VerifiedPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  backedUp: boolean;
}

/**
 * Verifies a registration response; its challenge is used up.
 * @throws ApiError FACTOR_SETUP_OVER, PASSKEY_REFUSED
 */
export async function checkNewPasskey(
  context: Context,
  user: { id: number; sessionId: number },
  { id, client_data, attestation, transports }: PasskeyCredential,
): Promise<VerifiedPasskey> {
  const challenge = await takeChallenge(context, user.id, `add:${user.sessionId}`, client_data);
  if (challenge === null) throw apiError('FACTOR_SETUP_OVER');
  const party = relyingParty(context.config);
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: client_data, attestationObject: attestation },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) throw rejected();
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
    backedUp: credentialBackedUp,
  };
}

/**
 * Adds a verified passkey, in the caller's transaction, which holds the account lock.
 * @throws ApiError PASSKEY_LIMIT; PASSKEY_REFUSED if any account has registered it
 */
export async function addPasskey(
  { db, clock }: Context,
  userId: number,
  passkey: VerifiedPasskey,
  label: string,
): Promise<void> {
  await rejectTooManyPasskeys(db, userId);
  const added = await db
    .insert(passkeys)
    .values({ ...passkey, userId, label, createdAt: clock.now() })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  if (added.length === 0) throw rejected();
}

/**
 * Request options for a passkey of the account.
 * @throws ApiError STATE_CHANGED without a passkey, TOO_MANY_REQUESTS
 */
export async function askPasskey(
  context: Context,
  userId: number,
  boundTo: BoundTo,
): Promise<{ options: PasskeyRequest; until: string }> {
  const allowCredentials = await credentialsOf(context.db, userId);
  if (allowCredentials.length === 0) throw apiError('STATE_CHANGED');
  await limitChallenges(context, userId);
  const rpId = relyingParty(context.config).id;
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
  const until = await keepChallenge(context, userId, boundTo, challenge);
  return {
    options: {
      challenge,
      rpId,
      timeout: PASSKEY.challengeTtl,
      userVerification: 'required',
      allowCredentials,
    },
    until,
  };
}

/** A verified assertion, not yet counted; `usePasskey` counts it. */
export interface PasskeyUse {
  id: number;
  counter: number;
  backedUp: boolean;
}

/**
 * Verifies an assertion by a passkey of the account; its challenge is used up.
 * @throws ApiError PASSKEY_REFUSED
 */
export async function checkPasskey(
  context: Context,
  userId: number,
  boundTo: BoundTo,
  { id, client_data, authenticator_data, signature }: PasskeyProof,
): Promise<PasskeyUse> {
  const challenge = await takeChallenge(context, userId, boundTo, client_data);
  const [row] = await context.db
    .select()
    .from(passkeys)
    .where(and(ofUser(userId), eq(passkeys.credentialId, id)));
  if (challenge === null || !row) throw rejected();
  const party = relyingParty(context.config);
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared in the update: concurrent uses must not miss each other.
    credential: { id, publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')), counter: 0 },
  }).catch(() => null);
  if (!checked?.verified) throw rejected();
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { id: row.id, counter: newCounter, backedUp: credentialBackedUp };
}

/**
 * Records a use of a passkey, in the caller's transaction. A device without a counter sends 0 each time; a real counter
 * never decreases.
 * @throws CounterBack
 */
export async function usePasskey(
  { db, clock }: Context,
  { id, counter, backedUp }: PasskeyUse,
): Promise<void> {
  const ahead = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await db
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: clock.now() })
    .where(and(eq(passkeys.id, id), ahead))
    .returning({ id: passkeys.id });
  if (used.length > 0) return;
  // A passkey removed concurrently is refused too, but not as a clone.
  throw (await db.$count(passkeys, eq(passkeys.id, id))) > 0 ? new CounterBack() : rejected();
}

/** @throws ApiError PASSKEY_NOT_FOUND also for another account's */
export async function renamePasskey(db: Db, userId: number, id: number, label: string): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ label })
    .where(and(ofUser(userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw apiError('PASSKEY_NOT_FOUND');
}

/**
 * Removes a passkey; returns its label.
 * @throws ApiError PASSKEY_NOT_FOUND also for another account's
 */
export async function removePasskey(db: Db, userId: number, id: number): Promise<string> {
  const [removed] = await db
    .delete(passkeys)
    .where(and(ofUser(userId), eq(passkeys.id, id)))
    .returning({ label: passkeys.label });
  if (!removed) throw apiError('PASSKEY_NOT_FOUND');
  return removed.label;
}

/** Removes all passkeys and challenges of an account; true if there was a passkey. */
export async function removePasskeys(db: Db, userId: number): Promise<boolean> {
  await db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  return (await db.delete(passkeys).where(ofUser(userId)).returning({ id: passkeys.id })).length > 0;
}
