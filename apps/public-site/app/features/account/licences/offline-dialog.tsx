import { FormDialog, loadChunk } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useLicenceOfflineRequestMutation } from '@yunduo/data-access';
import { OFFLINE_REQUEST_MAX } from '@yunduo/validation';
import { useState } from 'react';
import { schemaWithWords } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import { FileText } from './file-text.tsx';
import { IssuedDialog, type IssuedFile } from './issued-dialog.tsx';
import { saveFile } from '../save-file.ts';

/** Turns the request file of an offline server into a licence file. */
export function OfflineDialog({ onClose }: { onClose: () => void }) {
  const [answer, setAnswer] = useState<IssuedFile | null>(null);
  return answer ? (
    <IssuedDialog answer={answer} onClose={onClose} />
  ) : (
    <RequestForm onAnswer={setAnswer} onClose={onClose} />
  );
}

/** Only the server parses the file: here it only has to be present. */
const schema = schemaWithWords(
  async () => (await loadChunk(() => import('./offline-schema.ts'))).offlineSchema,
  ['request'],
);

function RequestForm({ onAnswer, onClose }: { onAnswer: (answer: IssuedFile) => void; onClose: () => void }) {
  const t = useTranslations('licences');
  const [issue] = useLicenceOfflineRequestMutation();
  const form = useForm({
    id: 'licence-offline',
    initialValues: { request: '' },
    schema,
    draft: { key: 'offline', fields: ['request'] },
    onSubmit: async (values) => {
      const answer = await issue(handledByForm(values)).unwrap();
      saveFile(answer.filename, answer.file);
      onAnswer(answer);
    },
    // The values in the file have no fields of their own.
    serverNames: { code: 'request', server_name: 'request', fingerprint: 'request' },
  });

  const fault = form.errorOf('request');
  // The invalid value in the file has its own message; the general one mentions several fields, and this form has one.
  const inside = form.failure?.code === 'VALIDATION_FAILED';
  return (
    <FormDialog
      title={t('offline_form.title')}
      intro={t('offline_form.text')}
      form={form}
      submit={t('offline_form.submit')}
      submitting={t('offline_form.submitting')}
      cancel={t('cancel')}
      onClose={onClose}
    >
      <FileText
        labels={{
          file: t('offline_form.file'),
          text: t('offline_form.request'),
          tooLarge: t('offline_form.too_large', { max: OFFLINE_REQUEST_MAX }),
        }}
        max={OFFLINE_REQUEST_MAX}
        field={form.field('request')}
        error={
          fault &&
          (form.values.request ? (inside ? fault : (form.failure?.msg ?? fault)) : t('offline_form.required'))
        }
        onText={(text) => form.setValue('request', text)}
      />
    </FormDialog>
  );
}
