import { loadChunk } from '@yunduo/app-shell';
import type { DataOf, User, userInfo } from '@yunduo/api-contract';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useChangeEmailConfirmMutation } from '@yunduo/data-access';
import { Button, Field, TextInput } from '@yunduo/ui';
import { EMAIL_MAX } from '@yunduo/validation';
import { CodeField } from '../../../forms/code-field.tsx';
import { schemaWithWords } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../account.module.css';
import { StartAgain } from './start-again.tsx';

interface VerifyNewEmailProps {
  user: User;
  token: string;
  onVerified: (passed: DataOf<typeof userInfo.changeEmailConfirm>, email: string) => void;
  onStartAgain: () => void;
}

/** Step two: a code to the new address. */
export function VerifyNewEmail({ user, token, onVerified, onStartAgain }: VerifyNewEmailProps) {
  const t = useTranslations('account');
  const forms = useTranslations('forms');
  const [confirm] = useChangeEmailConfirmMutation();
  const form = useForm({
    id: 'verify-new-email',
    initialValues: { email: '', code: '' },
    schema: schemaWithWords(
      async () => (await loadChunk(() => import('../../../forms/rules.ts'))).newEmailSchema(user.email),
      ['email', 'code'],
    ),
    draft: { key: `change-email:${user.id}`, fields: ['email'] },
    onSubmit: async ({ email, code }) => {
      const body = { change_token: token, new_email: email, code };
      onVerified(await confirm(handledByForm(body)).unwrap(), email);
    },
    serverNames: { new_email: 'email' },
  });
  return (
    <form {...form.form} className={styles.form}>
      <Field label={t('email.new_email')} error={form.errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.field('email')}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={EMAIL_MAX}
            placeholder={forms('email_example')}
          />
        )}
      </Field>
      <CodeField
        form={form}
        scene="USER_INFO_CHANGE_EMAIL"
        email={form.values.email.trim()}
        changeToken={token}
        checkEmail={() => form.check('email')}
        refuseEmail={(message) => form.reject('email', message)}
      />
      <FormError
        error={form.error}
        action={form.error?.code === 'CHANGE_TOKEN_INVALID' && <StartAgain onPress={onStartAgain} />}
      />
      <div className={styles.foot}>
        <Button type="submit" busy={form.busy}>
          {t(form.busy ? 'email.checking' : 'email.next')}
        </Button>
      </div>
    </form>
  );
}
