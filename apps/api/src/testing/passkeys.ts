// A software authenticator: creates and uses passkeys as a device does, with deviations that a test selects.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  userAuth,
  userFactor,
  type PasskeyCreation,
  type PasskeyCredential,
  type PasskeyProof,
  type PasskeyRequest,
} from '@yunduo/api-contract';
import type { TestApp } from './app.ts';
import type { SignedIn } from './people.ts';

/** Origin of the tests' passkeys: the default `ORIGIN`, by host name. */
const PASSKEY_ORIGIN = 'http://localhost:4300';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The subset of CBOR (RFC 8949) that a credential needs. */
function cbor(value: Cbor): Buffer {
  const head = (kind: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(kind << 5) | count]);
    if (count < 256) return Buffer.from([(kind << 5) | 24, count]);
    return Buffer.from([(kind << 5) | 25, count >> 8, count & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([name, part]) => [cbor(name), cbor(part)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** Deviations from a correct device. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Without user verification. */
  unverified?: boolean;
  counter?: number;
  /** Signed with another key. */
  forged?: boolean;
  id?: string;
}

const FLAGS = { present: 0x01, verified: 0x04, mayBackUp: 0x08, backedUp: 0x10, attested: 0x40 };
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

export class SoftAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter: number;
  #key: KeyObject;
  #publicKey: Buffer;
  readonly #backedUp: boolean;

  constructor({ counter = 1, backedUp = false } = {}) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
    this.#key = pair.privateKey;
    this.#publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    this.counter = counter;
    this.#backedUp = backedUp;
  }

  #data(rpId: string, lies: Lies, flags = 0, rest = Buffer.alloc(0)): Buffer {
    const verified = lies.unverified ? 0 : FLAGS.verified;
    const backup = this.#backedUp ? FLAGS.mayBackUp | FLAGS.backedUp : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    const all = Buffer.from([FLAGS.present | verified | backup | flags]);
    return Buffer.concat([sha256(lies.rpId ?? rpId), all, counter, rest]);
  }

  /** Creates a passkey. */
  make(options: PasskeyCreation, lies: Lies = {}): PasskeyCredential {
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#publicKey]);
    const authData = this.#data(options.rp.id, lies, FLAGS.attested, credential);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: lies.id ?? this.id,
      client_data: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** Signs a challenge. The counter increases, unless the device has none. */
  sign(options: PasskeyRequest, lies: Lies = {}): PasskeyProof {
    if (this.counter > 0) this.counter += 1;
    const message = clientData('webauthn.get', options.challenge, lies);
    const data = this.#data(options.rpId, lies);
    const key = lies.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.#key;
    return {
      id: lies.id ?? this.id,
      client_data: message.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(message)]), key).toString('base64url'),
    };
  }
}

const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? PASSKEY_ORIGIN,
      crossOrigin: false,
    }),
  );

/** Adds a passkey as its owner does. */
export async function withPasskey(
  api: TestApp,
  { token }: Pick<SignedIn, 'token'>,
  { label = 'Laptop', device = new SoftAuthenticator() } = {},
): Promise<{ device: SoftAuthenticator; id: number; recoveryCodes: string[] }> {
  const { data } = await api.call(userFactor.passkeyBegin, {}, { token });
  const credential = device.make(data.options);
  const added = await api.call(userFactor.passkeyFinish, { label, credential }, { token });
  if (added.code !== 'OK') throw new Error(`the passkey was not added: ${added.code}`);
  return {
    device,
    id: added.data.factors.passkeys[0]?.id ?? 0,
    recoveryCodes: added.data.recovery_codes ?? [],
  };
}

/** Passkey options of a sign-in's second step. */
export async function stepOptions(
  api: Pick<TestApp, 'call'>,
  ticket: string,
  ip: string,
): Promise<PasskeyRequest> {
  const { code, data } = await api.call(userAuth.secondStepPasskey, { ticket }, { ip });
  if (code !== 'OK') throw new Error(`no challenge was given: ${code}`);
  return data.options;
}
