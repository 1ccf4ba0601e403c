import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import type { UploadItem } from '@yunduo/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepFilesOut } from './keep-files-out.ts';

/** A running call, as an RTK Query mutation returns it. */
interface UploadCall<T> {
  unwrap: () => Promise<T>;
  abort: () => void;
}

export interface Upload<D = undefined> extends UploadItem {
  /** The user's file. An upload restored from a draft has none and cannot be sent again. */
  file?: File;
  /** 1, 2, …: files are listed in the order of choice, but may finish in another. */
  order: number;
  /** The caller's data for it. */
  data?: D | undefined;
}

interface UploadOptions<T, D> {
  send: (file: File, onProgress: (share: number) => void) => UploadCall<T>;
  /** Local validation of a file before it is sent. */
  check?: (file: File) => string | undefined;
  /** The same, where the file must be decoded first. A file that cannot be decoded here is left to the server. */
  inspect?: (file: File) => Promise<string | undefined>;
  /** The list entry of a finished upload; it cannot be removed from the list. */
  onDone: (answer: T, upload: Upload<D>) => Pick<Upload<D>, 'picture' | 'data'> | undefined;
  /** The message at a failed file; null for an error that is not from the API client. */
  onFailure: (failure: ApiFailure | null) => string;
  /** For a file that its call saves: unmounting does not abort it. */
  outlivesView?: boolean;
  /** Called when unmounting has aborted uploads, with their number. */
  onAbort?: (count: number) => void;
}

/** The server rejected the file itself: sending it again would not help. */
const OF_THE_FILE = /^(FILE|MEDIA|PICTURE|VIDEO|LOGO|SCREENSHOT)_/;

/**
 * Uploads. Each file is sent as soon as it is chosen, has its own progress and error, and can be retried or
 * removed while it runs. Unmounting aborts running uploads; the browser asks before the page unloads. A file dropped
 * beside its place does not replace the page.
 */
export function useUpload<T, D = undefined>(options: UploadOptions<T, D>) {
  const { send, check, inspect, onDone, onFailure, onAbort, outlivesView = false } = options;
  const [uploads, setUploads] = useState<readonly Upload<D>[]>([]);
  const running = useRef(new Map<string, Pick<UploadCall<T>, 'abort'>>());
  /** The current list: a press may come before the next render. */
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
    if (inspect) {
      const inspection = { abort: () => undefined };
      running.current.set(key, inspection);
      const fault = await inspect(file).catch(() => undefined);
      if (running.current.get(key) !== inspection) return;
      if (fault) return patch(key, { state: 'failed', fault, final: true });
    }
    const call = send(file, (share) => patch(key, { share }));
    running.current.set(key, call);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    // The effect below ends with the view.
    if (outlivesView) addEventListener('beforeunload', ask);
    try {
      const answer = await call.unwrap();
      // Removed while its call ran: it stays removed.
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
      removeEventListener('beforeunload', ask);
      if (running.current.get(key) === call) running.current.delete(key);
    }
  };

  const tellAbort = useEffectEvent((aborted: number) => onAbort?.(aborted));
  useEffect(keepFilesOut, []);
  useEffect(() => {
    const calls = running.current;
    return () => {
      if (outlivesView) return;
      if (calls.size > 0) tellAbort(calls.size);
      for (const [key, call] of calls) {
        calls.delete(key);
        call.abort();
      }
    };
  }, [outlivesView]);

  const busy = uploads.some(({ state }) => state === 'uploading');
  useEffect(() => {
    if (!busy) return;
    // A running upload is not stored.
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
    /** Replaces the list by a draft's earlier uploads. */
    restore(items: readonly Omit<Upload<D>, 'key' | 'order'>[]) {
      setUploads(list(items));
    },
    retry(key: string) {
      const upload = uploads.find((one) => one.key === key);
      if (upload?.file) void run(upload, upload.file);
    },
    /** Updates list entries, as when the server has deleted an upload. */
    update(change: (upload: Upload<D>) => Upload<D>) {
      setUploads((all) => all.map(change));
    },
    /** Aborts an upload or removes it from the list; false if it is not listed any more. */
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
