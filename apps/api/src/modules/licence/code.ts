import { randomBytes } from 'node:crypto';
import { formatLicenceCode, LICENCE_CODE_RANDOM_SYMBOLS, LICENCE_CODE_TAIL } from '@yunduo/validation';
import { hashToken } from '../codes/tokens.ts';
import { encryptCode, type Keyring } from './keyring.ts';

/** What finds a licence by its code, in the shape that `parseLicenceCode` answers. */
export const hashCode = hashToken;

/** A new code in the three forms in which it is kept. The code itself stays out of the database. */
export function newLicenceCode(keys: Keyring): { codeHash: string; codeEncrypted: string; codeTail: string } {
  const code = formatLicenceCode(randomBytes(LICENCE_CODE_RANDOM_SYMBOLS));
  const codeHash = hashCode(code);
  return {
    codeHash,
    codeEncrypted: encryptCode(keys, code, codeHash),
    codeTail: code.slice(-LICENCE_CODE_TAIL),
  };
}
