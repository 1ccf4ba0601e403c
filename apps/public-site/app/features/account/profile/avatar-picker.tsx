import type { User } from '@yunduo/api-contract';
import type { ApiFailure } from '@yunduo/api-client';
import { showToast, useFailureText, useShownFailure, useUpload } from '@yunduo/app-shell';
import { handledByForm, useUploadHeadImgMutation } from '@yunduo/data-access';
import { megabytes } from '@yunduo/i18n';
import { Avatar, Button, buttonClass, LiveRegion, useFocusInside } from '@yunduo/ui';
import { AVATAR_BYTES_MAX, AVATAR_SOURCE_BYTES_MAX, PICTURE_TYPES, isHeic } from '@yunduo/validation';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { AvatarCrop } from './avatar-crop.tsx';
import styles from './avatar-picker.module.css';
import { cutOut, MIDDLE, natureOf, type Nature } from './crop.ts';

/** The avatar: limits shown in advance, the square chosen before the upload, progress during it. */
export function AvatarPicker({ user }: { user: User }) {
  const t = useTranslations('account');
  const [send] = useUploadHeadImgMutation();
  const [chosen, setChosen] = useState<{ file: File; preview: string; moving?: true } | null>(null);
  const textOf = useFailureText();
  const [fault, setFault] = useState<string>();
  const [rejection, setRejection] = useState<ApiFailure | null>(null);
  useShownFailure(rejection);
  const [crop, setCrop] = useState(MIDDLE);
  const buttons = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const last = useRef<File>(null);
  const limit = megabytes(AVATAR_SOURCE_BYTES_MAX);

  const { uploads, add, clear } = useUpload({
    send: (file, onProgress) => send(handledByForm({ file, onProgress })),
    onDone: () => {
      setChosen(null);
      showToast({ message: 'information_updated' });
      return undefined;
    },
    // The picture stays selected, for a retry with one press.
    onFailure: (failure) => {
      if (failure?.status !== 400 && failure?.status !== 404) return '';
      setRejection(failure);
      return textOf(failure);
    },
    outlivesView: true,
  });
  const [upload] = uploads;
  const [cutting, setCutting] = useState(false);
  const busy = cutting || upload?.state === 'uploading';
  const percent = Math.round((upload?.share ?? 0) * 100);
  const message = fault ?? upload?.fault;

  const preview = chosen?.preview;
  useFocusInside(buttons, preview);
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // Allows the same file to be selected again after an error.
    currentTarget.value = '';
    if (!file) return;
    last.current = file;
    clear();
    const found = pictureFault(file);
    setFault(
      found ? t(`person.${found}`, { name: file.name, size: megabytes(file.size), limit }) : undefined,
    );
    setCrop(MIDDLE);
    setChosen(found ? null : { file, preview: URL.createObjectURL(file) });
    const noteMoving = (nature: Nature) =>
      setChosen((now) => (now?.file === file && nature === 'moving' ? { ...now, moving: true } : now));
    if (!found) void natureOf(file).then(noteMoving);
  };

  const refuseUnreadable = async (file: File) => {
    setChosen(null);
    const heic = (await natureOf(file)) === 'heic';
    // Another file was chosen while this one was read.
    if (last.current !== file) return;
    setFault(t(heic ? 'person.avatar_heic' : 'person.avatar_unreadable', { name: file.name }));
  };

  const save = async () => {
    if (!chosen) return;
    setFault(undefined);
    setRejection(null);
    clear();
    setCutting(true);
    const square = image.current && (await cutOut(image.current, crop));
    setCutting(false);
    // `blob` is the browser's name for a blob without one, as in earlier versions.
    const file = square ? new File([square], 'blob', { type: square.type }) : chosen.file;
    if (file.size > AVATAR_BYTES_MAX) await refuseUnreadable(chosen.file);
    else add([file]);
  };

  return (
    <div
      className={styles.picker}
      data-cropping={chosen ? '' : undefined}
      role="group"
      aria-label={t('person.avatar')}
    >
      {chosen ? (
        <AvatarCrop
          src={chosen.preview}
          crop={crop}
          onCrop={setCrop}
          imageRef={image}
          onUnreadable={() => void refuseUnreadable(chosen.file)}
        />
      ) : (
        <Avatar className={styles.picture} name={user.nickname || user.email} src={user.head_image} />
      )}
      <div className={styles.words}>
        <div ref={buttons} className={styles.buttons}>
          {chosen ? (
            <>
              <Button busy={busy} onClick={() => void save()}>
                {t('person.avatar_save')}
              </Button>
              {!busy && (
                <Button kind="line" onClick={() => setChosen(null)}>
                  {t('person.avatar_cancel')}
                </Button>
              )}
            </>
          ) : (
            <label className={`${buttonClass} ${styles.choose}`} data-kind="line" data-size="md">
              <input
                className="sr"
                type="file"
                accept={PICTURE_TYPES.join()}
                aria-describedby="avatar-limits"
                aria-invalid={message ? true : undefined}
                onChange={choose}
              />
              {t(user.head_image ? 'person.avatar_choose' : 'person.avatar_add')}
            </label>
          )}
        </div>
        {busy && <progress max={100} value={percent} aria-label={t('person.avatar')} />}
        {/* The percentage is visual; the state is announced. */}
        {busy && percent < 100 && (
          <p className="quiet">{t('person.avatar_uploading', { name: chosen?.file.name ?? '', percent })}</p>
        )}
        <LiveRegion role="status" as="p" className="quiet">
          {busy
            ? percent >= 100 && t('person.avatar_processing')
            : chosen?.moving && t('person.avatar_still')}
        </LiveRegion>
        <div id="avatar-limits">
          <LiveRegion role="alert" as="p" className={styles.fault}>
            {!busy && message}
          </LiveRegion>
          {!busy && !message && <p className="quiet">{t('person.avatar_hint', { limit })}</p>}
        </div>
      </div>
    </div>
  );
}

type PictureFault = 'avatar_heic' | 'avatar_wrong_type' | 'avatar_too_large' | 'avatar_unreadable';

/**
 * The error of a selected file before it is decoded; null if none. Only a square of it is uploaded, and the server
 * validates that by its bytes.
 */
function pictureFault(file: Pick<File, 'type' | 'size' | 'name'>): PictureFault | null {
  if (isHeic(file)) return 'avatar_heic';
  if (!PICTURE_TYPES.includes(file.type)) return 'avatar_wrong_type';
  return file.size > AVATAR_SOURCE_BYTES_MAX ? 'avatar_too_large' : null;
}
