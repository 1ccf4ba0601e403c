import type { ApiFailure } from '@yunduo/api-client';
import { LiveRegion, Notice } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useFailureText } from '../errors/failure-text.ts';
import { useShownFailure } from '../errors/shown-failures.ts';

interface FormErrorProps {
  failure: ApiFailure | null;
  /** A way on: another section, another try. */
  action?: ReactNode;
}

/** What the server said against a form as a whole. Errors of single fields stand at their fields. */
export function FormError({ failure, action }: FormErrorProps) {
  const textOf = useFailureText();
  // Any other status has been reported by a toast.
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
