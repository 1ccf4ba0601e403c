import { once } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny';
import type { VideoWork } from './video.ts';

const FORMATS: Record<VideoWork['extension'], () => OutputFormat> = {
  // Writes the index at the end: in front, it would keep the whole video in memory.
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
};

/** Memory limit in bytes; the largest allowed video takes two thirds of it. */
const MEMORY_LIMIT = 512 * 1024 * 1024;
// In a thread: parsing a hostile file blocks the main thread. It also ends the process when its parent has exited.
const watch = (limit: number): string => `setInterval(() => {
  const wanted = process.ppid === ${process.ppid} && process.memoryUsage.rss() < ${limit};
  if (!wanted) process.kill(process.pid, 'SIGKILL');
}, 10)`;

/** Output limit for an input of this size: the index may grow a little. */
const withIndex = (bytes: number): number => bytes * 1.05 + 64 * 1024;

/** Whether the samples' total size does not exceed the file's: an index may reference the same bytes repeatedly. */
async function fits(input: Input, bytes: number): Promise<boolean> {
  let size = 0;
  for (const track of await input.getTracks()) {
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
    for await (const { byteLength, sideData } of packets) {
      size += byteLength + (sideData.alphaByteLength ?? 0);
      if (size > bytes) return false;
    }
  }
  return true;
}

/** Copies only the video and audio tracks, unchanged, into a new file; returns whether there was a video track. */
async function rewrite({ source, target, extension }: VideoWork): Promise<boolean> {
  const { size } = statSync(source);
  using input = new Input({ source: new FilePathSource(source), formats: [MP4, QTFF, WEBM] });
  if (!(await fits(input, size))) return false;
  const written = new FilePathTarget(target);
  // The library ignores exceptions of a listener.
  written.on('write', ({ end }) => {
    if (end > withIndex(size)) process.exit(1);
  });
  const output = new Output({ format: FORMATS[extension](), target: written });
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false });
  if (!conversion.isValid || !conversion.utilizedTracks.some((track) => track.isVideoTrack())) return false;
  await conversion.execute();
  return true;
}

// A signal sent to the process group lets the server answer first.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
const [source = '', target = '', extension, limit = MEMORY_LIMIT] = process.argv.slice(2);
await once(new Worker(watch(Number(limit)), { eval: true }), 'online');
const written = await rewrite({ source, target, extension: extension as VideoWork['extension'] }).catch(
  () => false,
);
process.exit(written ? 0 : 1);
