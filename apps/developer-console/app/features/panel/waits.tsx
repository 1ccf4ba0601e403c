import type { DevNotice } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { useDevNoticesQuery } from '@yunduo/data-access';
import { dayOf, deadlineOf, isolate, textAttributes } from '@yunduo/i18n';
import { Badge, Skeleton } from '@yunduo/ui';
import { NOTICES_MAX } from '@yunduo/validation';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import styles from './panel.module.css';

/** Pending tasks of the developer first, then recent changes to their apps. */
export function Waits() {
  const t = useTranslations('panel');
  const { data, error, isFetching, refetch } = useDevNoticesQuery();
  const notices = data && [...data.list].sort((a, b) => Number(b.waits) - Number(a.waits));
  return (
    <section aria-labelledby="waits">
      <h2 id="waits">{t('waits.heading')}</h2>
      {notices ? (
        notices.length > 0 ? (
          <>
            <ul className={styles.notices}>
              {notices.map((notice) => (
                <Notice key={notice.id} notice={notice} />
              ))}
            </ul>
            {/* Older ones may not be shown: each app has its own. */}
            {notices.length >= NOTICES_MAX && (
              <p className={styles.small}>
                {t('waits.most', { count: NOTICES_MAX })}{' '}
                <LocaleLink to={PATHS.applications}>{t('waits.all_apps')}</LocaleLink>
              </p>
            )}
          </>
        ) : (
          <p className="quiet">{t('waits.nothing')}</p>
        )
      ) : error ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('waits.loading')} shape="text" />
      )}
    </section>
  );
}

function Notice({ notice }: { notice: DevNotice }) {
  const t = useTranslations('panel');
  const locale = useLocale();
  const { kind, text, words, at, waits, deadline, app } = notice;
  // Same targets as in mails: suggestions are at the fields of the listing; everything else is with the versions.
  const page = kind === 'changes_requested' ? PATHS.listing : PATHS.versions;
  return (
    <li>
      <div>
        <p>
          {waits && <Badge tone="warn">{t('waits.todo')}</Badge>} {text}
        </p>
        {words && <blockquote {...textAttributes(words, locale)}>{words}</blockquote>}
        <p className={styles.small}>
          <time dateTime={at}>{dayOf(at, locale)}</time>
          {deadline && (
            <>
              {' · '}
              <time dateTime={deadline}>{t('waits.deadline', { moment: deadlineOf(deadline, locale) })}</time>
            </>
          )}
        </p>
      </div>
      {app ? (
        <LocaleLink to={`${page}?id=${app.id}`} aria-label={`${t('waits.open_app')} ${isolate(app.name)}`}>
          {t('waits.open_app')}
        </LocaleLink>
      ) : (
        <a href="#tokens">{t('waits.open_tokens')}</a>
      )}
    </li>
  );
}
