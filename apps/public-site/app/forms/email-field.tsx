import type { FieldForm } from '@yunduo/app-shell/forms';
import { Field, TextInput } from '@yunduo/ui';
import { EMAIL_MAX } from '@yunduo/validation';
import { useTranslations } from '../shell/words.ts';

interface EmailFieldProps {
  form: FieldForm<{ email: string }>;
}

/** Email address of the account. Not `type=email`: browsers would show an internationalised domain in ASCII. */
export function EmailField({ form }: EmailFieldProps) {
  const t = useTranslations('forms');
  return (
    <Field id={`${form.form.id}-email`} label={t('email')} error={form.errorOf('email')}>
      {(control) => (
        <TextInput
          {...control}
          {...form.field('email')}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          placeholder={t('email_example')}
        />
      )}
    </Field>
  );
}
