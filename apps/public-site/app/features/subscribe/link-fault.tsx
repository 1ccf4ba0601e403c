import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { LiveRegion, Notice } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';

interface LinkFaultProps {
  failure: ApiFailure | null;
  incomplete: boolean;
}

/** A link that lost a piece, expired or was overtaken; the way on is a new subscription. */
export function LinkFault({ failure, incomplete }: LinkFaultProps) {
  const t = useWords('subscribe');
  return (
    <>
      <LiveRegion role="alert">
        {incomplete && (
          <Notice tone="bad">
            <p>{t('no_token')}</p>
          </Notice>
        )}
      </LiveRegion>
      <FormError
        error={incomplete ? null : failure}
        action={<LocaleLink to="/#email">{t('again')}</LocaleLink>}
      />
    </>
  );
}
