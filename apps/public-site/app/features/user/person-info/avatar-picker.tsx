import type { User } from '@yunduo/api-contract';
import type { ApiFailure } from '@yunduo/api-client';
import { showToast, useFailureText, useShownFailure } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useUploadHeadImgMutation } from '@yunduo/data-access';
import { megabytes } from '@yunduo/i18n';
import { Avatar, Button, buttonClass, LiveRegion, useFocusInside } from '@yunduo/ui';
import { AVATAR_BYTES_MAX, AVATAR_SOURCE_BYTES_MAX, PICTURE_TYPES } from '@yunduo/validation';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../shell/words.ts';
import { AvatarCrop } from './avatar-crop.tsx';
import styles from './avatar-picker.module.css';
import { cutOut, MIDDLE } from './crop.ts';
import { pictureFault } from './picture-file.ts';

/** The picture: limits said before, its square chosen before it is sent, progress while it is. */
export function AvatarPicker({ user }: { user: User }) {
  const t = useWords('user');
  const [upload, { isLoading: busy }] = useUploadHeadImgMutation();
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null);
  const textOf = useFailureText();
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  useShownFailure(refusal);
  const [percent, setPercent] = useState(0);
  const [crop, setCrop] = useState(MIDDLE);
  const buttons = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const limit = megabytes(AVATAR_SOURCE_BYTES_MAX);

  const preview = chosen?.preview;
  useFocusInside(buttons, preview);
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The same file may be chosen again after a fault.
    currentTarget.value = '';
    if (!file) return;
    const found = pictureFault(file);
    setFault(
      found ? t(`person.${found}`, { name: file.name, size: megabytes(file.size), limit }) : undefined,
    );
    setCrop(MIDDLE);
    setChosen(found ? null : { file, preview: URL.createObjectURL(file) });
  };

  const refuseUnreadable = ({ name }: File) => {
    setFault(t('person.avatar_unreadable', { name }));
    setChosen(null);
  };

  const send = async () => {
    if (!chosen) return;
    setFault(undefined);
    setRefusal(null);
    setPercent(0);
    try {
      const onProgress = (share: number) => setPercent(Math.round(share * 100));
      const square = image.current && (await cutOut(image.current, crop));
      const file = square ?? chosen.file;
      if (file.size > AVATAR_BYTES_MAX) {
        refuseUnreadable(chosen.file);
        return;
      }
      await upload(handledByForm({ file, onProgress })).unwrap();
      setChosen(null);
      showToast({ message: 'information_updated' });
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      // The picture stays chosen: the next try is one press away.
      if (error.status !== 400 && error.status !== 404) return;
      setFault(textOf(error));
      setRefusal(error);
    }
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
          onUnreadable={() => refuseUnreadable(chosen.file)}
        />
      ) : (
        <Avatar className={styles.picture} name={user.nickname || user.email} src={user.head_image} />
      )}
      <div className={styles.words}>
        <div ref={buttons} className={styles.buttons}>
          {chosen ? (
            <>
              <Button busy={busy} onClick={() => void send()}>
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
                aria-invalid={fault ? true : undefined}
                onChange={choose}
              />
              {t(user.head_image ? 'person.avatar_choose' : 'person.avatar_add')}
            </label>
          )}
        </div>
        {busy && <progress max={100} value={percent} aria-label={t('person.avatar')} />}
        {/* What is counted up is for the eye; how it stands is said. */}
        {busy && percent < 100 && (
          <p className="quiet">{t('person.avatar_uploading', { name: chosen?.file.name ?? '', percent })}</p>
        )}
        <LiveRegion role="status" as="p" className="quiet">
          {busy && percent >= 100 && t('person.avatar_processing')}
        </LiveRegion>
        <div id="avatar-limits">
          <LiveRegion role="alert" as="p" className={styles.fault}>
            {!busy && fault}
          </LiveRegion>
          {!busy && !fault && <p className="quiet">{t('person.avatar_hint', { limit })}</p>}
        </div>
      </div>
    </div>
  );
}
