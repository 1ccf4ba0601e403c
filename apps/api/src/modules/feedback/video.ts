import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { queue, type Uploader } from '../files/picture.ts';

export interface VideoWork {
  /** Paths of the input and output files. */
  source: string;
  target: string;
  extension: 'mp4' | 'mov' | 'webm';
}

/** Time limit for a file made to take forever, ms. */
const TIME_LIMIT = 60_000;
/** Heap limit in megabytes; the process itself watches its memory outside the heap. */
const HEAP_LIMIT = 256;
/** Concurrent videos, each using up to half a gigabyte. A separate queue, so that pictures do not wait for videos. */
const inTurn = queue(2);

// Next to this file in the source, next to the bundle in a build.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './video-worker.ts' : './video-worker.js',
  import.meta.url,
);

/**
 * Remuxes a video: copies its video and audio tracks, without the metadata of phones (place, device, time, motion
 * tracks). Returns false if it is no readable video.
 *
 * It runs in a separate process with limits: tables of a few bytes can claim billions of samples, or the same bytes
 * thousands of times, and a thread's buffers are not limited.
 */
export const rewriteVideo = (work: VideoWork, by: Uploader, timeLimit = TIME_LIMIT): Promise<boolean> =>
  inTurn(by, async () => {
    const { source, target, extension } = work;
    const worker = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_LIMIT}`, fileURLToPath(workerFile), source, target, extension],
      { env: {}, stdio: 'ignore', timeout: timeLimit, killSignal: 'SIGKILL' },
    );
    const [code] = (await once(worker, 'exit')) as [number | null];
    return code === 0;
  });
