import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { PartFailed } from '../../shell/part-failed.tsx';
import { useTranslations } from '../../shell/words.ts';
import { panelPath } from './panels.ts';

interface DetailFallbackProps {
  /** Words and list to use: orders or codes. */
  of: 'orders' | 'licences';
  failure: ApiFailure | undefined;
  retrying: boolean;
  onRetry: () => void;
}

/** Replaces a missing detail: loading, not found (another user's, or a number that cannot exist), failed. */
export function DetailFallback({ of, failure, retrying, onRetry }: DetailFallbackProps) {
  const t = useTranslations(of);
  return (
    <>
      <PageHead title={t('heading')}>
        <BackLink of={of} />
      </PageHead>
      {!failure ? (
        <Skeleton label={t('loading')} shape="text" rows={4} />
      ) : failure.status === 404 || failure.status === 400 ? (
        <EmptyState failed title={t('detail.missing')}>
          {t('detail.missing_text')}
        </EmptyState>
      ) : (
        <PartFailed title={t('failed.title')} retrying={retrying} onRetry={onRetry}>
          {t('failed.text')}
        </PartFailed>
      )}
    </>
  );
}

/** Link back to the list of a detail. */
export function BackLink({ of }: Pick<DetailFallbackProps, 'of'>) {
  const t = useTranslations(of);
  return (
    <LocaleLink
      to={panelPath(of === 'orders' ? 'order-info' : 'my-codes')}
      className={buttonClass}
      data-kind="line"
    >
      {t('detail.back')}
    </LocaleLink>
  );
}
