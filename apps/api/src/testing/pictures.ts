import { crc32, deflateSync } from 'node:zlib';

/** A true PNG of 20,000 × 20,000 white dots that is small as a file. */
export function hugePng(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(4);
    frame.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([frame, body, sum]);
  };
  const header = Buffer.from('00004e2000004e200100000000', 'hex');
  const rows = deflateSync(Buffer.alloc(20_000 * 2_501));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
