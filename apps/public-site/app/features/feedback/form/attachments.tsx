import { megabytes } from '@yunduo/i18n';
import { Field, UploadTiles } from '@yunduo/ui';
import { FEEDBACK } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import { MEDIA_TYPES, type Uploads } from './use-attachments.ts';

interface AttachmentsProps {
  uploads: Uploads;
  /** Returns true if files may be added; otherwise it shows the reason itself. */
  mayAdd: () => boolean;
  error?: string | undefined;
}

/** Attachments, pictures and videos; the limits are shown in advance. */
export function Attachments({ uploads, mayAdd, error }: AttachmentsProps) {
  const t = useTranslations('feedback');
  const { refused } = uploads;
  const fault = refused > 0 ? t('file.too_many', { files: FEEDBACK.files, count: refused }) : error;
  return (
    <Field
      id="feedback-files"
      label={t('files')}
      hint={t('files_hint', {
        picture: megabytes(FEEDBACK.pictureBytesMax),
        video: megabytes(FEEDBACK.videoBytesMax),
        files: FEEDBACK.files,
      })}
      error={fault}
    >
      {(control) => (
        <UploadTiles
          {...control}
          label={t('files')}
          items={uploads.items}
          accept={MEDIA_TYPES}
          room={uploads.room}
          onFiles={(files) => mayAdd() && uploads.add(files)}
          onRemove={uploads.remove}
          onRetry={uploads.retry}
          words={{
            add: t('file.add'),
            drop: t('file.drop'),
            uploading: (name) => t('file.uploading', { name }),
            uploaded: (name) => t('file.uploaded', { name }),
            removed: (name) => t('file.removed', { name }),
            remove: (name) => t('file.remove', { name }),
            cancel: (name) => t('file.cancel', { name }),
            retry: (name) => t('file.retry', { name }),
          }}
        />
      )}
    </Field>
  );
}
