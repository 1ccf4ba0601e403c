import type { ApiFailure } from '@yunduo/api-client';
import { useSharedWords } from '@yunduo/app-shell';
import { Notice } from '@yunduo/ui';
import type { ReactNode } from 'react';

interface FormFailureProps {
  failure: ApiFailure | null;
  /** A way on: another section, another try. */
  action?: ReactNode;
}

/** What the server said against a form as a whole. Faults of single fields stand at their fields. */
export function FormFailure({ failure, action }: FormFailureProps) {
  const messages = useSharedWords('messages');
  // Whatever is not this form's business has been said by a toast.
  if (!failure || failure.status !== 400) return null;
  return (
    <Notice tone="bad" role="alert" action={action}>
      <p>{failure.msg || messages('server_busy')}</p>
    </Notice>
  );
}
