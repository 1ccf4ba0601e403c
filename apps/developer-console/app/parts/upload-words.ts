import type { UploadWords } from '@yunduo/ui';
import { useTranslations } from '../shell/words.ts';

/** The words of a picture upload. */
export function useUploadWords(add: string): UploadWords {
  const t = useTranslations('listing');
  return {
    add,
    drop: t('upload.drop'),
    uploading: (name) => t('upload.uploading', { name }),
    uploaded: (name) => t('upload.uploaded', { name }),
    removed: (name) => t('upload.removed', { name }),
    remove: (name) => t('upload.remove', { name }),
    cancel: (name) => t('upload.cancel', { name }),
    retry: (name) => t('upload.retry', { name }),
  };
}
