import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** One text in the encodings that browsers accept; each is compressed once. */
export interface Body {
  identity: Buffer;
  gzip: Buffer;
  /** Null until `finish` is done; gzip is served meanwhile. */
  br: Buffer | null;
  /** Entity tag without quotes and encoding. */
  tag: string;
  /** Compresses `br` on a worker thread at the first call; resolves when it is ready. */
  finish(): Promise<void>;
}

/**
 * Compresses a text with gzip, which takes about 1 ms. Brotli at quality 11 takes 50 ms, so only texts that are
 * requested again get it, through `finish`. If the text equals `before`, returns that body with its encodings.
 */
export async function makeBody(text: string, before?: Body | null): Promise<Body> {
  const identity = Buffer.from(text);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  if (before?.tag === tag) return before;
  let finishing: Promise<void> | undefined;
  const body: Body = {
    identity,
    gzip: await zip(identity, { level: 6 }),
    br: null,
    tag,
    finish: () => (finishing ??= pack()),
  };
  async function pack(): Promise<void> {
    body.br = await brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    });
  }
  return body;
}

/** Bytes that a body holds in memory. Brotli is counted from the start, so that the sum never grows afterwards. */
export const weightOf = (body: Body): number => body.identity.length + 2 * body.gzip.length;

/** The encoding to send for an `Accept-Encoding` header; `q=0` refuses one. */
export function encodingFor(acceptEncoding: string | undefined, body: Pick<Body, 'br'>): Encoding {
  if (!acceptEncoding) return 'identity';
  const taken = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  if (body.br && taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}

/** Each encoding is a separate representation and needs its own tag (RFC 9110 §8.8.3). */
export const etagOf = (body: Pick<Body, 'tag'>, encoding: Encoding): string =>
  `"${body.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;

/** True if `If-None-Match` matches this text in any encoding. */
export function isFresh(ifNoneMatch: string | undefined, body: Pick<Body, 'tag'>): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((value) => {
    const tag = value.trim().replace(/^W\//, '');
    return (
      tag === '*' || tag === `"${body.tag}"` || tag === `"${body.tag}-br"` || tag === `"${body.tag}-gzip"`
    );
  });
}
