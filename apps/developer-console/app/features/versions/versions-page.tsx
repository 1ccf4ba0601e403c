import type { DevAppDetail } from '@yunduo/api-contract';
import { LocaleLink, lazyWithRetry } from '@yunduo/app-shell';
import { Card } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Checklist, VERSION_FIELDS } from '../../app-pages/checklist.tsx';
import { AppPage } from '../../app-pages/app-page.tsx';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import { AppTimeline } from './app-timeline.tsx';
import { PendingVersion } from './pending-version.tsx';
import { DeleteButton } from './delete-button.tsx';
import { ListingSubmission } from './listing-submission.tsx';
import { ReleaseRecords } from './release-records.tsx';
import styles from './versions.module.css';

const NewVersion = lazyWithRetry(() => import('./new-version.tsx'));

/** The versions of an app: the one in preparation or review, those that were released, and what happened when. */
export function VersionsPage() {
  return <AppPage here="versions">{(detail) => <Versions key={detail.id} detail={detail} />}</AppPage>;
}

/** The version that something can still be done about: in preparation, in review, approved, or rejected of late. */
function pendingOf({ versions, open_version_id }: DevAppDetail) {
  return (
    versions.find(({ id }) => id === open_version_id) ??
    versions.find(({ actions }) => actions.includes('release')) ??
    versions.find(({ appeal_until }) => appeal_until !== null)
  );
}

/** Nobody but the developer has seen it: no version was ever handed in. */
const isUnseen = ({ versions }: DevAppDetail): boolean =>
  versions.every(({ review_status }) => review_status === 'draft');

/** A false start need not stay in the list, nor keep its names from others. */
function DeleteApp({ detail }: { detail: DevAppDetail }) {
  const t = useWords('versions');
  return (
    <section className={styles.section} aria-labelledby="delete-app">
      <h2 id="delete-app">{t('delete.app.heading')}</h2>
      <p>{t('delete.app.lead')}</p>
      <div>
        <DeleteButton detail={detail} />
      </div>
    </section>
  );
}

const isSuggestion = (path: string): boolean => path.includes('.suggestion.');

/** Where a fault is mended on this page: its field, or what a reviewer asked for. */
const placeOf = (path: string): string => `version-${isSuggestion(path) ? 'suggestions' : path}`;

/** What an address of another page leads to comes with the version: only then it can take the focus. */
function useFocusOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash.startsWith('#version-')) return;
    const place = document.getElementById(placeOf(hash.slice('#version-'.length)));
    const target = place?.matches('fieldset') ? place.querySelector<HTMLElement>('select, button') : place;
    target?.focus();
  }, [hash]);
}

/** Who begins a version goes on with what comes after its number. */
function useFocusOfBegun(coming: number | undefined): (id: number) => void {
  const [begun, setBegun] = useState<number>();
  useEffect(() => {
    if (begun !== undefined && begun === coming) document.getElementById('version-git_version')?.focus();
  }, [begun, coming]);
  return setBegun;
}

function Versions({ detail }: { detail: DevAppDetail }) {
  const t = useWords('versions');
  useFocusOfAddress();
  const coming = pendingOf(detail);
  const begin = useFocusOfBegun(coming?.id);
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {coming && <PendingVersion key={coming.id} detail={detail} version={coming} />}
        {detail.next_step === 'submit_listing' && (
          <section className={styles.section} aria-labelledby="listing">
            <h2 id="listing">{t('listing.heading')}</h2>
            <ListingSubmission detail={detail} />
          </section>
        )}
        {/* One at a time: a version that waits for its release does not hold up the next. */}
        {(detail.open_version_id === null || (coming?.listing && coming.editable)) && (
          <section className={styles.section} aria-labelledby="new">
            <h2 id="new">{t(detail.versions.length === 0 ? 'new.first' : 'new.next')}</h2>
            <NewVersion detail={detail} onBegun={begin} waiting={<div className={styles.waiting} />} />
          </section>
        )}
        {detail.versions.some(({ listing }) => !listing) && (
          <ReleaseRecords detail={detail} coming={coming} />
        )}
      </div>
      <aside className={styles.aside}>
        {coming?.editable && !coming.listing && (
          <Card title={t('checks')}>
            <div id="checks" tabIndex={-1}>
              <Checklist
                checks={detail.checks}
                way={(check, path, label) =>
                  VERSION_FIELDS.has(check.field) || isSuggestion(path) ? (
                    <a href={`#${placeOf(path)}`}>{label}</a>
                  ) : (
                    <LocaleLink to={`${PATHS.listing}?id=${detail.id}&at=${path}`}>{label}</LocaleLink>
                  )
                }
              />
            </div>
          </Card>
        )}
        <AppTimeline id={detail.id} />
      </aside>
      {isUnseen(detail) && <DeleteApp detail={detail} />}
    </div>
  );
}
