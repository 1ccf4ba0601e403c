import type { DevAppItem } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { useReviewWaitQuery } from '@yunduo/data-access';
import { dayOf } from '@yunduo/i18n';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './panel.module.css';

/** Versions under review, and recent review times. */
export function InReview({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useTranslations('panel');
  const locale = useLocale();
  const waiting = apps.filter(({ review_status }) => review_status === 'in_review');
  return (
    <section aria-labelledby="in-review">
      <h2 id="in-review">{t('in_review.heading')}</h2>
      {waiting.length > 0 ? (
        <ul className={styles.lines}>
          {waiting.map(({ id, app_key, name, coming_version, coming_listing, due_at, waits_since }) => (
            <li key={id}>
              <p>
                <LocaleLink to={`${PATHS.versions}?id=${id}`}>
                  <bdi>{name || app_key}</bdi>
                </LocaleLink>{' '}
                <span className="num">{coming_listing ? t('in_review.listing') : coming_version}</span>{' '}
                <LocaleLink
                  to={`${PATHS.preview}?id=${id}`}
                  aria-label={t('in_review.preview_of', { name: name || app_key })}
                >
                  {t('in_review.preview')}
                </LocaleLink>
              </p>
              <p className={styles.small}>
                {due_at && (
                  <time dateTime={due_at}>{t('in_review.due', { date: dayOf(due_at, locale) })}</time>
                )}
                {waits_since && (
                  <>
                    {' · '}
                    <time dateTime={waits_since}>
                      {t('in_review.since', { date: dayOf(waits_since, locale) })}
                    </time>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{t('in_review.nothing')}</p>
      )}
      <ReviewWait />
    </section>
  );
}

function ReviewWait() {
  const t = useTranslations('panel');
  const { data } = useReviewWaitQuery();
  return (
    <p className={styles.small}>
      {data && data.median_working_days !== null
        ? t('in_review.wait', {
            reviews: data.decisions,
            count: data.median_working_days,
            promised: data.promised_working_days,
          })
        : t('in_review.promise', { promised: REVIEW_WORKING_DAYS })}
    </p>
  );
}
