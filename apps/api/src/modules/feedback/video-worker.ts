import { parentPort, workerData } from 'node:worker_threads';
import {
  Conversion,
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
  // The index stands at the end: an index in front would keep the whole video in memory until then.
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
};

/** Copies pictures and sound as they are into a new file, and nothing else; answers whether there were pictures. */
async function rewrite({ source, target, extension }: VideoWork): Promise<boolean> {
  using input = new Input({ source: new FilePathSource(source), formats: [MP4, QTFF, WEBM] });
  const output = new Output({ format: FORMATS[extension](), target: new FilePathTarget(target) });
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false });
  if (!conversion.isValid || !conversion.utilizedTracks.some((track) => track.isVideoTrack())) return false;
  await conversion.execute();
  return true;
}

rewrite(workerData as VideoWork).then(
  (written) => parentPort?.postMessage(written),
  () => parentPort?.postMessage(false),
);
