import type { Publisher } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useAppSelector } from '@yunduo/app-shell';
import { draftRevision, useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  isApiFailure,
  useDevPublisherSaveMutation,
  useLazyDevPublisherQuery,
} from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { useState } from 'react';
import { showConflict, takeCurrent } from '../../forms/conflict.ts';
import { NO_PUBLISHER, PublisherFields } from '../../publisher/publisher-fields.tsx';
import { useTranslations } from '../../shell/words.ts';

const valuesOf = (publisher: Publisher | null) =>
  publisher
    ? {
        name: { zh: publisher.name.zh, en: publisher.name.en },
        support_email: publisher.support_email,
        website: publisher.website ?? '',
      }
    : NO_PUBLISHER;

interface PublisherFormProps {
  publisher: Publisher | null;
  onClose: () => void;
}

/** The developer's publisher data in the store. A default export, for `lazyWithRetry`. */
export default function PublisherForm({ publisher, onClose }: PublisherFormProps) {
  const t = useTranslations('publisher');
  const [save] = useDevPublisherSaveMutation();
  const [read] = useLazyDevPublisherQuery();
  // Per user: another user of the same browser must not see the draft.
  const key = `publisher:${useAppSelector(selectUser)?.id}`;
  // What the input is based on; revision 0 is none.
  const [edited, setEdited] = useState(() => ({
    publisher,
    revision: draftRevision(key, publisher ? publisher.revision : 0),
  }));
  const form = useForm({
    initialValues: valuesOf(publisher),
    schema: async () => (await loadChunk(() => import('./rules.ts'))).publisherSchema,
    onSubmit: async (values) => {
      // The previous API refuses a revision: it is sent if one was read.
      const revision = edited.publisher ? edited.revision : undefined;
      await save(handledByForm({ ...values, revision }))
        .unwrap()
        .catch(rebase);
      showToast(t('form.saved'));
      onClose();
    },
    onConflict: showConflict,
    draft: { key, revision: edited.revision },
  });
  /** The message stays with the form, which then saves over the current profile. */
  const rebase = async (error: unknown): Promise<never> => {
    if (isApiFailure(error) && error.code === 'EDIT_CONFLICT') {
      const now = (await read()).data?.publisher;
      if (now) {
        takeCurrent(form, valuesOf(edited.publisher), valuesOf(now));
        setEdited({ publisher: now, revision: now.revision });
      }
    }
    throw error;
  };
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
