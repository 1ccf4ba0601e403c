import type { authCode, DataOf } from '@yunduo/api-contract';
import { Dialog, loadChunk } from '@yunduo/app-shell';
import { handledByForm, useLicenceOfflineRequestMutation } from '@yunduo/data-access';
import { Button, Field, Icon, LiveRegion, Notice, TextArea } from '@yunduo/ui';
import { OFFLINE_REQUEST_MAX } from '@yunduo/validation';
import { type ChangeEvent, useState } from 'react';
import { schemaWithWords } from '../../../forms/form-schema.ts';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useWords } from '../../../shell/words.ts';
import { LicenceForm } from './licence-form.tsx';
import styles from './my-codes.module.css';
import { saveFile } from '../save-file.ts';

type Answer = DataOf<typeof authCode.offlineRequest>;

/** Turns the request file of a server without network into a licence file. */
export function OfflineDialog({ onClose }: { onClose: () => void }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  return answer ? (
    <Issued answer={answer} onClose={onClose} />
  ) : (
    <RequestForm onAnswer={setAnswer} onClose={onClose} />
  );
}

/** The file is read by the server alone: here it only has to be there. */
const schema = schemaWithWords(
  async () => (await loadChunk(() => import('./offline-schema.ts'))).offlineSchema,
  ['request'],
);

function RequestForm({ onAnswer, onClose }: { onAnswer: (answer: Answer) => void; onClose: () => void }) {
  const t = useWords('myCodes');
  const [issue] = useLicenceOfflineRequestMutation();
  const [fileFault, setFileFault] = useState<string>();
  const form = useAppForm({
    id: 'licence-offline',
    initialValues: { request: '' },
    schema,
    keep: { name: 'offline', fields: ['request'] },
    onSubmit: async (values) => {
      const answer = await issue(handledByForm(values)).unwrap();
      saveFile(answer.filename, answer.file);
      onAnswer(answer);
    },
    // The values in the file have no field of their own here.
    serverNames: { code: 'request', server_name: 'request', fingerprint: 'request' },
  });

  const read = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    if (!file) return;
    setFileFault(undefined);
    try {
      const text = await file.text();
      if (text.length > OFFLINE_REQUEST_MAX)
        setFileFault(t('offline_form.too_large', { max: OFFLINE_REQUEST_MAX }));
      else form.setValue('request', text);
    } catch {
      setFileFault(t('offline_form.unreadable'));
    }
    // The same file, mended, can be chosen again.
    input.value = '';
  };

  const fault = form.errorOf('request');
  // Said by the value in the file that is wrong; the answer as a whole speaks of fields, and here is only one.
  const inside = form.failure?.code === 'VALIDATION_FAILED';
  return (
    <LicenceForm
      title={t('offline_form.title')}
      intro={t('offline_form.text')}
      form={form}
      submit={t('offline_form.submit')}
      submitting={t('offline_form.submitting')}
      onClose={onClose}
    >
      <Field label={t('offline_form.file')} error={fileFault}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,application/json,text/plain"
            className={styles.file}
            onChange={(event) => void read(event)}
          />
        )}
      </Field>
      <Field
        label={t('offline_form.request')}
        error={
          fault &&
          (form.values.request ? (inside ? fault : (form.failure?.msg ?? fault)) : t('offline_form.required'))
        }
      >
        {(control) => (
          <TextArea
            {...control}
            {...form.field('request')}
            rows={6}
            spellCheck={false}
            className={styles.request}
          />
        )}
      </Field>
    </LicenceForm>
  );
}

function Issued({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  const t = useWords('myCodes');
  const { filename, file, licence } = answer;
  return (
    <Dialog
      title={t('offline_form.done_title')}
      onClose={onClose}
      footer={
        <Button onClick={() => saveFile(filename, file)}>
          <Icon name="download" />
          {t('offline_form.download', { file: filename })}
        </Button>
      }
    >
      <LiveRegion role="status">
        <Notice tone="good">
          <p>
            {t('offline_form.done_text', {
              name: licence.server?.name ?? '',
              tail: licence.code_tail,
              file: filename,
            })}
          </p>
        </Notice>
      </LiveRegion>
    </Dialog>
  );
}
