import { useAppDispatch } from '@yunduo/app-shell';
import { communityApi, handledByView, isApiFailure } from '@yunduo/data-access';
import { megabytes } from '@yunduo/i18n';
import type { UploadItem } from '@yunduo/ui';
import { FEEDBACK } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../shell/words.ts';
import { mediaFault } from './media-file.ts';

interface Upload extends UploadItem {
  file: File;
  /** The attachment's, once it arrived. */
  id?: number;
}

/** What the server finds wrong with a file itself: the same again would not help. */
const OF_THE_FILE = /^(FILE|MEDIA|PICTURE|VIDEO)_/;

/**
 * The attachments on their way: each goes as soon as it is chosen, by itself, so that a fault stays on its own tile. What
 * leaves the list is cancelled; previews are drawn from the visitor's own file.
 */
export function useUploads() {
  const t = useWords('feedback');
  const dispatch = useAppDispatch();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [refused, setRefused] = useState(0);
  const running = useRef(new Map<string, { abort: () => void }>());
  const previews = useRef(new Map<string, string>());
  const count = useRef(0);

  // Whoever leaves takes their files along: what is under way ends.
  useEffect(() => {
    const [calls, pictures] = [running.current, previews.current];
    return () => {
      for (const call of calls.values()) call.abort();
      for (const picture of pictures.values()) URL.revokeObjectURL(picture);
    };
  }, []);

  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));

  const send = async (key: string, file: File) => {
    change(key, { state: 'uploading', share: 0, fault: undefined });
    const onProgress = (share: number) => change(key, { share });
    const call = dispatch(
      communityApi.endpoints.feedbackUpload.initiate(handledByView({ file, onProgress }), { track: false }),
    );
    running.current.set(key, call);
    try {
      const { id, kind } = await call.unwrap();
      if (running.current.get(key) !== call) return;
      if (kind === 'picture') previews.current.set(key, URL.createObjectURL(file));
      change(key, { state: 'done', id, picture: previews.current.get(key) });
    } catch (error) {
      // Cancelled: its tile is gone.
      if (running.current.get(key) !== call) return;
      const told = isApiFailure(error) && error.status === 400 ? error : { msg: '', code: '' };
      const final = OF_THE_FILE.test(told.code);
      change(key, { state: 'failed', fault: told.msg || t('file.broken'), final });
    } finally {
      if (running.current.get(key) === call) running.current.delete(key);
    }
  };

  const faultOf = (file: File): string | undefined => {
    const fault = mediaFault(file);
    if (fault === null) return undefined;
    if (fault === 'wrong_type') return t('file.wrong_type');
    return t('file.too_large', { size: megabytes(file.size), limit: megabytes(fault.limit) });
  };

  const forget = (key: string) => {
    const call = running.current.get(key);
    running.current.delete(key);
    call?.abort();
    const picture = previews.current.get(key);
    if (picture) URL.revokeObjectURL(picture);
    previews.current.delete(key);
  };

  return {
    items: uploads,
    room: FEEDBACK.files - uploads.length,
    /** How many of the last choice were too many. */
    refused,
    ids: uploads.flatMap(({ id, state }) => (id !== undefined && state === 'done' ? [id] : [])),
    add(files: readonly File[]) {
      const room = FEEDBACK.files - uploads.length;
      setRefused(Math.max(0, files.length - room));
      const chosen = files.slice(0, room).map((file): Upload => {
        count.current += 1;
        const fault = faultOf(file);
        const state = fault ? 'failed' : 'uploading';
        return {
          key: String(count.current),
          name: file.name,
          file,
          state,
          share: 0,
          fault,
          final: fault !== undefined,
        };
      });
      setUploads((all) => [...all, ...chosen]);
      for (const { key, file, state } of chosen) if (state === 'uploading') void send(key, file);
    },
    remove(key: string) {
      forget(key);
      setRefused(0);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    },
    retry(key: string) {
      const upload = uploads.find((one) => one.key === key);
      if (upload) void send(key, upload.file);
    },
    /** The server has forgotten them: they lie there too long. */
    lapse() {
      setUploads((all) =>
        all.map((upload) =>
          upload.state === 'done'
            ? { ...upload, state: 'failed', id: undefined, picture: undefined, fault: t('file.lapsed') }
            : upload,
        ),
      );
    },
    clear() {
      for (const { key } of uploads) forget(key);
      setRefused(0);
      setUploads([]);
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
