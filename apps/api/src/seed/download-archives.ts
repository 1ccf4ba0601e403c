import { crc32, gzipSync } from 'node:zlib';

/** A file in an archive. */
export interface Entry {
  name: string;
  /** Raw bytes, or text encoded as UTF-8. */
  text: string | Buffer;
  /** May be run. */
  executable?: boolean;
}

const bytesOf = (text: string | Buffer): Buffer => (typeof text === 'string' ? Buffer.from(text) : text);

/** 1 January 2026 as an MS-DOS date: the same entries give the same bytes on every machine. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const UNIX_TIME = Date.UTC(2026, 0, 1) / 1000;
/** Names are UTF-8. */
const UTF8 = 0x0800;

/** Builds a zip archive without compression. */
export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, executable = false } of entries) {
    const file = Buffer.from(name);
    const bytes = bytesOf(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(file.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, file, bytes]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(((executable ? 0o100755 : 0o100644) << 16) >>> 0, 6);
    end.writeUInt32LE(offset, 10);
    // Marked as made by Unix, so that the mode is read.
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, end, file]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 0, 'latin1');
  tail.writeUInt16LE(entries.length, 8);
  tail.writeUInt16LE(entries.length, 10);
  tail.writeUInt32LE(index.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, tail]);
}

/** Builds a tar archive (ustar) in gzip’s format. */
export function tarGz(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, text, executable = false }) => {
    const bytes = bytesOf(text);
    const header = Buffer.alloc(512);
    const octal = (value: number, at: number, width: number): void => {
      header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
    };
    header.write(name, 0, 100, 'utf8');
    octal(executable ? 0o755 : 0o644, 100, 8);
    octal(0, 108, 8);
    octal(0, 116, 8);
    octal(bytes.length, 124, 12);
    octal(UNIX_TIME, 136, 12);
    header.write('        ', 148, 'latin1');
    header.write('0', 156, 'latin1');
    header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  // Not compressed: most of it is random bytes, and trying costs each seeded start a third of a second.
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 0 });
}
