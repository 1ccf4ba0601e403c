import type { AppDetail, AppRelease } from '@yunduo/api-contract';
import { CodeText, LocaleLink, useLocale, useSharedWords } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Badge } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import styles from './after-installing.module.css';

/** How to keep it: where updates come from, what was learnt the hard way, and where the whole log is. */
export function AfterInstalling({ app }: { app: AppDetail }) {
  const t = useWords('guide');
  const terms = useSharedWords('storeTerms');
  const locale = useLocale();
  const warnings = warningsOf(app.update_log);
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
            {warnings.map(({ version, kind, text }) => (
              <li key={`${version} ${text}`}>
                <Badge tone={kind === 'breaking' ? 'warn' : 'good'}>{terms(`change.${kind}`)}</Badge>
                <span>
                  <span className="num">{version}</span> <CodeText text={text} />
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

type Warning = AppRelease['changes'][number] & { version: string };

/** Warnings that a guide repeats; the log in the store has them all. */
const SHOWN = 5;

/** What breaks on an update and which holes were closed, newest first: what one wants to know before pressing Update. */
function warningsOf(releases: readonly AppRelease[]): Warning[] {
  return releases
    .flatMap(({ version, changes }) => changes.map((change) => ({ ...change, version })))
    .filter(({ kind }) => kind === 'breaking' || kind === 'security')
    .slice(0, SHOWN);
}
