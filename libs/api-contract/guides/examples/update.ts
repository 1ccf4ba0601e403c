import createClient from 'openapi-fetch';
import { isSigned, signedText, trustedKeys } from './keys.ts';
import type { paths } from './yunduo.d.ts';

const { DELIVERED_KEY: delivered = '' } = process.env;
const api = createClient<paths>({ baseUrl: 'https://yunduo.example', headers: { Lang: 'us' } });
const installed = { platform: 'mac-arm64', version: '1.3.2' } as const;
/** Of the last manifest that this client accepted. */
const lastIssuedAt = '2026-01-01T00:00:00.000Z';

const requested = await api.POST('/api/client_download/update', { body: installed });
const plans = await api.GET('/api/auth_code/plans');
if (!requested.data || !plans.data) throw new Error('Not reached: ask again tomorrow');

const { format, signature, ...manifest } = requested.data.data.manifest;
if (format !== 'yunduo-update/1') throw new Error('A newer format: update by hand');
const text = signedText(format, {
  status: manifest.status,
  platform: manifest.platform,
  installed: manifest.installed,
  version: manifest.version,
  sha256: manifest.sha256,
  size: manifest.size,
  mandatory: manifest.mandatory,
  minimum: manifest.minimum,
  notes_sha256: manifest.notes_sha256,
  issued_at: manifest.issued_at,
  expires_at: manifest.expires_at,
  key_id: manifest.key_id,
});
const keys = trustedKeys([delivered], plans.data.data.keys);
if (!isSigned(keys.get(manifest.key_id), text, signature)) throw new Error('Not signed by a trusted key');
if (manifest.platform !== installed.platform || manifest.installed !== installed.version)
  throw new Error('This manifest is for another client');
if (Date.parse(manifest.expires_at) < Date.now() || manifest.issued_at < lastIssuedAt)
  throw new Error('This manifest is old');
console.log(manifest.status === 'update' ? `${manifest.version} ${manifest.sha256}` : 'up to date');
