import type { AppCheck } from '@yunduo/api-contract';
import { FormDialog, useSharedTranslations } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { useForm } from '@yunduo/app-shell/forms';
import { readDraft } from '@yunduo/app-shell/read-draft';
import { handledByForm, useStoreCheckMutation } from '@yunduo/data-access';
import { Button, Field, Select, TextArea, TextInput } from '@yunduo/ui';
import { ARCHITECTURES, OPERATING_SYSTEMS } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { formSchema } from '../../../../forms/form-schema.ts';
import { useTranslations } from '../../../../shell/words.ts';
import styles from './check-dialog.module.css';
import { CheckResult } from './check-result.tsx';
import { type CheckedApp, checkInput, NO_FACTS, type ServerFacts } from './server-facts.ts';

interface CheckDialogProps {
  app: CheckedApp;
  onClose: () => void;
}

/** The facts of a server are kept for the next app. */
const FACTS = 'server-facts';
const facts = localDraft(FACTS);

/** Dialog that asks for the facts of a server, and shows what prevents this app from running on it. */
export default function CheckDialog({ app, onClose }: CheckDialogProps) {
  const t = useTranslations('storeExtras');
  const terms = useSharedTranslations('storeTerms');
  const shell = useSharedTranslations('shell');
  const [check] = useStoreCheckMutation();
  const [result, setResult] = useState<AppCheck | null>(null);
  const form = useForm<ServerFacts>({
    id: 'check',
    initialValues: readDraft(FACTS, NO_FACTS),
    schema: formSchema('serverFactsSchema'),
    draft: null,
    onSubmit: async (values) => setResult(await check(handledByForm(checkInput(app, values))).unwrap()),
  });
  const { values } = form;
  useEffect(() => facts.save(values), [values]);

  const text = (name: 'os_version' | 'mem_gb' | 'disk_gb' | 'cores', example: string) => (
    <Field label={t(`check.${name}`)} error={form.errorOf(name)}>
      {(control) => (
        <TextInput
          {...control}
          {...form.field(name)}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('check.example', { value: example })}
        />
      )}
    </Field>
  );
  const choice = (name: 'os' | 'arch', options: readonly (readonly [value: string, label: string])[]) => (
    <Field label={t(`check.${name}`)}>
      {(control) => (
        <Select
          {...control}
          name={name}
          value={values[name]}
          onChange={({ currentTarget }) => form.setValue(name, currentTarget.value)}
        >
          <option value="">{t('check.not_said')}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );

  return (
    <FormDialog
      title={t('check.heading', { app: app.name })}
      intro={t('check.lead')}
      form={form}
      submit={t('check.submit')}
      submitting={t('check.checking')}
      onClose={onClose}
      answer={
        result && {
          text: <CheckResult app={app} facts={values} result={result} />,
          footer: (
            <>
              <Button kind="line" onClick={() => setResult(null)}>
                {t('check.change')}
              </Button>
              <Button onClick={onClose}>{shell('close')}</Button>
            </>
          ),
        }
      }
    >
      <div className={styles.pair}>
        {choice(
          'os',
          OPERATING_SYSTEMS.map((os) => [os, terms(`os.${os}`)] as const),
        )}
        {text('os_version', '12')}
        {choice(
          'arch',
          ARCHITECTURES.map((arch) => [arch, terms(`arch.${arch}`)] as const),
        )}
        {text('cores', '2')}
        {text('mem_gb', '4')}
        {text('disk_gb', '20')}
      </div>
      <Field label={t('check.installed')} hint={t('check.installed_hint')} error={form.errorOf('installed')}>
        {(control) => (
          <TextArea
            {...control}
            {...form.field('installed')}
            className={styles.mono}
            spellCheck={false}
            placeholder={'nginx 1.29.3\nmysql'}
          />
        )}
      </Field>
    </FormDialog>
  );
}
