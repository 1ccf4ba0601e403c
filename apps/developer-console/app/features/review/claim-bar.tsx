import type { ReviewDetail } from '@yunduo/api-contract';
import { showToast, useLocale } from '@yunduo/app-shell';
import { isApiFailure, useReviewClaimMutation } from '@yunduo/data-access';
import { deadlineOf } from '@yunduo/i18n';
import { Button, Notice } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';

/** Claim of the version: unclaimed, by this reviewer, or by a colleague. */
export function ClaimBar({ data: { version_id, claim } }: { data: ReviewDetail }) {
  const t = useTranslations('review');
  const locale = useLocale();
  const [call, { isLoading }] = useReviewClaimMutation();
  const press = async (action: 'claim' | 'release') => {
    try {
      await call({ version_id, action }).unwrap();
      showToast(t(action === 'claim' ? 'claim.taken' : 'claim.released'));
    } catch (error) {
      // A toast has named the colleague, and the page shows the claim.
      if (!isApiFailure(error)) throw error;
    }
  };
  if (claim && !claim.mine) {
    return (
      <Notice tone="warn">
        <p>
          {t('claim.theirs', {
            name: claim.reviewer.nickname,
            moment: deadlineOf(claim.expires_at, locale),
          })}
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      tone={claim ? 'good' : 'info'}
      action={
        <Button
          kind={claim ? 'line' : 'primary'}
          size="sm"
          busy={isLoading}
          onClick={() => void press(claim ? 'release' : 'claim')}
        >
          {t(claim ? 'claim.release' : 'claim.take')}
        </Button>
      }
    >
      <p>{claim ? t('claim.mine', { moment: deadlineOf(claim.expires_at, locale) }) : t('claim.free')}</p>
    </Notice>
  );
}
