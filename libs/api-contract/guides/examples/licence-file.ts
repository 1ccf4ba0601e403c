import { readFileSync } from 'node:fs';
import { isSigned, signedText, trustedKeys } from './keys.ts';

const { FINGERPRINT: fingerprint, DELIVERED_KEY: delivered = '' } = process.env;
const file = JSON.parse(readFileSync('licence.json', 'utf8'));

const text = signedText('yunduo-licence/1', {
  licence_id: file.licence_id,
  code_sha256: file.code_sha256,
  plan: file.plan,
  fingerprint: file.fingerprint,
  server_name: file.server_name,
  issued_at: file.issued_at,
  expires_at: file.expires_at,
  key_id: file.key_id,
});
const key = trustedKeys([delivered], []).get(file.key_id);
if (!isSigned(key, text, file.signature)) throw new Error('This file was changed, or another key signed it');
if (file.fingerprint !== fingerprint) throw new Error('This file is for another server');
if (file.expires_at !== null && Date.parse(file.expires_at) < Date.now()) throw new Error('Expired');
console.log(`licensed until ${file.expires_at}`);
