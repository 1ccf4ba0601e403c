// The subset of the tar format (POSIX ustar) that a backup needs, so that `tar` can read one anywhere.
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

const BLOCK = 512;
const READ_SIZE = 256 * 1024;

export interface Entry {
  name: string;
  size: number;
}

/** Writes entries sequentially; the file is complete when `end` has resolved. */
export class TarWriter {
  private readonly handle: FileHandle;
  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** Readable by its owner only: it contains everything. Throws EEXIST when the file exists. */
  static async create(path: string): Promise<TarWriter> {
    return new TarWriter(await open(path, 'wx', 0o600));
  }

  /** Adds an entry; returns the SHA-256 of its bytes. Throws when their length is not `size`. */
  async add({ name, size }: Entry, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
    await this.handle.writeFile(header({ name, size }));
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of bytes) {
      hash.update(chunk);
      written += chunk.length;
      if (written > size) break;
      await this.handle.writeFile(chunk);
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
    if (size % BLOCK > 0) await this.handle.writeFile(Buffer.alloc(BLOCK - (size % BLOCK)));
    return hash.digest('hex');
  }

  async end(): Promise<void> {
    await this.handle.writeFile(Buffer.alloc(2 * BLOCK));
    await this.handle.sync();
    await this.handle.close();
  }

  async abort(): Promise<void> {
    await this.handle.close();
  }
}

function header({ name, size }: Entry): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long for a tar: ${name}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  block.write(name, 0);
  block.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  // From 8 GiB a size is a binary number, marked by its first bit.
  if (size < 8 ** 11) block.write(`${octal(size, 11)}\0`, 124);
  else {
    block.writeBigUInt64BE(BigInt(size), 128);
    block[124] = 0x80;
  }
  block.write(`${octal(Math.floor(Date.now() / 1000), 11)}\0`, 136);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(`${octal(sumOf(block), 6)}\0 `, 148);
  return block;
}

/** Checksum of a header, with its own field counted as spaces. */
function sumOf(block: Buffer): number {
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}

/** The archive is truncated, or contains what ours never do. */
export class DamagedTar extends Error {
  override name = 'DamagedTar';
}

export interface ReadEntry extends Entry {
  /** Must be read before the next entry is requested; unread bytes are skipped. */
  bytes: AsyncIterable<Buffer>;
}

/** The entries of a file in order. @throws DamagedTar */
export async function* readTar(path: string): AsyncGenerator<ReadEntry, void, undefined> {
  const handle = await open(path);
  try {
    let position = 0;
    for (;;) {
      const block = await readExactly(handle, position, BLOCK);
      position += BLOCK;
      if (block.every((byte) => byte === 0)) return;
      const entry = parse(block);
      yield { ...entry, bytes: content(handle, position, entry.size) };
      position += Math.ceil(entry.size / BLOCK) * BLOCK;
    }
  } finally {
    await handle.close();
  }
}

async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new DamagedTar('it ends too early');
    done += bytesRead;
  }
  return buffer;
}

async function* content(handle: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const chunk = await readExactly(handle, start + done, Math.min(READ_SIZE, size - done));
    done += chunk.length;
    yield chunk;
  }
}

function parse(block: Buffer): Entry {
  const text = (from: number, length: number): string =>
    block
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/[\0 ]+$/, '');
  if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== sumOf(block)) {
    throw new DamagedTar('a header is damaged');
  }
  const size = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new DamagedTar('a header is damaged');
  return { name: text(0, 100), size };
}

/** All bytes of a small entry. */
export async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
