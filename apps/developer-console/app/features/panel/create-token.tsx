import type { DataOf, DevAppItem, devToken } from '@yunduo/api-contract';
import { FormDialog, loadChunk, useAppSelector } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevTokenCreateMutation } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Checkbox, Field, Select, TextInput } from '@yunduo/ui';
import { TOKEN_SCOPES, type TokenScope } from '@yunduo/validation';
import { showConflict } from '../../forms/conflict.ts';
import { AppField, EVERY_APP } from '../../parts/app-field.tsx';
import { useTranslations } from '../../shell/words.ts';
import { SCOPE_WORDS } from './scope-words.ts';
import styles from './tokens.module.css';

const EXPIRIES = [30, 90, 180, 365] as const;

type Values = {
  name: string;
  scopes: TokenScope[];
  expires_in_days: number;
  app_id: number;
};

const AT_FIRST: Values = {
  name: '',
  scopes: ['app:read', 'app:write', 'version:submit'],
  expires_in_days: 90,
  app_id: EVERY_APP,
};

interface CreateTokenProps {
  apps: readonly DevAppItem[];
  onClose: () => void;
  onMade: (made: DataOf<typeof devToken.create>) => void;
}

/** Name, scopes, app and expiry of a new token. */
export default function CreateToken({ apps, onClose, onMade }: CreateTokenProps) {
  const t = useTranslations('panel');
  const [create] = useDevTokenCreateMutation();
  // Per user: another user of the same browser must not see the draft.
  const key = `new-token:${useAppSelector(selectUser)?.id}`;
  const form = useForm({
    initialValues: AT_FIRST,
    schema: async () => (await loadChunk(() => import('./rules.ts'))).buildTokenSchema,
    onSubmit: async ({ app_id, ...wish }) => {
      const call = create(handledByForm({ ...wish, ...(app_id !== EVERY_APP && { app_id }) }));
      const made = await call.unwrap();
      // Only this answer contains the token: the store drops it, the page shows it.
      call.reset();
      onMade(made);
    },
    onConflict: showConflict,
    draft: { key },
  });
  const { values, field, setValue, errorOf } = form;
  // Only its own button discards the draft; an accidental Escape or press outside closes the dialog.
  const giveUp = () => {
    form.removeDraft();
    onClose();
  };
  return (
    <FormDialog
      title={t('create.title')}
      form={form}
      submit={t('create.submit')}
      submitting={t('create.submitting')}
      cancel={t('create.cancel')}
      onClose={onClose}
      onCancel={giveUp}
    >
      <Field required label={t('create.name')} hint={t('create.name_hint')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...field('name')} autoComplete="off" />}
      </Field>
      <fieldset
        className={styles.choices}
        role="group"
        aria-describedby={errorOf('scopes') ? `${form.form.id}-scopes` : undefined}
      >
        <legend>{t('create.scopes')}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            checked={values.scopes.includes(scope)}
            aria-invalid={errorOf('scopes') ? true : undefined}
            onChange={({ target }) =>
              setValue(
                'scopes',
                TOKEN_SCOPES.filter((each) =>
                  each === scope ? target.checked : values.scopes.includes(each),
                ),
              )
            }
          >
            {t(SCOPE_WORDS[scope])}
          </Checkbox>
        ))}
        {errorOf('scopes') && (
          <p id={`${form.form.id}-scopes`} className={styles.error}>
            {errorOf('scopes')}
          </p>
        )}
      </fieldset>
      <AppField
        label={t('create.app')}
        every={t('tokens.every_app')}
        gone={t('create.app_gone')}
        error={errorOf('app_id')}
        apps={apps}
        value={values.app_id}
        onChange={(id) => setValue('app_id', id)}
      />
      <Field label={t('create.expires')} error={errorOf('expires_in_days')}>
        {(control) => (
          <Select
            {...control}
            value={values.expires_in_days}
            onChange={({ target }) => setValue('expires_in_days', Number(target.value))}
          >
            {EXPIRIES.map((days) => (
              <option key={days} value={days}>
                {t('create.days', { count: days })}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
