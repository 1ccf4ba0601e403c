import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { LocaleLink, showToast, useLocale } from '@yunduo/app-shell';
import { isApiFailure, useDevAppSubmitMutation } from '@yunduo/data-access';
import { Button, LiveRegion, Notice } from '@yunduo/ui';
import type { SuggestionField } from '@yunduo/validation';
import { isAnswerBegun, placeOfSuggestion } from '../../own-app/begun-answer.ts';
import { VERSION_FIELDS } from '../../own-app/checklist.tsx';
import { useListingComing } from '../../own-app/left-listing.ts';
import { useShownDraft } from '../../own-app/use-shown-draft.ts';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import styles from './versions.module.css';

interface ListingSubmissionProps {
  detail: DevAppDetail;
  /** What was handed back, or withdrawn; none for a first one. */
  version?: DevVersion;
}

/** The saved draft alone, handed in without a new version: what it changes, what it lacks, and its button. */
export function ListingSubmission({ detail, version }: ListingSubmissionProps) {
  const t = useWords('versions');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const [call, { isLoading }] = useDevAppSubmitMutation();
  const coming = useListingComing(detail.id);
  const { unsaved } = useShownDraft(detail);
  const held = !coming && unsaved > 0;
  const live = detail.versions.find(({ id }) => id === detail.current_version_id);
  const lacking = detail.checks.filter(({ ok, field }) => !ok && !VERSION_FIELDS.has(field));
  const separator = locale === 'zh' ? '、' : ', ';
  const names = (fields: readonly SuggestionField[]) =>
    fields.map((field) => terms(`field.${field}`)).join(separator);
  const submit = async () => {
    const begun = version?.suggestions.find(isAnswerBegun);
    if (begun) {
      showToast(t('answer_begun'), { kind: 'error' });
      document.getElementById(placeOfSuggestion(begun.id))?.querySelector('textarea')?.focus();
      return;
    }
    try {
      await call({ listing_of: detail.id, revision: detail.revision }).unwrap();
      showToast(t('listing.sent'), { kind: 'success' });
    } catch (error) {
      // A toast has said why; the page shows how it stands.
      if (!isApiFailure(error)) throw error;
    }
  };
  return (
    <div className={styles.fields}>
      <p>{t('listing.lead', { version: live?.version ?? '' })}</p>
      {detail.draft_changes && detail.draft_changes.length > 0 && (
        <p>{t('listing.changes', { fields: names(detail.draft_changes) })}</p>
      )}
      {lacking.length > 0 && (
        <Notice
          tone="warn"
          title={t('listing.missing', { fields: names(lacking.map(({ field }) => field)) })}
          action={
            <LocaleLink to={`${PATHS.appEdit}?id=${detail.id}&at=${lacking[0]?.faults[0]?.path ?? ''}`}>
              {t('listing.edit')}
            </LocaleLink>
          }
        />
      )}
      <LiveRegion role="status">
        {held && (
          <Notice
            tone="warn"
            title={t('listing.unsaved', { count: unsaved })}
            action={<LocaleLink to={`${PATHS.appEdit}?id=${detail.id}`}>{t('listing.edit')}</LocaleLink>}
          >
            <p>{t('listing.text')}</p>
          </Notice>
        )}
      </LiveRegion>
      <div className={styles.actions}>
        <Button
          busy={isLoading || coming}
          disabled={held || lacking.length > 0}
          onClick={() => void submit()}
        >
          {t('listing.submit')}
        </Button>
      </div>
      <p className="quiet">{t('listing.instead')}</p>
    </div>
  );
}
