import type { DevAppDetail } from '@yunduo/api-contract';
import { lazyWithRetry, LocaleLink } from '@yunduo/app-shell';
import { Button, Card } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Checklist, VERSION_FIELDS } from '../../app-pages/checklist.tsx';
import { AppPage } from '../../app-pages/app-page.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { AppTimeline } from './app-timeline.tsx';
import { PendingVersion } from './pending-version.tsx';
import { DeleteButton } from './delete-button.tsx';
import { ListingSubmission } from './listing-submission.tsx';
import { ReleaseRecords } from './release-records.tsx';
import styles from './versions.module.css';

const ReplacementDialog = lazyWithRetry(() => import('./replacement-dialog.tsx'));

/** Of an unpublished app: what its store page says about a replacement, and the dialog that changes it. */
function Replacement({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('versions');
  const [asking, setAsking] = useState(false);
  const { replaced_by } = detail;
  return (
    <section className={styles.section} aria-labelledby="replacement">
      <h2 id="replacement">{t('replacement.heading')}</h2>
      <p>
        {replaced_by === null
          ? t('replacement.none')
          : t(replaced_by.published ? 'replacement.named' : 'replacement.hidden', { app: replaced_by.name })}
      </p>
      <div>
        <Button kind="line" size="sm" onClick={() => setAsking(true)}>
          {t(replaced_by === null ? 'replacement.set' : 'replacement.change')}
        </Button>
      </div>
      {asking && <ReplacementDialog detail={detail} onClose={() => setAsking(false)} />}
    </section>
  );
}

const NewVersion = lazyWithRetry(() => import('./new-version.tsx'));

/** The versions of an app: the pending one, released ones, and the timeline. */
export function VersionsPage() {
  return <AppPage here="versions">{(detail) => <Versions key={detail.id} detail={detail} />}</AppPage>;
}

/** The version with available actions: in preparation, in review, approved, or recently rejected. */
function pendingOf({ versions, open_version_id }: DevAppDetail) {
  return (
    versions.find(({ id }) => id === open_version_id) ??
    versions.find(({ actions }) => actions.includes('release')) ??
    versions.find(({ appeal_until }) => appeal_until !== null)
  );
}

/** True if no version was ever submitted: only the developer has seen the app. */
const isUnseen = ({ versions }: DevAppDetail): boolean =>
  versions.every(({ review_status }) => review_status === 'draft');

/** A mistaken app can be deleted, which removes it from the list and frees its names. */
function DeleteApp({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('versions');
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

/** Anchor of an error on this page: its field, or the reviewer's suggestions. */
const placeOf = (path: string): string => `version-${isSuggestion(path) ? 'suggestions' : path}`;

/** The target of the address's anchor renders with the version: only then can it take the focus. */
function useFocusOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash.startsWith('#version-')) return;
    const place = document.getElementById(placeOf(hash.slice('#version-'.length)));
    const target = place?.matches('fieldset') ? place.querySelector<HTMLElement>('select, button') : place;
    target?.focus();
  }, [hash]);
}

/** A version that was just started focuses the field after its number. */
function useFocusOfBegun(coming: number | undefined): (id: number) => void {
  const [started, setStarted] = useState<number>();
  useEffect(() => {
    if (started !== undefined && started === coming) document.getElementById('version-git_version')?.focus();
  }, [started, coming]);
  return setStarted;
}

function Versions({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('versions');
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
        {/* One at a time: a version awaiting its release does not block the next one. */}
        {(detail.open_version_id === null || (coming?.listing && coming.editable)) && (
          <section className={styles.section} aria-labelledby="new">
            <h2 id="new">{t(detail.versions.length === 0 ? 'new.first' : 'new.next')}</h2>
            <NewVersion detail={detail} onBegun={begin} waiting={<div className={styles.waiting} />} />
          </section>
        )}
        {/* An operator's decision names no replacement. */}
        {detail.status === 'unpublished' && detail.taken_down_reason === null && (
          <Replacement detail={detail} />
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
