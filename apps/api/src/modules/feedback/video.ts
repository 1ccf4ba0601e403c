import { Worker } from 'node:worker_threads';
import { inTurn } from '../files/picture.ts';

export interface VideoWork {
  /** Paths of files: what was sent, and what is to be written. */
  source: string;
  target: string;
  extension: 'mp4' | 'mov' | 'webm';
}

/** What is made to take for ever, or all memory, ends here. */
const TIME_LIMIT = 60_000;
const MEMORY_LIMIT = { maxOldGenerationSizeMb: 256 };

// Beside this file in the source, beside the bundle in a build.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './video-worker.ts' : './video-worker.js',
  import.meta.url,
);

/**
 * Writes a video anew: its pictures and its sound as they are, without the notes that telephones put beside them (place,
 * device, time, tracks of movement). Answers false when it is no video that can be read.
 *
 * It is read in a thread with limits: tables of a few bytes can claim thousands of millions of pictures.
 */
export const rewriteVideo = (work: VideoWork, timeLimit = TIME_LIMIT): Promise<boolean> =>
  inTurn(() => {
    const worker = new Worker(workerFile, {
      workerData: work,
      execArgv: [],
      env: {},
      resourceLimits: MEMORY_LIMIT,
    });
    return new Promise<boolean>((resolve) => {
      const limit = setTimeout(() => resolve(false), timeLimit);
      worker.once('message', (written: boolean) => resolve(written));
      worker.once('error', () => resolve(false));
      worker.once('exit', () => {
        clearTimeout(limit);
        resolve(false);
      });
    }).finally(() => worker.terminate());
  });
