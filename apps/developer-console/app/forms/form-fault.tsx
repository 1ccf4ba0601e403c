import type { ApiFailure } from '@yunduo/api-client';
import { useFailureText, useShownFailure } from '@yunduo/app-shell';
import { LiveRegion, Notice } from '@yunduo/ui';

/** What the server said against a form as a whole. */
export function FormFault({ fault }: { fault: ApiFailure | null }) {
  const textOf = useFailureText();
  // Whatever is not this form's business has been said by a toast.
  const shown = fault && (fault.status === 400 || fault.status === 404) ? fault : null;
  useShownFailure(shown);
  return (
    <LiveRegion role="alert">
      {shown && (
        <Notice tone="bad">
          <p>{textOf(shown)}</p>
        </Notice>
      )}
    </LiveRegion>
  );
}
