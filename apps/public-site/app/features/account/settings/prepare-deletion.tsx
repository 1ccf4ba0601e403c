import type { DeletionOutlook } from '@yunduo/api-contract';
import { useSharedTranslations } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeletePrepareMutation } from '@yunduo/data-access';
import { Button, Field, PasswordInput } from '@yunduo/ui';
import { useEffect } from 'react';
import { formSchema } from '../../../forms/form-schema.ts';
import { usePasswordWords } from '../../../forms/password-fields.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../account.module.css';

interface PrepareDeletionProps {
  onCancel: () => void;
  onPrepared: (outlook: DeletionOutlook) => void;
}

const ID = 'prepare-deletion';

/** Shows the consequences after a password check; nothing changes yet. */
export function PrepareDeletion({ onCancel, onPrepared }: PrepareDeletionProps) {
  const t = useTranslations('accountSettings');
  const shell = useSharedTranslations('shell');
  const words = usePasswordWords();
  const [prepare] = useDeletePrepareMutation();
  const form = useForm({
    id: ID,
    initialValues: { password: '' },
    schema: formSchema('deletePrepareSchema'),
    draft: null,
    onSubmit: async (values) => onPrepared(await prepare(handledByForm(values)).unwrap()),
  });
  // It replaces the pressed button.
  useEffect(() => document.getElementById(`${ID}-password`)?.focus(), []);
  return (
    <form {...form.form} className={styles.form}>
      <Field
        id={`${ID}-password`}
        label={t('delete.password')}
        hint={t('delete.password_hint')}
        error={form.errorOf('password')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.field('password')}
            words={words}
            autoComplete="current-password"
          />
        )}
      </Field>
      <FormError error={form.error} />
      <div className={styles.foot}>
        <Button type="submit" busy={form.busy}>
          {t(form.busy ? 'delete.checking' : 'delete.next')}
        </Button>
        <Button kind="line" onClick={onCancel}>
          {shell('cancel')}
        </Button>
      </div>
    </form>
  );
}
