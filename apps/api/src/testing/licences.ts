import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import type { LicencePlan } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { after } from '../clock.ts';
import { withTransaction } from '../context.ts';
import { licences } from '../db/schema/licence.ts';
import type { TestApp } from './app.ts';
import { bindLocked } from '../modules/licence/bind.ts';
import { issueLicences } from '../modules/licence/issue.ts';
import { keyring, decryptCode } from '../modules/licence/keyring.ts';
import { offerLicence } from '../modules/licence/offers.ts';
import { lockOwned } from '../modules/licence/owned.ts';
import { revoke } from '../modules/licence/revoke.ts';
import { unbindLicence } from '../modules/licence/unbind.ts';

let servers = 0;
/** A unique server fingerprint. */
export const someServer = (): string =>
  createHash('sha256')
    .update(`server ${(servers += 1)}`)
    .digest('hex');

export const rowOf = async (api: TestApp, id: number): Promise<typeof licences.$inferSelect> => {
  const [row] = await api.db.select().from(licences).where(eq(licences.id, id));
  if (!row) throw new Error(`no licence ${id}`);
  return row;
};

/** The code of a licence, as its owner reads it. */
export async function codeOfLicence(api: TestApp, id: number): Promise<string> {
  const { codeEncrypted, codeHash } = await rowOf(api, id);
  return decryptCode(keyring(api.app.config), codeEncrypted, codeHash) ?? 'unreadable';
}

export async function issued(api: TestApp, userId: number, plan: LicencePlan = 'm1'): Promise<number> {
  const ids = await api.db.transaction((tx) =>
    issueLicences(withTransaction(api.app, tx), { userId, plan, quantity: 1, orderId: null }),
  );
  return ids[0] ?? 0;
}

export const SITUATIONS = [
  'unused',
  'bound',
  'unbound',
  'expired',
  'revoked',
  'offered',
  'permanent',
] as const;
export type Situation = (typeof SITUATIONS)[number];

export interface Situated {
  id: number;
  code: string;
  /** Its current or former server. */
  fingerprint: string;
}

/** A licence in a given situation, created by its services. */
export async function licenceIn(
  api: TestApp,
  owner: { id: number; email: string },
  situation: Situation,
): Promise<Situated> {
  const id = await issued(api, owner.id, situation === 'permanent' ? 'permanent' : 'm1');
  const fingerprint = someServer();
  const user = { ...owner, roles: ['user'], sessionId: 0 };
  await api.db.transaction(async (tx) => {
    const context = withTransaction(api.app, tx);
    if (situation !== 'unused')
      await bindLocked(context, await lockOwned(context, owner.id, id), { serverName: 'web-1', fingerprint });
    if (situation === 'unbound' || situation === 'offered')
      await unbindLicence(context, owner.id, { id, reason: 'moving' });
    if (situation === 'offered') await offerLicence(context, user, { id, toEmail: 'somebody@example.com' });
    if (situation === 'revoked')
      await revoke(context, await lockOwned(context, owner.id, id), { by: 'operator', note: 'test' });
    if (situation === 'expired')
      await tx
        .update(licences)
        .set({ expiresAt: after(api.clock.now(), -1000) })
        .where(eq(licences.id, id));
  });
  return { id, code: await codeOfLicence(api, id), fingerprint };
}

/** The 32 bytes of the public key that the plans return, as a key. */
const publicKeyOf = (base64: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(base64, 'base64')]),
    format: 'der',
    type: 'spki',
  });

export const isSigned = (publicKey: string, lines: readonly string[], signature: string): boolean =>
  verify(null, Buffer.from(lines.join('\n')), publicKeyOf(publicKey), Buffer.from(signature, 'base64'));

/** A client on a server without network, as `docs/operations.md` describes it, independent of the server's code. */
export function offlineClient(fingerprint = someServer()) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const clientKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const signed = (kind: string, fields: Record<string, string | number>) => ({
    ...fields,
    signature: sign(
      null,
      Buffer.from([kind, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join('\n')),
      privateKey,
    ).toString('base64'),
  });
  return {
    fingerprint,
    clientKey,
    request: (code: string, change: object = {}) =>
      JSON.stringify({
        format: 'yunduo-licence-request',
        version: 2,
        ...signed('yunduo-licence-request/2', {
          code,
          fingerprint,
          server_name: 'vault-1',
          created_at: '2026-11-20T01:00:00Z',
          client_key: clientKey,
        }),
        ...change,
      }),
    /** Receipt for a licence file issued by the server. */
    receipt: (file: string, change: object = {}) => {
      const { licence_id, file_id } = JSON.parse(file) as { licence_id: number; file_id: string };
      const fields = {
        licence_id,
        file_id,
        fingerprint,
        client_key: clientKey,
        deactivated_at: '2026-11-21T01:00:00.000Z',
        ...change,
      };
      return JSON.stringify({
        format: 'yunduo-licence-receipt',
        version: 1,
        ...signed('yunduo-licence-receipt/1', fields),
      });
    },
  };
}
