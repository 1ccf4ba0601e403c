import type { AppDetail, AppRelease } from '@yunduo/api-contract';
import { dayOf } from '@yunduo/i18n';
import { Badge } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useLocale, useSharedTranslations } from '../i18n/use-translations.ts';
import { ChangeList } from './change-list.tsx';
import { changesLang } from './foreign-lang.ts';
import styles from './update-log.module.css';

interface UpdateLogProps {
  app: AppDetail;
  /** The reader's installed version, if known. */
  from: string | null;
  /** A field for the installed version, beside the heading. */
  compare?: ReactNode;
  /** Changes since the installed version, above the releases. */
  since?: ReactNode;
}

/** Releases shown at first; older ones are behind a disclosure. */
const SHOWN = 6;

/** A release, or one that was withdrawn, with the reason. */
type Listed = Pick<AppRelease, 'version' | 'released_at' | 'untranslated'> &
  Partial<Pick<AppRelease, 'human_size' | 'changes'>> & { reason?: string };

/** Releases and withdrawn ones, newest first. */
const allReleases = ({ update_log, withdrawn = [] }: AppDetail): Listed[] =>
  [...update_log, ...withdrawn].sort((one, other) => other.released_at.localeCompare(one.released_at));

/** Releases, newest first. A dashed line marks the reader's installed version. */
export function UpdateLog({ app, from, compare, since }: UpdateLogProps) {
  const t = useSharedTranslations('appPage');
  const releases = allReleases(app);
  const yours = releases.findIndex(({ version }) => version === from);
  const shown = Math.max(SHOWN, yours + 1);
  const older = releases.slice(shown);
  return (
    <section id="log" className={styles.log} aria-labelledby="log-h">
      <div className={styles.head}>
        <h2 id="log-h">{t('log.heading')}</h2>
        {compare}
      </div>
      {since}
      <Releases releases={releases.slice(0, shown)} current={app.version} yours={from} />
      {older.length > 0 && (
        <details className={styles.older}>
          <summary>{t('log.older', { count: older.length })}</summary>
          <Releases releases={older} current={app.version} yours={from} />
        </details>
      )}
    </section>
  );
}

interface ReleasesProps {
  releases: readonly Listed[];
  current: string;
  yours: string | null;
}

function Releases({ releases, current, yours }: ReleasesProps) {
  const t = useSharedTranslations('appPage');
  const locale = useLocale();
  return (
    <ol className={styles.releases}>
      {releases.map(({ version, released_at, human_size, changes, reason, untranslated }) => (
        <li key={version} data-yours={version === yours || undefined}>
          <div className={styles.release}>
            <h3>{version}</h3>
            {version === yours ? (
              <Badge tone="brand">{t('log.yours')}</Badge>
            ) : (
              version === current && <Badge>{t('log.current')}</Badge>
            )}
            <p>
              <time dateTime={released_at}>{dayOf(released_at, locale)}</time>
              {human_size && ` · ${human_size}`}
            </p>
          </div>
          {reason === undefined ? (
            <ChangeList changes={changes ?? []} lang={changesLang({ untranslated }, locale)} />
          ) : (
            <div className={styles.release}>
              <Badge tone="bad">{t('log.withdrawn')}</Badge>
              <span lang={changesLang({ untranslated }, locale)}>{reason}</span>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
