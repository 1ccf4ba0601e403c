import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { queue, type Uploader } from '../files/picture.ts';

export interface VideoWork {
  /** Paths of files: what was sent, and what is to be written. */
  source: string;
  target: string;
  extension: 'mp4' | 'mov' | 'webm';
}

/** What is made to take for ever ends here. */
const TIME_LIMIT = 60_000;
/** Megabytes of its objects; what lies outside of them the process watches itself. */
const HEAP_LIMIT = 256;
/** At the same time, each in up to half a gigabyte. A turn of their own: pictures do not wait for them. */
const inTurn = queue(2);

// Beside this file in the source, beside the bundle in a build.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './video-worker.ts' : './video-worker.js',
  import.meta.url,
);

/**
 * Writes a video anew: its pictures and its sound as they are, without the notes that telephones put beside them (place,
 * device, time, tracks of movement). Answers false when it is no video that can be read.
 *
 * It is read in a process of its own, with limits: tables of a few bytes can claim thousands of millions of pictures, or
 * the same bytes thousands of times, and a thread's buffers have no limit.
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
