import type { ApiFailure } from '@yunduo/api-client';
import { useSharedWords } from '@yunduo/app-shell';
import { Notice } from '@yunduo/ui';

/** What the server said against a form as a whole. */
export function FormFault({ fault }: { fault: ApiFailure | null }) {
  const messages = useSharedWords('messages');
  // Whatever is not this form's business has been said by a toast.
  if (!fault || (fault.status !== 400 && fault.status !== 404)) return null;
  return (
    <Notice tone="bad" role="alert">
      <p>{fault.msg || messages('server_busy')}</p>
    </Notice>
  );
}
