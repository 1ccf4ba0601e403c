import { showToast } from '@yunduo/app-shell';
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

/** Says that leaving the page has cancelled uploads: nothing else would. */
export function useTellAborted(): (count: number) => void {
  const t = useTranslations('listing');
  return (count) => showToast(t('upload.aborted', { count }), { kind: 'error' });
}
