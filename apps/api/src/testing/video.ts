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

/** What the videos below say of themselves: where they were made, and a remark. */
export const NOTES = ['+31.2304+121.4737', 'made at home'];

/** A true video of 16 × 16 dots (VP9), with notes of a telephone. */
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

/** The video as one of the kinds that are taken, notes included. */
export async function someVideo(kind: VideoKind): Promise<Buffer> {
  const tiny = Buffer.from(TINY, 'base64');
  if (kind === 'mp4') return tiny;
  const output = new Output({ format: new FORMATS[kind](), target: new BufferTarget() });
  const conversion = await Conversion.init({ input: opened(tiny), output, showWarnings: false });
  await conversion.execute();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

/** An MP4 of exactly so many bytes: what the player skips makes up for the rest. */
export function videoOfSize(size: number): Buffer {
  const tiny = Buffer.from(TINY, 'base64');
  const rest = Buffer.alloc(size - tiny.length);
  rest.writeUInt32BE(rest.length);
  rest.write('free', 4);
  return Buffer.concat([tiny, rest]);
}

/** The compressed pictures of a video, one after the other. */
export async function picturesOf(bytes: Uint8Array): Promise<Buffer[]> {
  const track = await opened(bytes).getPrimaryVideoTrack();
  if (!track) return [];
  const pictures: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) pictures.push(Buffer.from(data));
  return pictures;
}
