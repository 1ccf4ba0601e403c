import type { DeletionOutlook } from '@yunduo/api-contract';
import { showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeleteConfirmMutation } from '@yunduo/data-access';
import { Button, Field, TextInput } from '@yunduo/ui';
import { useEffect } from 'react';
import { codeInput } from '../../../forms/code-input.ts';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import panel from '../account.module.css';
import styles from './account-settings.module.css';

interface ConfirmDeletionProps {
  outlook: DeletionOutlook;
  email: string;
  onCancel: () => void;
  /** Requests another code: the password is needed again. */
  onAgain: () => void;
  onDeleted: () => void;
}

const ID = 'confirm-deletion';

/** Lists of deleted and kept data, and the field for the mailed code that confirms the deletion. */
export function ConfirmDeletion({ outlook, email, onCancel, onAgain, onDeleted }: ConfirmDeletionProps) {
  const t = useTranslations('accountSettings');
  const [confirm] = useDeleteConfirmMutation();
  const form = useForm({
    id: ID,
    initialValues: { code: '' },
    schema: formSchema('codeSchema'),
    draft: null,
    onSubmit: async (values) => {
      await confirm(handledByForm(values)).unwrap();
      onDeleted();
      showToast(t('delete.done'));
    },
  });
  useEffect(() => document.getElementById(`${ID}-code`)?.focus(), []);

  const { removes, keeps, expires_in } = outlook;
  const missing = (['live_licences', 'apps', 'feedback', 'activities'] as const).filter(
    (what) => removes[what] > 0,
  );
  const stored = (['orders', 'apps', 'consents'] as const).filter((what) => keeps[what] > 0);
  return (
    <form {...form.form} className={panel.form}>
      <div className={styles.outlook}>
        <div>
          <h3>{t('delete.goes')}</h3>
          <ul>
            <li>{t('delete.removes.profile')}</li>
            {missing.map((what) => (
              <li key={what}>{t(`delete.removes.${what}`, { count: removes[what] })}</li>
            ))}
            {removes.subscription && <li>{t('delete.removes.subscription')}</li>}
          </ul>
        </div>
        {stored.length > 0 && (
          <div>
            <h3>{t('delete.stays')}</h3>
            <ul>
              {stored.map((what) => (
                <li key={what}>{t(`delete.keeps.${what}`, { count: keeps[what] })}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Field
        id={`${ID}-code`}
        label={t('delete.code')}
        hint={t('delete.code_hint', { email, minutes: Math.round((expires_in ?? 0) / 60) })}
        error={form.errorOf('code')}
      >
        {(control) => <TextInput {...control} {...codeInput(form.field('code'))} />}
      </Field>
      <FormError
        error={form.error}
        action={
          <Button kind="line" size="sm" onClick={onAgain}>
            {t('delete.again')}
          </Button>
        }
      />
      <div className={panel.foot}>
        <Button kind="danger" type="submit" busy={form.busy}>
          {t(form.busy ? 'delete.deleting' : 'delete.confirm')}
        </Button>
        <Button kind="line" onClick={onCancel}>
          {t('delete.keep')}
        </Button>
      </div>
    </form>
  );
}
