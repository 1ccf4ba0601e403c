import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { LocaleLink, showToast, useLocale } from '@yunduo/app-shell';
import { isApiFailure, useDevAppSubmitMutation } from '@yunduo/data-access';
import { Button, Notice } from '@yunduo/ui';
import type { SuggestionField } from '@yunduo/validation';
import { VERSION_FIELDS } from '../../app-pages/checklist.tsx';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { UnsavedListing, useBeforeSubmission } from './before-submission.tsx';
import styles from './versions.module.css';

interface ListingSubmissionProps {
  detail: DevAppDetail;
  /** The listing submission that was returned or withdrawn; undefined for the first one. */
  version?: DevVersion;
}

/** Submits the saved draft without a new version: its changes, what it lacks, and the button. */
export function ListingSubmission({ detail, version }: ListingSubmissionProps) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const [call, { isLoading }] = useDevAppSubmitMutation();
  const { coming, unsaved, isAnswered } = useBeforeSubmission(detail, version);
  const live = detail.versions.find(({ id }) => id === detail.current_version_id);
  const lacking = detail.checks.filter(({ ok, field }) => !ok && !VERSION_FIELDS.has(field));
  const separator = locale === 'zh' ? '、' : ', ';
  const names = (fields: readonly SuggestionField[]) =>
    fields.map((field) => terms(`field.${field}`)).join(separator);
  const submit = async () => {
    if (!isAnswered()) return;
    try {
      await call({ listing_of: detail.id, revision: detail.revision }).unwrap();
      showToast(t('listing.sent'));
    } catch (error) {
      // A toast has reported the reason; the page shows the current state.
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
            <LocaleLink to={`${PATHS.listing}?id=${detail.id}&at=${lacking[0]?.faults[0]?.path ?? ''}`}>
              {t('listing.edit')}
            </LocaleLink>
          }
        />
      )}
      <UnsavedListing id={detail.id} count={unsaved} />
      {detail.status === 'published' ? (
        <div className={styles.actions}>
          <Button
            busy={isLoading || coming}
            disabled={unsaved > 0 || lacking.length > 0}
            onClick={() => void submit()}
          >
            {t('listing.submit')}
          </Button>
        </div>
      ) : (
        <Notice title={t('listing.unpublished')} />
      )}
      <p className="quiet">{t('listing.instead')}</p>
    </div>
  );
}
