import { notePage, showToast, useLocalePath, type ToastText } from '@yunduo/app-shell';
import { useForm, type Form, type FormSchema } from '@yunduo/app-shell/forms';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { sectionPath } from './sections.ts';

/** A new password, and the code that proves access to the mailbox. */
export type CodeFormValues = { email: string; code: string; password: string; password_confirm: string };

interface CodeFormOptions<More extends object, Answer> {
  id: string;
  /** Initial values of the additional fields. */
  more: More;
  schema: FormSchema;
  send: (values: CodeFormValues & More) => Promise<Answer>;
  /** Toast after success. */
  done: ToastText;
  /** Continuation after success; without one the form leads to sign-in, with the address filled in. */
  goOn?: (answer: Answer) => (() => void) | null;
}

/** A form that sets a password with a mailed code. */
export function useCodeForm<More extends object, Answer>({
  id,
  more,
  schema,
  send,
  done,
  goOn,
}: CodeFormOptions<More, Answer>): Form<CodeFormValues & More> {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const path = useLocalePath();
  const from = useLocation().state as { email?: string } | null;
  return useForm<CodeFormValues & More>({
    id,
    initialValues: { email: from?.email ?? '', code: '', password: '', password_confirm: '', ...more },
    schema,
    draft: KEPT_EMAIL,
    onSubmit: async (values) => {
      const onPage = notePage('path');
      const answer = await send(values);
      const leave = goOn?.(answer);
      showToast(done);
      if (!onPage()) return;
      if (leave) return leave();
      void navigate(path(sectionPath('sign-in', query)), { replace: true, state: { email: values.email } });
    },
  });
}

/** All sections share the address: it is kept when the visitor switches section or language. */
export const KEPT_EMAIL = { key: 'sign-in', fields: ['email'] } as const;
