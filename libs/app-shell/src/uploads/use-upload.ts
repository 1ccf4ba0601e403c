import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import type { UploadItem } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';

/** A call on its way, as a mutation of RTK Query returns it. */
interface UploadCall<T> {
  unwrap: () => Promise<T>;
  abort: () => void;
}

export interface Upload<D = undefined> extends UploadItem {
  /** The user's own; an upload that a draft restored has none, and cannot be sent again. */
  file?: File;
  /** 1, 2, …: files are listed in the order in which they were chosen, and may arrive in another one. */
  order: number;
  /** What the caller keeps of it. */
  data?: D | undefined;
}

interface UploadOptions<T, D> {
  send: (file: File, onProgress: (share: number) => void) => UploadCall<T>;
  /** What can be said against a file without asking the server. */
  check?: (file: File) => string | undefined;
  /** What is listed of an upload that arrived; nothing takes it off the list. */
  onDone: (answer: T, upload: Upload<D>) => Pick<Upload<D>, 'picture' | 'data'> | undefined;
  /** What is said at a file that failed; null for an error that is no answer of the API client. */
  onFailure: (failure: ApiFailure | null) => string;
  /** For a file that its call saves: leaving the view does not abort it. */
  outlivesView?: boolean;
}

/** What the server finds wrong with a file itself: sending the same file again would not help. */
const OF_THE_FILE = /^(FILE|MEDIA|PICTURE|VIDEO|LOGO)_/;

/**
 * Files on their way: each is sent as soon as it is chosen, has its own progress and its own error, and can be retried or
 * removed while it runs. Leaving the view aborts what is running; before the page is unloaded the browser asks.
 */
export function useUpload<T, D = undefined>(options: UploadOptions<T, D>) {
  const { send, check, onDone, onFailure, outlivesView = false } = options;
  const [uploads, setUploads] = useState<readonly Upload<D>[]>([]);
  const running = useRef(new Map<string, UploadCall<T>>());
  /** What is listed now: a press may come before the list is drawn again. */
  const listed = useRef(new Set<string>());
  const count = useRef(0);

  const patch = (key: string, part: Partial<Upload<D>>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const abort = (key: string) => {
    const call = running.current.get(key);
    running.current.delete(key);
    call?.abort();
  };
  const drop = (key: string) => {
    listed.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const list = (items: readonly Omit<Upload<D>, 'key' | 'order'>[]): Upload<D>[] =>
    items.map((item) => {
      count.current += 1;
      const key = `upload-${count.current}`;
      listed.current.add(key);
      return { ...item, key, order: count.current };
    });

  const run = async (upload: Upload<D>, file: File) => {
    const { key } = upload;
    patch(key, { state: 'uploading', share: 0, fault: undefined });
    const call = send(file, (share) => patch(key, { share }));
    running.current.set(key, call);
    try {
      const answer = await call.unwrap();
      // Removed while its answer was on the way: it does not come back.
      if (running.current.get(key) !== call) return;
      const done = onDone(answer, upload);
      if (done) patch(key, { state: 'done', ...done });
      else drop(key);
    } catch (error) {
      if (running.current.get(key) !== call) return;
      const failure = isApiFailure(error) ? error : null;
      const final = failure !== null && OF_THE_FILE.test(failure.code);
      patch(key, { state: 'failed', fault: onFailure(failure), final });
    } finally {
      if (running.current.get(key) === call) running.current.delete(key);
    }
  };

  useEffect(() => {
    const calls = running.current;
    return () => {
      if (outlivesView) return;
      for (const [key, call] of calls) {
        calls.delete(key);
        call.abort();
      }
    };
  }, [outlivesView]);

  const busy = uploads.some(({ state }) => state === 'uploading');
  useEffect(() => {
    if (!busy) return;
    // A file on its way is kept nowhere.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);

  return {
    uploads,
    add(files: readonly File[]) {
      const chosen = list(
        files.map((file) => {
          const fault = check?.(file);
          const { name } = file;
          return fault
            ? { name, file, state: 'failed', fault, final: true }
            : { name, file, state: 'uploading', share: 0 };
        }),
      );
      setUploads((all) => [...all, ...chosen]);
      for (const upload of chosen)
        if (upload.file && upload.state === 'uploading') void run(upload, upload.file);
    },
    /** Lists what a draft knows of earlier uploads, in the place of what is listed. */
    restore(items: readonly Omit<Upload<D>, 'key' | 'order'>[]) {
      setUploads(list(items));
    },
    retry(key: string) {
      const upload = uploads.find((one) => one.key === key);
      if (upload?.file) void run(upload, upload.file);
    },
    /** Changes what is listed, as where the server has forgotten an upload. */
    update(change: (upload: Upload<D>) => Upload<D>) {
      setUploads((all) => all.map(change));
    },
    /** Aborts an upload or takes it off the list; false if it is not listed any more. */
    remove(key: string): boolean {
      if (!listed.current.has(key)) return false;
      abort(key);
      drop(key);
      return true;
    },
    clear() {
      for (const key of listed.current) abort(key);
      listed.current.clear();
      setUploads([]);
    },
  };
}
