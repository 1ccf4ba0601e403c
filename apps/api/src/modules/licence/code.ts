import { randomBytes } from 'node:crypto';
import { formatLicenceCode, LICENCE_CODE_RANDOM_SYMBOLS, LICENCE_CODE_TAIL } from '@yunduo/validation';
import { hashToken } from '../codes/tokens.ts';
import { encryptCode, type Keyring } from './keyring.ts';

/** Key that finds a licence by its code, in the form that `parseLicenceCode` returns. */
export const hashCode = hashToken;

/** Generates a code and returns the three forms in which it is stored. The plain code is not stored. */
export function newLicenceCode(keys: Keyring): { codeHash: string; codeEncrypted: string; codeTail: string } {
  const code = formatLicenceCode(randomBytes(LICENCE_CODE_RANDOM_SYMBOLS));
  const codeHash = hashCode(code);
  return {
    codeHash,
    codeEncrypted: encryptCode(keys, code, codeHash),
    codeTail: code.slice(-LICENCE_CODE_TAIL),
  };
}
