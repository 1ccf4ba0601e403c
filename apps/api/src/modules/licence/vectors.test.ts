// The published test vectors of the licence protocol (libs/api-contract/licence-vectors.json), regenerated with the
// production code. Clients depend on them: a difference here is a change of the protocol, not of the file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { formatLicenceCode, LICENCE_CODE_RANDOM_SYMBOLS } from '@yunduo/validation';
import { hashCode } from './code.ts';
import { keyring } from './keyring.ts';
import { readRequest } from './offline.ts';
import { readReceipt } from './receipt.ts';
import { publishedKeys, signAnswer, signFile, type LicenceFile } from './sign.ts';

type Verified = Parameters<typeof signAnswer>[2] & { nonce: string; key_id: string; signature: string };
interface Vectors {
  code: string;
  code_sha256: string;
  fingerprint: string;
  client_key: string;
  keys: { before: unknown; after: unknown };
  request: object;
  verify: Verified[];
  licence: LicenceFile[];
  receipt: { licence_id: number; file_id: string };
}
const text = readFileSync(
  fileURLToPath(new URL('../../../../../libs/api-contract/licence-vectors.json', import.meta.url)),
  'utf8',
);
const vectors = JSON.parse(text) as Vectors;
const { code, code_sha256: codeHash, fingerprint, client_key: clientKey } = vectors;

const FIRST = 'the first secret of the published test vectors';
const SECOND = 'the second secret of the published test vectors';
const before = keyring({ licenceKeys: [FIRST], signingKey: null });
const after = keyring({ licenceKeys: [SECOND, FIRST], signingKey: null });

describe('published licence test vectors', () => {
  test('contain a code that production formats and hashes alike', () => {
    const symbols = Array.from({ length: LICENCE_CODE_RANDOM_SYMBOLS }, (_, index) => index);
    expect([formatLicenceCode(symbols), hashCode(code)]).toEqual([code, codeHash]);
  });

  test('list the keys before and after a rotation, the new one signed by the old one', () => {
    expect(publishedKeys(before)).toEqual(vectors.keys.before);
    expect(publishedKeys(after)).toEqual(vectors.keys.after);
    expect(publishedKeys(after)).toMatchObject([
      { key_id: after.current.id, signed_by: before.current.id },
      { key_id: before.current.id, signed_by: null, signature: null },
    ]);
  });

  test('match production signatures of verify responses before and after the rotation', () => {
    expect(vectors.verify.map(({ code: verdict }) => verdict)).toEqual(['OK', 'LICENCE_NOT_FOUND']);
    for (const [place, vector] of vectors.verify.entries()) {
      const { nonce, valid, code: verdict, plan, expires_at, grace_until, server_time } = vector;
      const answer = { valid, code: verdict, plan, expires_at, grace_until, server_time };
      const key = place === 0 ? before.current : after.current;
      expect({ nonce, ...signAnswer(key, { nonce, codeHash, fingerprint }, answer) }).toEqual(vector);
    }
  });

  test('match production signatures of licence files of both versions', () => {
    expect(vectors.licence.map(({ version }) => version)).toEqual([1, 2]);
    for (const file of vectors.licence) {
      const { version, key_id: keyId, file_id = '', licence_id, plan, server_name } = file;
      const { issued_at, expires_at } = file;
      const facts = {
        licence_id,
        code_sha256: codeHash,
        plan,
        fingerprint,
        server_name,
        issued_at,
        expires_at,
      };
      const key = keyId === before.current.id ? before.current : after.current;
      const client = version === 1 ? null : { file_id, client_key: clientKey };
      expect(signFile(key, facts, client)).toEqual(file);
    }
  });

  test('contain a request and a receipt that production accepts', async () => {
    expect(await readRequest(JSON.stringify(vectors.request))).toMatchObject({
      code,
      fingerprint,
      clientKey,
    });
    const { licence_id: licenceId, file_id: fileId } = vectors.receipt;
    expect(readReceipt(JSON.stringify(vectors.receipt))).toMatchObject({ licenceId, fileId, clientKey });
  });
});
