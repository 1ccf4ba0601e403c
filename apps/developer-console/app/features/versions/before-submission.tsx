import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { LocaleLink, showToast } from '@yunduo/app-shell';
import { LiveRegion, Notice } from '@yunduo/ui';
import { hasUnsentAnswer, placeOfSuggestion } from '../../app-pages/answer-draft.ts';
import { useListingPending } from '../../app-pages/pending-listing.ts';
import { useCurrentDraft } from '../../app-pages/use-current-draft.ts';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';

/** Input that a submission of a version or of the listing would not include: unsaved fields, an unsent answer. */
export function useBeforeSubmission(detail: DevAppDetail, version?: DevVersion) {
  const t = useTranslations('versions');
  const coming = useListingPending(detail.id);
  const { unsaved } = useCurrentDraft(detail);
  /** Focuses an unsent answer, and gives the reason; true if there is none. */
  const isAnswered = (): boolean => {
    const started = version?.suggestions.find(hasUnsentAnswer);
    if (!started) return true;
    // The reviewer would not get it, and after the submission it cannot be sent.
    showToast(t('answer_begun'), { kind: 'error' });
    document.getElementById(placeOfSuggestion(started.id))?.querySelector('textarea')?.focus();
    return false;
  };
  return { coming, unsaved: coming ? 0 : unsaved, isAnswered };
}

/** Number of unsaved fields of the listing, with a link to them. */
export function UnsavedListing({ id, count }: { id: number; count: number }) {
  const t = useTranslations('versions');
  return (
    <LiveRegion role="status">
      {count > 0 && (
        <Notice
          tone="warn"
          title={t('listing.unsaved', { count })}
          action={<LocaleLink to={`${PATHS.listing}?id=${id}`}>{t('listing.edit')}</LocaleLink>}
        >
          <p>{t('listing.text')}</p>
        </Notice>
      )}
    </LiveRegion>
  );
}
