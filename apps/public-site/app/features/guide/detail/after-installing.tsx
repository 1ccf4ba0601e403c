import type { AppDetail, AppRelease } from '@yunduo/api-contract';
import { changesLang, CodeText, LocaleLink, useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { dayOf, type Locale } from '@yunduo/i18n';
import { Badge } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './after-installing.module.css';

/** Maintenance: where updates come from, warnings of earlier releases, and the full changelog. */
export function AfterInstalling({ app }: { app: AppDetail }) {
  const t = useTranslations('guide');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const warnings = warningsOf(app.update_log, locale);
  return (
    <div className={styles.after}>
      <p>{t('after.check', { app: app.name })}</p>
      <p>
        {t('after.current', {
          app: app.name,
          version: app.version,
          size: app.human_size,
          date: dayOf(app.updated_at, locale),
        })}
      </p>
      {warnings.length > 0 && (
        <>
          <h3>{t('after.heed')}</h3>
          <ul>
            {warnings.map(({ version, kind, text, lang }) => (
              <li key={`${version} ${text}`}>
                <Badge tone={kind === 'breaking' ? 'warn' : 'good'}>{terms(`change.${kind}`)}</Badge>
                <span>
                  <b>{version}</b>{' '}
                  <span lang={lang}>
                    <CodeText text={text} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <LocaleLink to={`/store/${String(app.id)}#log`}>{t('after.log')}</LocaleLink>
      </p>
    </div>
  );
}

type Warning = AppRelease['changes'][number] & {
  version: string;
  /** Its language, if it differs from the page's. */
  lang: string | undefined;
};

/** Number of warnings that a guide repeats; the changelog in the store has them all. */
const SHOWN = 5;

/** Breaking changes and fixed vulnerabilities, newest first: what a user needs to know before an update. */
function warningsOf(releases: readonly AppRelease[], locale: Locale): Warning[] {
  return releases
    .flatMap((release) =>
      release.changes.map((change) => ({
        ...change,
        version: release.version,
        lang: changesLang(release, locale),
      })),
    )
    .filter(({ kind }) => kind === 'breaking' || kind === 'security')
    .slice(0, SHOWN);
}
