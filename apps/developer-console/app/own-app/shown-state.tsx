import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { deadlineOf } from '@yunduo/i18n';
import { useWords } from '../shell/words.ts';
import styles from './own-app.module.css';

/** What reviewers have before them, or have approved: as it was submitted, whatever the draft says since. */
export const submittedOf = ({ versions }: Pick<DevAppDetail, 'versions'>): DevVersion | undefined =>
  versions.find(({ review_status }) => review_status === 'in_review') ??
  versions.find(({ review_status }) => review_status === 'approved');

/** Which of the three is on the screen: the draft, what is under review, or what the store shows. */
export function ShownState({
  detail,
  here,
}: {
  detail: DevAppDetail;
  here: 'edit' | 'versions' | 'preview';
}) {
  const t = useWords('ownApp');
  const locale = useLocale();
  const live = detail.versions.find(({ id }) => id === detail.current_version_id);
  const submitted = submittedOf(detail);
  const inStore =
    detail.status === 'published' && live ? 'live' : detail.status === 'unpublished' ? 'gone' : 'none';
  const sentences = [
    t(`shown.here.${here}`),
    t(`shown.store.${inStore}`, { version: live?.version ?? '' }),
    // While one writes, only the server knows whether it still says the same.
    here !== 'edit' && inStore === 'live' && t(detail.draft_differs ? 'shown.differs' : 'shown.same'),
    submitted &&
      t(submitted.review_status === 'in_review' ? 'shown.in_review' : 'shown.approved', {
        version: submitted.version,
        at: deadlineOf(submitted.submitted_at ?? submitted.created_at, locale),
      }),
    submitted && here === 'edit' && t('shown.not_part'),
  ];
  return (
    <p className={styles.shown}>
      {sentences.filter((sentence) => typeof sentence === 'string').join(locale === 'en' ? ' ' : '')}
    </p>
  );
}
