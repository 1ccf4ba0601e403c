import type { FieldForm } from '@yunduo/app-shell/forms';
import { Field, PasswordInput } from '@yunduo/ui';
import { useTranslations } from '../shell/words.ts';

/** The labels of the button that shows a password. */
export function usePasswordWords() {
  const t = useTranslations('forms');
  return { show: t('show_password'), hide: t('hide_password') };
}

interface NewPasswordProps {
  form: FieldForm<{ password: string; password_confirm: string }>;
  label: string;
  /** Allowed length: new accounts and password changes have different limits (specification §5). */
  hint: string;
}

/** A new password and its confirmation. */
export function NewPassword({ form, label, hint }: NewPasswordProps) {
  const t = useTranslations('forms');
  const words = usePasswordWords();
  return (
    <>
      <Field id={`${form.form.id}-password`} label={label} hint={hint} error={form.errorOf('password')}>
        {(control) => (
          <PasswordInput {...control} {...form.field('password')} words={words} autoComplete="new-password" />
        )}
      </Field>
      <Field
        id={`${form.form.id}-password-confirm`}
        label={t('password_confirm')}
        error={form.errorOf('password_confirm')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.field('password_confirm')}
            words={words}
            autoComplete="new-password"
          />
        )}
      </Field>
    </>
  );
}
