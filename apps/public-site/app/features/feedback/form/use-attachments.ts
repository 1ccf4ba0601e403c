import { useAppDispatch, useAppSelector, useUpload, type Upload } from '@yunduo/app-shell';
import { feedbackApi, handledByView } from '@yunduo/data-access';
import { megabytes } from '@yunduo/i18n';
import { selectSignedIn } from '@yunduo/session';
import { FEEDBACK, isHeic, PICTURE_TYPES } from '@yunduo/validation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';

/** An attachment in a draft: the server's data of the file, or a file whose upload was not finished. */
export interface SavedFile {
  name: string;
  /** Id on the server, once uploaded. */
  id?: number;
  /** URL of its picture, and until when it is valid (milliseconds): such URLs are valid for minutes. */
  picture?: string;
  until?: number;
}

type Attachment = Upload<SavedFile>;

/** The draft's data of an attachment. */
const savedFileOf = ({ name, data }: Attachment): SavedFile => data ?? { name };

/** The attachments of a ticket. Previews use the visitor's local files. */
export function useAttachments() {
  const t = useTranslations('feedback');
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectSignedIn);
  const [refused, setRejected] = useState(0);
  const previews = useRef(new Map<string, string>());
  useEffect(() => {
    const pictures = previews.current;
    return () => {
      for (const picture of pictures.values()) URL.revokeObjectURL(picture);
    };
  }, []);

  const upload = useUpload({
    send: (file, onProgress) =>
      dispatch(
        feedbackApi.endpoints.feedbackUpload.initiate(handledByView({ file, onProgress }), { track: false }),
      ),
    check(file) {
      const fault = mediaFault(file);
      if (fault === null) return undefined;
      if (fault === 'wrong_type' || fault === 'heic') return t(`file.${fault}`);
      return t('file.too_large', { size: megabytes(file.size), limit: megabytes(fault.limit) });
    },
    onDone({ id, kind, preview_url }, { key, name, file }: Attachment) {
      if (kind === 'picture' && file) previews.current.set(key, URL.createObjectURL(file));
      const picture = preview_url && { picture: preview_url, until: Date.now() + FEEDBACK.link };
      return { picture: previews.current.get(key), data: { name, id, ...picture } };
    },
    onFailure: (failure) => (failure?.status === 400 && failure.msg) || t('file.broken'),
  });
  const { uploads } = upload;

  const forgetPreview = (key: string) => {
    const picture = previews.current.get(key);
    if (picture) URL.revokeObjectURL(picture);
    previews.current.delete(key);
  };

  /** Deletes removed files from the server; any that this misses are deleted there within a day. */
  const discard = (some: readonly Attachment[]) => {
    if (!signedIn) return;
    for (const { data } of some)
      if (data?.id !== undefined)
        void dispatch(
          feedbackApi.endpoints.feedbackDiscard.initiate(handledByView({ id: data.id }), { track: false }),
        );
  };

  // A file with a permanent error is not restored.
  const saved = useMemo(
    () => uploads.flatMap((one) => (one.file && one.final ? [] : [savedFileOf(one)])),
    [uploads],
  );

  return {
    items: uploads,
    /** For a draft. */
    saved,
    room: FEEDBACK.files - uploads.length,
    /** Number of files of the last selection above the limit. */
    refused,
    ids: uploads.flatMap(({ data }) => (data?.id === undefined ? [] : [data.id])),
    add(files: readonly File[]) {
      const room = FEEDBACK.files - uploads.length;
      setRejected(Math.max(0, files.length - room));
      upload.add(files.slice(0, room));
    },
    /** Restores uploaded files; unfinished ones show that they must be selected again. */
    restore: (files: readonly SavedFile[]) =>
      upload.restore(
        files.map((file) => {
          const { name, id, picture, until = 0 } = file;
          if (id === undefined)
            return { name, data: file, state: 'failed', fault: t('file.gone'), final: true };
          return { name, data: file, state: 'done', picture: until > Date.now() ? picture : undefined };
        }),
      ),
    remove(key: string) {
      discard(uploads.filter((one) => one.key === key));
      forgetPreview(key);
      setRejected(0);
      upload.remove(key);
    },
    retry: upload.retry,
    /** The server has deleted the files after their time limit, or they belong to another account. */
    lapse() {
      for (const { key, state } of uploads) if (state === 'done') forgetPreview(key);
      upload.update((one) =>
        one.state === 'done'
          ? {
              ...one,
              state: 'failed',
              picture: undefined,
              data: undefined,
              fault: t(one.file ? 'file.lapsed' : 'file.gone'),
              final: !one.file,
            }
          : one,
      );
    },
    /** `sent`: the files now belong to a ticket. */
    clear({ sent = false } = {}) {
      if (!sent) discard(uploads);
      for (const { key } of uploads) forgetPreview(key);
      setRejected(0);
      upload.clear();
    },
  };
}

export type Uploads = ReturnType<typeof useAttachments>;

const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm'];

/** `accept` of the file input: the server's formats. */
export const MEDIA_TYPES = [...PICTURE_TYPES, ...VIDEOS].join();

/** The error of a file before upload; the server determines the actual type from its bytes (R5.06). */
function mediaFault(
  file: Pick<File, 'type' | 'size' | 'name'>,
): 'heic' | 'wrong_type' | { limit: number } | null {
  const { type, size } = file;
  if (isHeic(file)) return 'heic';
  if (!PICTURE_TYPES.includes(type) && !VIDEOS.includes(type)) return 'wrong_type';
  const limit = PICTURE_TYPES.includes(type) ? FEEDBACK.pictureBytesMax : FEEDBACK.videoBytesMax;
  return size > limit ? { limit } : null;
}
