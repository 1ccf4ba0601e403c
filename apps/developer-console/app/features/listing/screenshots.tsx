import type { DevContent } from '@yunduo/api-contract';
import { useUpload, type Upload } from '@yunduo/app-shell';
import { handledByView, useDevAppUploadScreenshotMutation } from '@yunduo/data-access';
import { Field, LiveRegion, UploadTiles } from '@yunduo/ui';
import {
  isHeic,
  isScreenshotSize,
  PICTURE_TYPES,
  SCREENSHOT_BYTES_LIMIT,
  SCREENSHOT_PIXELS_MIN,
  SCREENSHOTS_MAX,
} from '@yunduo/validation';
import { useRef, useState } from 'react';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { useAppId } from './app-id.ts';
import styles from './listing.module.css';
import { FieldSuggestions } from './field-suggestions.tsx';
import { ScreenshotWords } from './screenshot-words.tsx';
import { useTellAborted, useUploadWords } from '../../parts/upload-words.ts';
import { useDraft, useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

type Screenshot = DevContent['screenshots'][number];

/** Up to five pictures, each under 3 MB, with alternative texts in both languages, and reordering. */
export function Screenshots() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const id = useAppId();
  const { draft } = useDraft();
  const { value: shots } = useField('screenshots');
  const errorAt = useFieldError('screenshots');
  const [upload] = useDevAppUploadScreenshotMutation();
  const words = useUploadWords(t('shots.add'));
  const unfit = t('shots.unfit', SCREENSHOT_PIXELS_MIN);
  // Two uploads may finish before a render: use the current value, not the rendered one.
  const change = (next: (now: readonly Screenshot[]) => Screenshot[]) =>
    draft.change({ screenshots: next(draft.get().content.screenshots) });
  // Upload by picture id. The store shows pictures in the order of selection, not of arrival.
  const sent = useRef(new Map<number, Upload>());
  const { uploads, add, retry, remove } = useUpload({
    send: (file, onProgress) => upload(handledByView({ id, file, onProgress })),
    check: (file) =>
      isHeic(file) ? t('upload.heic') : file.size >= SCREENSHOT_BYTES_LIMIT ? unfit : undefined,
    inspect: async (file) => {
      const bitmap = await createImageBitmap(file);
      const fits = isScreenshotSize(bitmap);
      bitmap.close();
      return fits ? undefined : unfit;
    },
    onDone: (picture, upload) => {
      sent.current.set(picture.id, upload);
      change((now) => {
        const after = now.findIndex((shot) => (sent.current.get(shot.id)?.order ?? 0) > upload.order);
        const at = after < 0 ? now.length : after;
        return [...now.slice(0, at), { ...picture, alt: { zh: '', en: '' } }, ...now.slice(at)];
      });
      return undefined;
    },
    onFailure: (failure) => failure?.msg || t('upload.failed'),
    onAbort: useTellAborted(),
  });
  const [surplus, setSurplus] = useState(0);
  const room = Math.max(0, SCREENSHOTS_MAX - shots.length - uploads.length);
  const items = shots.map((shot, index) => ({
    key: String(shot.id),
    name: t('shots.name', { number: index + 1 }),
    state: 'done' as const,
    picture: shot.src,
  }));
  const indexOf = (key: string) => shots.findIndex((shot) => String(shot.id) === key);
  const [moved, setMoved] = useState('');
  const place = (from: number, to: number) => {
    change((now) => {
      const others = now.filter((_shot, index) => index !== from);
      return [...others.slice(0, to), ...now.slice(from, from + 1), ...others.slice(to)];
    });
    setMoved(t('shots.moved', { from: from + 1, to: to + 1 }));
  };
  return (
    <div>
      <Field
        id={controlId('screenshots')}
        label={terms('field.screenshots')}
        hint={t('shots.hint', { count: SCREENSHOTS_MAX, ...SCREENSHOT_PIXELS_MIN })}
        error={
          surplus > 0 ? t('shots.too_many', { max: SCREENSHOTS_MAX, count: surplus }) : errorAt('screenshots')
        }
        aside={<span className="num quiet">{`${shots.length}/${SCREENSHOTS_MAX}`}</span>}
      >
        {(control) => (
          <UploadTiles
            {...control}
            label={terms('field.screenshots')}
            items={[...items, ...uploads]}
            words={words}
            accept={PICTURE_TYPES.join()}
            room={room}
            onFiles={(files) => {
              setSurplus(files.length - room);
              add(files.slice(0, room));
            }}
            onRemove={(key) => {
              setSurplus(0);
              // If pressed at the moment of arrival, the tile still has the upload's key.
              const isThat = ({ id: shot }: Screenshot) =>
                String(shot) === key || sent.current.get(shot)?.key === key;
              if (!remove(key)) change((now) => now.filter((shot) => !isThat(shot)));
            }}
            onRetry={retry}
            onMove={(key, to) => place(indexOf(key), indexOf(to))}
          />
        )}
      </Field>
      <LiveRegion role="status" as="p" className="sr">
        {moved}
      </LiveRegion>
      <ol className={styles.shots}>
        {shots.map((shot, index) => (
          <ScreenshotWords
            key={shot.id}
            shot={shot}
            index={index}
            count={shots.length}
            onMove={(to) => place(index, to)}
            onAlt={(alt) => change((now) => now.map((one) => (one.id === shot.id ? { ...one, alt } : one)))}
          />
        ))}
      </ol>
      <FieldSuggestions field="screenshots" />
    </div>
  );
}
