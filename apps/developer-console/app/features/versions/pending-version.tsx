import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { useLocale, useSharedTranslations, lazyWithRetry } from '@yunduo/app-shell';
import { deadlineOf, textAttributes } from '@yunduo/i18n';
import { Badge, Notice, Skeleton } from '@yunduo/ui';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { useState } from 'react';
import SuggestionCard from '../../app-pages/suggestion-card.tsx';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { ListingSubmission } from './listing-submission.tsx';
import { StepButtons } from './step-buttons.tsx';
import { REVIEW_TONES } from '../../parts/tones.ts';
import styles from './versions.module.css';

const VersionForm = lazyWithRetry(() => import('./version-form.tsx'));

/** The pending version: state, expected date of a decision, and available actions. */
export function PendingVersion({ detail, version }: { detail: DevAppDetail; version: DevVersion }) {
  const t = useTranslations('versions');
  const store = useSharedTranslations('storeTerms');
  const { review_status, round, editable, suggestions } = version;
  // Same count as in the list of apps and the checklist: an answered suggestion is done.
  const left = suggestions.filter(({ resolved, answer }) => !resolved && !answer).length;
  return (
    <section className={styles.section} aria-labelledby="coming">
      <h2 id="coming">
        {version.listing ? (
          t('listing.heading')
        ) : (
          <span className="num">{version.version || t('no_number')}</span>
        )}{' '}
        <Badge tone={REVIEW_TONES[review_status]}>{store(`review.${review_status}`)}</Badge>
      </h2>
      <State version={version} />
      {suggestions.length > 0 && (
        <div id="version-suggestions" tabIndex={-1} className={styles.suggestions}>
          <h3>{t('suggestions', { count: left })}</h3>
          {suggestions.map((suggestion) => (
            <SuggestionCard key={suggestion.id} suggestion={suggestion} open={editable} />
          ))}
        </div>
      )}
      {editable ? (
        version.listing ? (
          <ListingSubmission detail={detail} version={version} />
        ) : (
          <VersionForm
            detail={detail}
            version={version}
            waiting={<Skeleton label={t('form_loading')} rows={12} />}
          />
        )
      ) : (
        <StepButtons detail={detail} version={version} only={['revoke', 'release', 'appeal']} />
      )}
      {(round > 0 || detail.current_version_id !== null) && <Difference id={version.id} />}
    </section>
  );
}

/** Result of the review, as text. */
function State({ version }: { version: DevVersion }) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const { review_status, due_at, decision_text, reject_reason, appeal_until } = version;
  const decided = decision_text && (
    <p className={styles.words} {...textAttributes(decision_text, locale)}>
      {decision_text}
    </p>
  );
  if (review_status === 'in_review') {
    return (
      <Notice title={due_at ? t('due', { at: deadlineOf(due_at, locale) }) : undefined}>
        <p>{t('in_review', { days: REVIEW_WORKING_DAYS })}</p>
      </Notice>
    );
  }
  if (review_status === 'changes_requested') {
    return (
      <Notice tone="warn" title={t('changes_requested')}>
        {decided}
      </Notice>
    );
  }
  if (review_status === 'rejected') {
    return (
      <Notice tone="bad" title={reject_reason ? terms(`reject_reason.${reject_reason}`) : t('rejected')}>
        {decided}
        {appeal_until && <p>{t('appeal_until', { at: deadlineOf(appeal_until, locale) })}</p>}
      </Notice>
    );
  }
  if (review_status === 'approved') {
    return (
      <Notice tone="good" title={t('approved')}>
        {decided}
      </Notice>
    );
  }
  return null;
}

const DifferenceList = lazyWithRetry(() => import('./difference-list.tsx'));

/** Changes since the last submission or since the store's version; fetched when needed. */
function Difference({ id }: { id: number }) {
  const t = useTranslations('versions');
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.difference} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('difference.heading')}</summary>
      {open && <DifferenceList id={id} waiting={<Skeleton label={t('difference.loading')} rows={3} />} />}
    </details>
  );
}
