import type { Publisher } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useAppSelector } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevPublisherSaveMutation } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { showConflict } from '../../forms/conflict.ts';
import { NO_PUBLISHER, PublisherFields } from '../../publisher/publisher-fields.tsx';
import { useTranslations } from '../../shell/words.ts';

interface PublisherFormProps {
  publisher: Publisher | null;
  onClose: () => void;
}

/** The developer's publisher data in the store. A default export, for `lazyWithRetry`. */
export default function PublisherForm({ publisher, onClose }: PublisherFormProps) {
  const t = useTranslations('publisher');
  const [save] = useDevPublisherSaveMutation();
  // Per user: another user of the same browser must not see the draft.
  const key = `publisher:${useAppSelector(selectUser)?.id}`;
  const form = useForm({
    initialValues: publisher
      ? {
          name: { zh: publisher.name.zh, en: publisher.name.en },
          support_email: publisher.support_email,
          website: publisher.website ?? '',
        }
      : NO_PUBLISHER,
    schema: async () => (await loadChunk(() => import('./rules.ts'))).publisherSchema,
    onSubmit: async (values) => {
      await save(handledByForm(values)).unwrap();
      showToast(t('form.saved'));
      onClose();
    },
    onConflict: showConflict,
    draft: { key },
  });
  return (
    <FormDialog
      title={t('form.title')}
      form={form}
      submit={t('form.submit')}
      submitting={t('form.submitting')}
      cancel={t('form.cancel')}
      onClose={onClose}
      onCancel={() => {
        form.removeDraft();
        onClose();
      }}
    >
      <PublisherFields name={form.values.name} field={form.field} errorOf={form.errorOf} />
    </FormDialog>
  );
}
