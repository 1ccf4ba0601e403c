import type { ReviewDetail } from '@yunduo/api-contract';
import { showToast, useLocale } from '@yunduo/app-shell';
import { handledByView, isApiFailure, useReviewClaimMutation } from '@yunduo/data-access';
import { deadlineOf } from '@yunduo/i18n';
import { Button, Notice } from '@yunduo/ui';
import { MINUTE, REVIEW_CLAIM_TTL } from '@yunduo/validation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { serverNow } from '../../shell/runtime-config.ts';
import { useTranslations } from '../../shell/words.ts';

/** Milliseconds between two extensions of a claim. */
const EXTEND_AGAIN = 10 * MINUTE;

/** Extends the reviewer's own claim when `input` changes: filling in the decision is activity, too. */
export function useClaimExtension({ version_id, claim }: ReviewDetail, input: string): void {
  const [call] = useReviewClaimMutation();
  const [first] = useState(input);
  const tried = useRef(0);
  const extend = useEffectEvent(() => {
    if (!claim?.mine) return;
    const now = serverNow();
    const last = Math.max(tried.current, Date.parse(claim.expires_at) - REVIEW_CLAIM_TTL);
    if (now - last < EXTEND_AGAIN) return;
    tried.current = now;
    // The bar shows the result; a failure is tried again.
    void call(handledByView({ version_id, action: 'claim' } as const));
  });
  useEffect(() => {
    if (input !== first) extend();
  }, [input, first]);
}

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
