import { notePage, showToast, useLocalePath, type ToastText } from '@yunduo/app-shell';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ISchema } from 'yup';
import { useAppForm, type AppForm } from '../../forms/use-app-form.ts';
import { KEPT_EMAIL } from './kept-email.ts';
import { sectionPath } from './sections.ts';

/** A new password, and the code that shows whose mailbox it is. */
export type CodeFormValues = { email: string; code: string; password: string; password_confirm: string };

interface CodeFormOptions<More extends object> {
  id: string;
  /** The fields beside the common ones, as they begin. */
  more: More;
  schema: () => Promise<ISchema<object>>;
  send: (values: CodeFormValues & More) => Promise<unknown>;
  /** What is said when it is done. */
  done: ToastText;
}

/** A form that sets a password with a code by mail. Afterwards sign-in is one password away, with the address filled in. */
export function useCodeForm<More extends object>({
  id,
  more,
  schema,
  send,
  done,
}: CodeFormOptions<More>): AppForm<CodeFormValues & More> {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const path = useLocalePath();
  const from = useLocation().state as { email?: string } | null;
  return useAppForm<CodeFormValues & More>({
    id,
    initialValues: { email: from?.email ?? '', code: '', password: '', password_confirm: '', ...more },
    schema,
    keep: KEPT_EMAIL,
    onSubmit: async (values) => {
      const onPage = notePage('path');
      await send(values);
      showToast(done);
      if (!onPage()) return;
      void navigate(path(sectionPath('sign-in', query)), { replace: true, state: { email: values.email } });
    },
  });
}
