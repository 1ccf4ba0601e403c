import { useAppDispatch, useAppSelector } from '@yunduo/app-shell';
import { communityApi, handledByView, isApiFailure } from '@yunduo/data-access';
import { megabytes } from '@yunduo/i18n';
import { selectSignedIn } from '@yunduo/session';
import type { UploadItem } from '@yunduo/ui';
import { FEEDBACK } from '@yunduo/validation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../../shell/words.ts';
import type { KeptFile } from './draft.ts';
import { mediaFault } from './media-file.ts';

interface Upload extends UploadItem {
  /** The visitor's own; what a draft brought back has none, and cannot be sent again. */
  file?: File;
  /** What a draft keeps of it. */
  kept: KeptFile;
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
  const signedIn = useAppSelector(selectSignedIn);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [refused, setRefused] = useState(0);
  const running = useRef(new Map<string, { abort: () => void }>());
  const previews = useRef(new Map<string, string>());
  const count = useRef(0);

  // Whoever leaves takes their files along: what is under way ends.
  useEffect(() => {
    const [calls, pictures] = [running.current, previews.current];
    return () => {
      for (const [key, call] of calls) {
        calls.delete(key);
        call.abort();
      }
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
      const { id, kind, preview_url } = await call.unwrap();
      if (running.current.get(key) !== call) return;
      if (kind === 'picture') previews.current.set(key, URL.createObjectURL(file));
      const picture = preview_url && { picture: preview_url, until: Date.now() + FEEDBACK.link };
      change(key, {
        state: 'done',
        picture: previews.current.get(key),
        kept: { name: file.name, id, ...picture },
      });
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
    if (fault === 'wrong_type' || fault === 'heic') return t(`file.${fault}`);
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

  /** What is taken away need not lie on the server; what that does not hear of goes from there within a day. */
  const discard = (some: readonly Upload[]) => {
    if (!signedIn) return;
    for (const {
      kept: { id },
    } of some)
      if (id !== undefined)
        void dispatch(
          communityApi.endpoints.feedbackDiscard.initiate(handledByView({ id }), { track: false }),
        );
  };

  // A file that is wrong by itself is not brought back.
  const kept = useMemo(
    () => uploads.flatMap((upload) => (upload.file && upload.final ? [] : [upload.kept])),
    [uploads],
  );

  return {
    items: uploads,
    /** For a draft. */
    kept,
    room: FEEDBACK.files - uploads.length,
    /** How many of the last choice were too many. */
    refused,
    ids: uploads.flatMap(({ kept: { id } }) => (id === undefined ? [] : [id])),
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
          kept: { name: file.name },
          state,
          share: 0,
          fault,
          final: fault !== undefined,
        };
      });
      setUploads((all) => [...all, ...chosen]);
      for (const { key, file, state } of chosen) if (file && state === 'uploading') void send(key, file);
    },
    /** Brings back what arrived; what had not says so, and is to be chosen again. */
    restore(files: readonly KeptFile[]) {
      const brought = files.map((file): Upload => {
        count.current += 1;
        const { name, id, picture, until = 0 } = file;
        const one = { key: String(count.current), name, kept: file };
        if (id === undefined) return { ...one, state: 'failed', fault: t('file.gone'), final: true };
        return { ...one, state: 'done', picture: until > Date.now() ? picture : undefined };
      });
      setUploads(brought);
    },
    remove(key: string) {
      discard(uploads.filter((upload) => upload.key === key));
      forget(key);
      setRefused(0);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    },
    retry(key: string) {
      const upload = uploads.find((one) => one.key === key);
      if (upload?.file) void send(key, upload.file);
    },
    /** The server has forgotten them, since they lay there too long, or has them for another account. */
    lapse() {
      for (const { key, state } of uploads) if (state === 'done') forget(key);
      setUploads((all) =>
        all.map((upload) =>
          upload.state === 'done'
            ? {
                ...upload,
                state: 'failed',
                picture: undefined,
                kept: { name: upload.name },
                fault: t(upload.file ? 'file.lapsed' : 'file.gone'),
                final: !upload.file,
              }
            : upload,
        ),
      );
    },
    /** `sent`: a ticket has them now. */
    clear({ sent = false } = {}) {
      if (!sent) discard(uploads);
      for (const { key } of uploads) forget(key);
      setRefused(0);
      setUploads([]);
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
