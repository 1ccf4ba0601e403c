import type { FieldForm } from '@yunduo/app-shell/forms';
import { type EmailScene, PASSWORD } from '@yunduo/validation';
import { CodeField } from '../../forms/code-field.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import { NewPassword } from '../../forms/password-fields.tsx';
import { useTranslations } from '../../shell/words.ts';
import type { CodeFormValues } from './use-code-form.ts';
import { LocaleLink } from '@yunduo/app-shell';
import { useSearchParams } from 'react-router';
import { sectionPath } from './sections.ts';

interface CodeFieldsProps {
  form: FieldForm<CodeFormValues> & {
    values: { email: string };
    check: (name: 'email') => Promise<boolean>;
    reject: (name: 'email', message: string) => void;
  };
  scene: EmailScene;
  /** Label of the first of the two password fields. */
  password: string;
}

/** The address, the code mailed to it, and the new password twice. */
export function CodeFields({ form, scene, password }: CodeFieldsProps) {
  const t = useTranslations('login');
  return (
    <>
      <EmailField form={form} />
      <CodeField
        form={form}
        scene={scene}
        email={form.values.email.trim()}
        checkEmail={() => form.check('email')}
        refuseEmail={(message) => form.reject('email', message)}
      />
      <NewPassword form={form} label={password} hint={t('password_hint', PASSWORD)} />
    </>
  );
}

/** Link back to sign-in, for users with an account. */
export function ToSignIn({ question, link }: { question: string; link: string }) {
  const [query] = useSearchParams();
  return (
    <p className="quiet">
      {question}{' '}
      <LocaleLink to={sectionPath('sign-in', query)} replace>
        {link}
      </LocaleLink>
    </p>
  );
}
