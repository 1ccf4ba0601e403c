import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { LiveRegion, Notice } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';

interface LinkErrorProps {
  failure: ApiFailure | null;
  incomplete: boolean;
}

/** A link that lost a piece, expired or was overtaken; the way on is a new subscription. */
export function LinkError({ failure, incomplete }: LinkErrorProps) {
  const t = useWords('newsletter');
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
