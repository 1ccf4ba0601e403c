import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** Metadata of the videos below: place and remark. */
export const NOTES = ['+31.2304+121.4737', 'made at home'];

/** A valid video of 16 × 16 pixels (VP9), with a phone's metadata. */
const TINY = [
  'AAAAGGZ0eXBpc29tAAACAGlzb21tcDQxAAADS21vb3YAAABsbXZoZAAAAADnJ5B05yeQdAAA4QAAAC0AAAEAAAEAAAAAAAAAAAAA',
  'AAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAJMdHJhawAA',
  'AFx0a2hkAAAAA+cnkHTnJ5B0AAAAAQAAAAAAAC0AAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAA',
  'AAAAQAAAAAAQAAAAEAAAAAAB6G1kaWEAAAAgbWRoZAAAAADnJ5B05yeQdAAA4QAAAC0AFccAAAAAADdoZGxyAAAAAG1obHJ2aWRl',
  'AAAAAAAAAAAAAAAATWVkaWFidW5ueVZpZGVvSGFuZGxlcgAAAAGJbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAc',
  'ZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABSXN0YmwAAAChc3RzZAAAAAAAAAABAAAAkXZwMDkAAAAAAAAAAQAAAAAAAAAAAAAA',
  'AAAAAAAAEAAQAEgAAABIAAAAAAAAAAESTWVkaWFidW5ueSB2MS42MS4wAAAAAAAAAAAAAAAAAAAY//8AAAAUdnBjQwEAAAAACoMB',
  'AQEAAAAAABNjb2xybmNseAABAA0AAYAAAAAUYnRydAAAAAAAAAdAAAAkQAAAADBzdHRzAAAAAAAAAAQAAAABAAAIxgAAAAMAAAkA',
  'AAAAAQAACToAAAABAAAAAAAAABxzdHNjAAAAAAAAAAEAAAABAAAABgAAAAEAAAAsc3RzegAAAAAAAAAAAAAABgAAAEEAAAAbAAAA',
  'GwAAACQAAAAtAAAAIAAAABRzdGNvAAAAAAAAAAEAAANrAAAAFHN0c3MAAAAAAAAAAQAAAAEAAACLdWR0YQAAAINtZXRhAAAAAAAA',
  'ACFoZGxyAAAAAAAAAABtZGlyYXBwbAAAAAAAAAAAAAAAAFZpbHN0AAAAJKljbXQAAAAcZGF0YQAAAAEAAAAAbWFkZSBhdCBob21l',
  'AAAAKql4eXoAAAAiZGF0YQAAAAEAAAAAKzMxLjIzMDQrMTIxLjQ3MzcvAAAA8G1kYXSCSYNCUADwAPYGOCQcGDoAACBAACKb//9L',
  'G5tun6yBC0qDkwGRO3QFPcvLEk4bMYrNZ8VtqD///n0f////89oAAIYAQJKcKEggAANwAAAqf//4AH///Ff///GsAIYAQJKcKEmA',
  'AANwAAAqf//24H//+dH//+MAAIYAQJLwoSGAAAxwAAACMydMebFqPv7dW83///3g3////8SQAIYAQJLwkR4AAAxwAAACXZ1Ivpk/',
  'vm63dqS1K8g2ArioaM////8Li////97AAIYAQJKcJEbAAANwAAAxPDgO////1XH///0v///+6wAA',
].join('');

const FORMATS = { mp4: Mp4OutputFormat, mov: MovOutputFormat, webm: WebMOutputFormat };
export type VideoKind = keyof typeof FORMATS;

const opened = (bytes: Uint8Array): Input =>
  new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] });

/** The video in one of the accepted formats, including metadata. */
export async function someVideo(kind: VideoKind): Promise<Buffer> {
  const tiny = Buffer.from(TINY, 'base64');
  if (kind === 'mp4') return tiny;
  const output = new Output({ format: new FORMATS[kind](), target: new BufferTarget() });
  const conversion = await Conversion.init({ input: opened(tiny), output, showWarnings: false });
  await conversion.execute();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

/** An MP4 of exactly this size, padded with bytes that players skip. */
export function videoOfSize(size: number): Buffer {
  const tiny = Buffer.from(TINY, 'base64');
  const rest = Buffer.alloc(size - tiny.length);
  rest.writeUInt32BE(rest.length);
  rest.write('free', 4);
  return Buffer.concat([tiny, rest]);
}

const number = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );
const box = (name: string, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([number(bytes.length + 8), Buffer.from(name), bytes]);
};
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const LEFT_OUT = new Set(['stss', 'udta']);

/** An MP4 whose index references the same bytes repeatedly, as if each were another sample. */
export function videoNaming(bytes: number, times: number): Buffer {
  const tiny = Buffer.from(TINY, 'base64');
  const rebuilt = (part: Buffer, at: number): Buffer[] => {
    const boxes: Buffer[] = [];
    for (let from = 0; from < part.length; from += part.readUInt32BE(from)) {
      const name = part.toString('latin1', from + 4, from + 8);
      const inside = part.subarray(from + 8, from + part.readUInt32BE(from));
      const tables: Record<string, Buffer[]> = {
        stts: [number(0, 1, times, 1)],
        stsz: [number(0, bytes, times)],
        stsc: [number(0, 1, 1, 1, 1)],
        stco: [number(0, times, ...Array<number>(times).fill(at))],
        mdat: [Buffer.alloc(bytes, inside)],
      };
      if (LEFT_OUT.has(name)) continue;
      boxes.push(box(name, ...(tables[name] ?? (CONTAINERS.has(name) ? rebuilt(inside, at) : [inside]))));
    }
    return boxes;
  };
  const end = Buffer.concat(rebuilt(tiny, 0)).length;
  return Buffer.concat(rebuilt(tiny, end - bytes));
}

const element = (id: string, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, bytes]);
};

/** A WebM whose header is prepended to each of its frames, which a reader expands all at once. */
export function videoPrefixing(bytes: number, times: number): Buffer {
  const header = element('5034', element('4254', number(3)), element('4255', Buffer.alloc(bytes, 0x82)));
  const track = [
    ...[element('d7', number(1)), element('73c5', number(1)), element('83', number(1))],
    ...[
      element('86', Buffer.from('V_VP9')),
      element('e0', element('b0', number(16)), element('ba', number(16))),
    ],
    element('6d80', element('6240', header)),
  ];
  // Track 1, relative time 0, a key frame in 256 laces of one byte.
  const block = element('a3', Buffer.from('81000084ff', 'hex'), Buffer.alloc(256, 1));
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4282', Buffer.from('webm')),
      element('4287', number(2)),
      element('4285', number(2)),
    ),
    element(
      '18538067',
      element('1549a966', element('2ad7b1', number(1_000_000))),
      element('1654ae6b', element('ae', ...track)),
      element('1f43b675', element('e7', number(0)), ...Array<Buffer>(times).fill(block)),
    ),
  ]);
}

/** The encoded frames of a video, in order. */
export async function picturesOf(bytes: Uint8Array): Promise<Buffer[]> {
  const track = await opened(bytes).getPrimaryVideoTrack();
  if (!track) return [];
  const pictures: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) pictures.push(Buffer.from(data));
  return pictures;
}
