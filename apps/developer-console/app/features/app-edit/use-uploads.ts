import { isApiFailure } from '@yunduo/data-access';
import type { UploadItem } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';

interface Sent<T> {
  unwrap: () => Promise<T>;
  abort: () => void;
}

interface UploadsOptions<T> {
  send: (file: File, onProgress: (share: number) => void) => Sent<T>;
  /** What can be said without asking the server; nothing when it may go. */
  refuse: (file: File) => string | undefined;
  /** The smaller may arrive first: `turn` counts the pictures in the order in which they were chosen. */
  onDone: (picture: T, turn: number) => void;
  /** What is said when no answer came. */
  failedWords: string;
}

interface Upload extends UploadItem {
  file: File;
  turn: number;
}

/** The key of the upload with this turn, before and after it arrived. */
export const keyOf = (turn: number | undefined): string => `upload-${turn}`;

/** What the server finds wrong with a picture itself: the same again would not help. */
const OF_THE_FILE = /^(FILE|PICTURE|LOGO)_/;

/** Pictures on their way: each has its own progress and its own fault, and can be tried again or called off. */
export function useUploads<T>({ send, refuse, onDone, failedWords }: UploadsOptions<T>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, Sent<T>>());
  const count = useRef(0);
  /** What is listed now: a press may come before the list is drawn again. */
  const listed = useRef(new Set<string>());

  const patch = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: string) => {
    listed.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  };

  const run = async ({ key, file, turn }: Upload) => {
    const fault = refuse(file);
    if (fault) return patch(key, { state: 'failed', fault, final: true });
    patch(key, { state: 'uploading', share: 0, fault: undefined });
    const sent = send(file, (share) => patch(key, { share }));
    running.current.set(key, sent);
    try {
      const picture = await sent.unwrap();
      // Removed while its answer was on the way: it does not come back.
      if (running.current.get(key) !== sent) return;
      drop(key);
      onDone(picture, turn);
    } catch (error) {
      if (running.current.get(key) !== sent) return;
      const { msg, code } = isApiFailure(error) ? error : { msg: '', code: '' };
      patch(key, { state: 'failed', fault: msg || failedWords, final: OF_THE_FILE.test(code) });
    } finally {
      if (running.current.get(key) === sent) running.current.delete(key);
    }
  };

  // Who leaves the page takes what is under way along.
  useEffect(() => {
    const calls = running.current;
    return () => {
      for (const [key, call] of calls) {
        calls.delete(key);
        call.abort();
      }
    };
  }, []);

  const busy = uploads.some(({ state }) => state === 'uploading');
  useEffect(() => {
    if (!busy) return;
    // A picture on its way is kept nowhere: before it goes with the page the browser asks, in its own words.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);

  return {
    uploads,
    add: (files: readonly File[]) => {
      const fresh = files.map((file): Upload => {
        count.current += 1;
        const turn = count.current;
        return { key: keyOf(turn), name: file.name, state: 'uploading', share: 0, file, turn };
      });
      for (const { key } of fresh) listed.current.add(key);
      setUploads((all) => [...all, ...fresh]);
      for (const upload of fresh) void run(upload);
    },
    retry: (key: string) => {
      const upload = uploads.find((one) => one.key === key);
      if (upload) void run(upload);
    },
    /** Calls it off or takes it away; false when it is none of these. */
    remove: (key: string): boolean => {
      if (!listed.current.has(key)) return false;
      const sent = running.current.get(key);
      running.current.delete(key);
      sent?.abort();
      drop(key);
      return true;
    },
  };
}
