import { createHash, randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { isSigned, signedText, trustedKeys } from './keys.ts';
import type { paths } from './yunduo.d.ts';

const { CODE: code = '', FINGERPRINT: fingerprint = '', DELIVERED_KEY: delivered = '' } = process.env;
const api = createClient<paths>({ baseUrl: 'https://yunduo.example', headers: { Lang: 'us' } });

const nonce = randomUUID();
const plans = await api.GET('/api/auth_code/plans');
const requested = await api.POST('/api/auth_code/verify', { body: { code, fingerprint, nonce } });
if (!plans.data || !requested.data)
  throw new Error('Not reached: keep to the last answer until its grace_until');

const { signature, key_id, ...answer } = requested.data.data;
const text = signedText('yunduo-licence-verify/1', {
  nonce,
  code_sha256: createHash('sha256').update(code).digest('hex'),
  fingerprint,
  valid: answer.valid,
  code: answer.code,
  plan: answer.plan,
  expires_at: answer.expires_at,
  grace_until: answer.grace_until,
  server_time: answer.server_time,
  key_id,
});
const keys = trustedKeys([delivered], plans.data.data.keys);
if (!isSigned(keys.get(key_id), text, signature))
  throw new Error('The answer is not signed by a trusted key');
console.log(answer.valid ? `valid until ${answer.expires_at ?? 'ever'}` : answer.code);
