// The licence protocol as its guide describes it (/developers/licences), with an API of every runtime: Web
// Crypto.

const { subtle } = globalThis.crypto;

export interface ListedKey {
  key_id: string;
  public_key: string;
  signed_by: string | null;
  signature: string | null;
}

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex');
export const sha256 = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await subtle.digest('SHA-256', typeof data === 'string' ? new TextEncoder().encode(data) : data));

/** Trusted keys by id: shipped with the client, or signed by a trusted key. */
export class Trust {
  readonly #keys = new Map<string, CryptoKey>();

  private async add(base64: string): Promise<string> {
    const raw = Buffer.from(base64, 'base64');
    const id = (await sha256(raw)).slice(0, 16);
    this.#keys.set(id, await subtle.importKey('raw', raw, 'Ed25519', false, ['verify']));
    return id;
  }

  /** @param listed newest first, as the API lists them */
  static async of(delivered: string, listed: readonly ListedKey[]): Promise<Trust> {
    const trust = new Trust();
    await trust.add(delivered);
    for (const { key_id, public_key, signed_by, signature } of listed.toReversed()) {
      const link = { key_id, public_key, signed_by };
      if (signed_by && signature && (await trust.signed('yunduo-licence-key/1', link, signature, signed_by)))
        await trust.add(public_key);
    }
    return trust;
  }

  /** True if a trusted key signed these fields in this order. */
  async signed(format: string, fields: object, signature: string, keyId: string): Promise<boolean> {
    const key = this.#keys.get(keyId);
    const lines = Object.entries(fields).map(([name, value]) => `${name}=${value ?? ''}`);
    const text = new TextEncoder().encode([format, ...lines].join('\n'));
    return key !== undefined && subtle.verify('Ed25519', key, Buffer.from(signature, 'base64'), text);
  }
}
