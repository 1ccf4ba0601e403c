import type { DataOf, devApp, DevAppDetail, DevVersion } from '@yunduo/api-contract';
import {
  LocaleLink,
  useAppSelector,
  useLocale,
  useLocalePath,
  useSharedTranslations,
} from '@yunduo/app-shell';
import { dayOf, deadlineOf, textAttributes } from '@yunduo/i18n';
import { Badge, buttonClass, Notice } from '@yunduo/ui';
import type { SuggestionField } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { IS_DUE, STATE_TONES, wayTo } from '../parts/app-state.ts';
import { REVIEW_TONES } from '../parts/tones.ts';
import { useDeveloperTerms, useTranslations } from '../shell/words.ts';
import styles from './status-strip.module.css';

interface AppStripProps {
  detail: DevAppDetail;
  here: 'edit' | 'versions' | 'preview';
}

/** Complete state of an app: the store's version, the review, draft changes, the next step, why it was taken down. */
export default function StatusStrip({ detail, here }: AppStripProps) {
  const t = useTranslations('appStatus');
  const pages = useTranslations('appPages');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const { id, checks, taken_down_reason } = detail;
  const changes = useChanges(detail);
  const { state, next_step } = standingOf(detail, changes);
  const lacking = ['complete', 'submit', 'submit_listing'].includes(next_step)
    ? checks.filter(({ ok, field }) => !ok && (next_step === 'submit' || !OF_VERSIONS.has(field))).length
    : 0;
  const way = wayTo(next_step, id, here);
  const label = t(`next.${next_step}`);
  // Next to a review of the same name, the state would be said twice.
  const stateName = t(`state.${state}`);
  const coming = comingVersion(detail);
  const reviewName = coming && terms(`review.${coming.review_status}`);
  const look = { className: buttonClass, 'data-kind': IS_DUE.has(next_step) ? 'primary' : 'line' } as const;
  return (
    <>
      <section className={styles.strip} aria-label={t('label')} data-app-state={state}>
        <dl className={styles.facts}>
          <Fact term={t('store')}>
            <InStore detail={detail} />
          </Fact>
          <Fact term={t('review')}>
            <UnderReview detail={detail} />
          </Fact>
          <Fact term={t('draft')}>
            <Draft changes={changes} live={here === 'edit'} />
          </Fact>
        </dl>
        <div className={styles.next}>
          {stateName !== reviewName && <Badge tone={STATE_TONES[state]}>{stateName}</Badge>}
          {lacking > 0 && <span className="quiet">{t('lacks', { count: lacking })}</span>}
          {way?.startsWith('#') ? (
            <a {...look} data-size="sm" href={way}>
              {label}
            </a>
          ) : (
            way && (
              <LocaleLink {...look} data-size="sm" to={way}>
                {label}
              </LocaleLink>
            )
          )}
        </div>
      </section>
      {taken_down_reason !== null && (
        <Notice tone="bad" title={pages('taken_down')}>
          <p {...textAttributes(taken_down_reason, locale)}>{taken_down_reason}</p>
        </Notice>
      )}
    </>
  );
}

/** Fields of a version that a listing alone does not need. */
const OF_VERSIONS: ReadonlySet<SuggestionField> = new Set([
  'version',
  'git_version',
  'repo_url',
  'size',
  'version_description',
  'changes',
]);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function InStore({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('appStatus');
  const locale = useLocale();
  const path = useLocalePath();
  const live = detail.versions.find(({ id }) => id === detail.current_version_id);
  if (detail.status !== 'published' || !live)
    return <span className="quiet">{t(detail.status === 'unpublished' ? 'store_gone' : 'store_none')}</span>;
  return (
    <>
      {live.released_at
        ? t('store_since', { version: live.version, date: dayOf(live.released_at, locale) })
        : live.version}
      {detail.listing_since && (
        <small>{t('listing_since', { date: dayOf(detail.listing_since, locale) })}</small>
      )}
      <small>
        <a href={path(`/store/${detail.id}`)} target="_blank" rel="noopener">
          {t('store_open')}
        </a>
      </small>
    </>
  );
}

/** The version under review or decided, if any. */
const comingVersion = ({ versions, coming_version_id }: DevAppDetail): DevVersion | undefined =>
  versions.find(({ id, review_status }) => id === coming_version_id && review_status !== 'draft');

function UnderReview({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('appStatus');
  const terms = useSharedTranslations('storeTerms');
  const developerTerms = useDeveloperTerms();
  const locale = useLocale();
  const coming = comingVersion(detail);
  if (!coming) return <span className="quiet">{t('review_none')}</span>;
  return (
    <>
      {coming.listing ? developerTerms('listing') : <span className="num">{coming.version}</span>}{' '}
      <Badge tone={REVIEW_TONES[coming.review_status]}>{terms(`review.${coming.review_status}`)}</Badge>
      <When coming={coming} locale={locale} />
    </>
  );
}

function When({ coming, locale }: { coming: DevVersion; locale: 'zh' | 'en' }) {
  const t = useTranslations('appStatus');
  const { review_status, submitted_at, due_at, decided_at, actions } = coming;
  if (review_status === 'in_review' && submitted_at && due_at)
    return <small>{t('due', { at: dayOf(submitted_at, locale), due: deadlineOf(due_at, locale) })}</small>;
  if (review_status === 'approved')
    return <small>{t(actions.includes('release') ? 'approved' : 'approved_waits')}</small>;
  return decided_at && <small>{t('decided', { at: dayOf(decided_at, locale) })}</small>;
}

type Changes = DevAppDetail['draft_changes'];

/** State and next step, of a published app according to the changes saved since the detail was loaded. */
function standingOf(
  { state, next_step }: DevAppDetail,
  changes: Changes,
): Pick<DevAppDetail, 'state' | 'next_step'> {
  if ((state !== 'published' && state !== 'changed') || !changes) return { state, next_step };
  return changes.length > 0
    ? { state: 'changed', next_step: 'submit_listing' }
    : { state: 'published', next_step: 'new_version' };
}

function Draft({ changes, live }: { changes: Changes; live: boolean }) {
  const t = useTranslations('appStatus');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  if (changes === null) return <span className="quiet">{t('draft_first')}</span>;
  if (changes.length === 0) return <>{t('draft_same')}</>;
  return (
    <>
      {t('draft_changed', {
        fields: changes.map((field) => terms(`field.${field}`)).join(locale === 'zh' ? '、' : ', '),
      })}
      {live && <small>{t('draft_saved')}</small>}
    </>
  );
}

/**
 * Fields in which the draft differs from the store, as of the last save of this page's editor since the detail was
 * loaded: the detail is not refetched during editing.
 */
function useChanges({ id, revision, draft_changes }: DevAppDetail): Changes {
  const last = useAppSelector(({ api }) => {
    const saves = Object.values(api.mutations)
      .filter((one) => one?.endpointName === 'devAppSave' && one.status === 'fulfilled')
      .map((one) => one?.data as DataOf<typeof devApp.save>);
    return saves.findLast((saved) => saved.id === id && saved.revision > revision);
  });
  return last ? last.draft_changes : draft_changes;
}
