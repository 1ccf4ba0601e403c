import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink } from '@yunduo/app-shell';
import { Button, buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import { panelPath } from './panels.ts';

interface DetailFallbackProps {
  /** Whose words and whose list: orders or codes. */
  of: 'orders' | 'myCodes';
  failure: ApiFailure | undefined;
  retrying: boolean;
  onRetry: () => void;
}

/** What a detail shows while there is none: it comes, it is not there (or another's), it did not come. */
export function DetailFallback({ of, failure, retrying, onRetry }: DetailFallbackProps) {
  const t = useWords(of);
  const missing = failure?.status === 404;
  return (
    <>
      <PageHead title={t('heading')}>
        <BackLink of={of} />
      </PageHead>
      {failure ? (
        <EmptyState
          failed
          title={t(missing ? 'detail.missing' : 'failed.title')}
          action={
            missing ? undefined : (
              <Button kind="line" busy={retrying} onClick={onRetry}>
                {t('failed.retry')}
              </Button>
            )
          }
        >
          {t(missing ? 'detail.missing_text' : 'failed.text')}
        </EmptyState>
      ) : (
        <Skeleton label={t('loading')} shape="text" rows={4} />
      )}
    </>
  );
}

/** Back to the list that a detail belongs to. */
export function BackLink({ of }: Pick<DetailFallbackProps, 'of'>) {
  const t = useWords(of);
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
