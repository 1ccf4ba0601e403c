import type { ApiFailure } from '@yunduo/api-client';
import { useLocalePath, useShownFailure } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';

/** The refusal for a staff account without a second factor; null for any other failure. */
export const staffFactorOf = (error: unknown): ApiFailure | null =>
  isApiFailure(error) && error.code === 'STAFF_FACTOR_REQUIRED' ? error : null;

/** Links a reviewer without a second factor to its setup on the public site. */
export function StaffFactor({ failure }: { failure: ApiFailure }) {
  const t = useTranslations('review');
  const path = useLocalePath();
  useShownFailure(failure);
  return (
    <>
      <PageHead title={t('heading')} />
      <EmptyState
        title={t('staff_factor.heading')}
        action={
          <a className={buttonClass} data-kind="primary" data-size="md" href={path('/user?panel=two-step')}>
            {t('staff_factor.action')}
          </a>
        }
      >
        {t('staff_factor.text')}
      </EmptyState>
    </>
  );
}
