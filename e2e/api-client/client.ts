// A desktop client as a third party writes it: from the published document and its guides, without any code
// of this repository. `dist/yunduo.d.ts` is generated from the document.
import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './dist/yunduo.d.ts';
import { sha256, Trust } from './signatures.ts';

type Api = Client<paths>;
type Catalogue =
  paths['/api/app_store/catalog.json']['get']['responses'][200]['content']['application/json']['data'];

/** The data of a response. Throws a rejection as an error. */
export function dataOf<T>({
  data,
  error,
}: {
  data?: { code: string; data?: T };
  error?: { code: string; msg: string };
}): T {
  if (!data) throw new Error(`${error?.code ?? 'no answer'}: ${error?.msg ?? ''}`);
  return data.data as T;
}

export class DesktopClient {
  readonly api: Api;
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  /** The key compiled into this client. */
  readonly #deliveredKey: string;
  #etag = '';
  #catalogue: Catalogue | null = null;

  constructor(origin: string, deliveredKey: string, headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#deliveredKey = deliveredKey;
    this.#headers = { Lang: 'us', ...headers };
    this.api = createClient<paths>({ baseUrl: origin, headers: this.#headers });
  }

  /** Signs in without a password: `confirm` does in a browser what a person does with the displayed code. */
  async signIn(
    deviceName: string,
    confirm: (userCode: string, page: string) => Promise<void>,
  ): Promise<string[]> {
    const started = dataOf(
      await this.api.POST('/api/user_device/begin', {
        body: { device_name: deviceName, system: 'Debian 12' },
      }),
    );
    const heard: string[] = [];
    for (let wait = started.interval; ;) {
      const { data, error } = await this.api.POST('/api/user_device/token', {
        body: { device_code: started.device_code },
      });
      if (data) {
        this.#headers['Authorization'] = `Bearer ${data.data.token}`;
        this.api.use({
          onRequest: ({ request }) =>
            request.headers.set('Authorization', this.#headers['Authorization'] ?? ''),
        });
        return heard;
      }
      heard.push(error.code);
      if (error.code !== 'DEVICE_PENDING' && error.code !== 'DEVICE_SLOW_DOWN') throw new Error(error.msg);
      if (heard.length === 1) await confirm(started.user_code, started.verification_uri_complete);
      wait = error.data?.retry_after ?? wait;
      await rest(wait * 1000);
    }
  }

  /** Refreshes the store's catalogue with conditional requests. Returns true if it changed. */
  async catalogue(): Promise<{ list: Catalogue['list']; changed: boolean }> {
    const answer = await fetch(`${this.#origin}/api/app_store/catalog.json`, {
      headers: { ...this.#headers, 'If-None-Match': this.#etag },
    });
    const changed = answer.status !== 304;
    if (changed) {
      if (!answer.ok) throw new Error(`The catalogue answered ${answer.status}`);
      this.#etag = answer.headers.get('etag') ?? '';
      this.#catalogue = ((await answer.json()) as { data: Catalogue }).data;
    }
    return { list: this.#catalogue?.list ?? [], changed };
  }

  /** Changes in the store since the catalogue was read: changed apps, and the keys of removed ones. */
  async changes(): Promise<Pick<Catalogue, 'list' | 'removed'>> {
    const since = this.#catalogue?.as_of;
    return dataOf(
      await this.api.GET('/api/app_store/catalog.json', { params: { query: { ...(since && { since }) } } }),
    );
  }

  /** Downloads a client for an invitation, aborts after `first` bytes, resumes, and compares the bytes. */
  async download(invitation: string, first: number): Promise<{ bytes: number; parts: number[] }> {
    const { protocol } = dataOf(await this.api.GET('/api/client_download/releases'));
    if (!protocol) throw new Error('There is nothing to agree to');
    const claim = dataOf(
      await this.api.POST('/api/client_download/claim', {
        body: {
          invitation_code: invitation,
          platform: 'windows-x64',
          agree: true,
          protocol_id: protocol.id,
          protocol_version: protocol.version,
        },
      }),
    );
    const part = async (range: string) => {
      const answer = await fetch(claim.url, { headers: { ...this.#headers, Range: `bytes=${range}` } });
      return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
    };
    const begin = await part(`0-${first - 1}`);
    const end = await part(`${first}-`);
    const bytes = Buffer.concat([begin.bytes, end.bytes]);
    if ((await sha256(bytes)) !== claim.sha256) throw new Error('The file is not the one that was promised');
    return { bytes: bytes.length, parts: [begin.status, end.status] };
  }

  async #trust(): Promise<Trust> {
    return Trust.of(this.#deliveredKey, dataOf(await this.api.GET('/api/auth_code/plans')).keys);
  }

  async bind(code: string, fingerprint: string, serverName: string) {
    // An idempotency key: the connection may break before the response arrives, and a retry must not run
    // twice.
    const sent = {
      body: { code, fingerprint, server_name: serverName },
      headers: { 'Idempotency-Key': randomUUID() },
    };
    const first = dataOf(await this.api.POST('/api/auth_code/bind', sent));
    const again = dataOf(await this.api.POST('/api/auth_code/bind', sent));
    if (again.id !== first.id) throw new Error('Bound twice');
    return first;
  }

  /** The server's statement about a code, trusted only because of its signature. */
  async verify(code: string, fingerprint: string) {
    const nonce = randomUUID();
    const output = dataOf(
      await this.api.POST('/api/auth_code/verify', { body: { code, fingerprint, nonce } }),
    );
    const { signature, key_id, valid, code: result, plan, expires_at, grace_until, server_time } = output;
    const fields = {
      nonce,
      code_sha256: await sha256(code),
      fingerprint,
      valid,
      code: result,
      plan,
      expires_at,
      grace_until,
      server_time,
      key_id,
    };
    if (!(await (await this.#trust()).signed('yunduo-licence-verify/1', fields, signature, key_id)))
      throw new Error('Nobody that this client trusts signed the answer');
    return output;
  }

  /** A licence file for an offline server, verified as that server verifies it. */
  async licenceFile(
    code: string,
    fingerprint: string,
    serverName: string,
  ): Promise<Record<string, string | null>> {
    const request = {
      format: 'yunduo-licence-request',
      version: 1,
      code,
      fingerprint,
      server_name: serverName,
      created_at: `${new Date().toISOString().slice(0, 19)}Z`,
    };
    const { file: text } = dataOf(
      await this.api.POST('/api/auth_code/offline_request', { body: { request: JSON.stringify(request) } }),
    );
    const file = JSON.parse(text) as Record<string, string | null>;
    if (!(await this.accepts(file))) throw new Error('This file was changed, or somebody else signed it');
    return file;
  }

  async accepts(file: Record<string, string | null>): Promise<boolean> {
    const names = ['licence_id', 'code_sha256', 'plan', 'fingerprint', 'server_name'];
    const fields = [...names, 'issued_at', 'expires_at', 'key_id'].map((name) => [name, file[name] ?? null]);
    const { signature, key_id: keyId } = file;
    const trust = await this.#trust();
    return trust.signed('yunduo-licence/1', Object.fromEntries(fields), signature ?? '', keyId ?? '');
  }
}
