import type { ApiFailure } from '@yunduo/api-client';
import { useFailureText, useShownFailure } from '@yunduo/app-shell';
import { LiveRegion, Notice } from '@yunduo/ui';
import type { ReactNode } from 'react';

interface FormFailureProps {
  failure: ApiFailure | null;
  /** A way on: another section, another try. */
  action?: ReactNode;
}

/** What the server said against a form as a whole. Faults of single fields stand at their fields. */
export function FormFailure({ failure, action }: FormFailureProps) {
  const textOf = useFailureText();
  // Whatever is not this form's business has been said by a toast.
  const shown = failure && (failure.status === 400 || failure.status === 404) ? failure : null;
  useShownFailure(shown);
  return (
    <LiveRegion role="alert">
      {shown && (
        <Notice tone="bad" action={action}>
          <p>{textOf(shown)}</p>
        </Notice>
      )}
    </LiveRegion>
  );
}
