import type { DataOf, userInfo } from '@yunduo/api-contract';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useChangeEmailVerifyMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { CodeField } from '../../../forms/code-field.tsx';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../account.module.css';

interface VerifyIdentityProps {
  email: string;
  onVerified: (passed: DataOf<typeof userInfo.changeEmailVerify>) => void;
}

/** Step one: a code to the current address. */
export function VerifyIdentity({ email, onVerified }: VerifyIdentityProps) {
  const t = useTranslations('account');
  const [verify] = useChangeEmailVerifyMutation();
  const form = useForm({
    id: 'verify-identity',
    initialValues: { code: '' },
    schema: formSchema('codeSchema'),
    draft: null,
    onSubmit: async (values) => onVerified(await verify(handledByForm(values)).unwrap()),
  });
  return (
    <form {...form.form} className={styles.form}>
      <p>{t('email.identity_text', { email })}</p>
      <CodeField form={form} scene="USER_INFO_CHANGE_EMAIL" email={email} />
      <FormError error={form.error} />
      <div className={styles.foot}>
        <Button type="submit" busy={form.busy}>
          {t(form.busy ? 'email.checking' : 'email.next')}
        </Button>
      </div>
    </form>
  );
}
