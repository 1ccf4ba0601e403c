import { readFileSync } from 'node:fs';
import { isSigned, signedText, trustedKeys } from './keys.ts';

const { keys, verify, fingerprint, code_sha256 } = JSON.parse(readFileSync('licence-vectors.json', 'utf8'));

// Shipped before the key change: the new key is trusted because the old one signed it, the forged one is not.
const delivered = keys.before[0].public_key;
const trusted = trustedKeys([delivered], [keys.forged, ...keys.after]);
console.log([...trusted.keys()].join(' '));

for (const { nonce, signature, key_id, ...answer } of verify) {
  const text = signedText('yunduo-licence-verify/1', { nonce, code_sha256, fingerprint, ...answer, key_id });
  console.log(answer.code, isSigned(trusted.get(key_id), text, signature));
}
