import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import { ARCHITECTURES, OPERATING_SYSTEMS, type OperatingSystem } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import { guidePath, type AppGroup, type Purpose } from '../directory.ts';
import styles from './purpose-group.module.css';

interface PurposeGroupProps {
  purpose: Purpose;
  group: AppGroup;
  os: OperatingSystem | null;
}

/** The description of a purpose, next to its apps. */
export function PurposeGroup({ purpose, group, os }: PurposeGroupProps) {
  const t = useTranslations('guide');
  const rest = group.total - group.list.length;
  const query = new URLSearchParams({ cate: purpose, source: 'official', ...(os && { os }) });
  return (
    <section id={purpose} className={styles.group} aria-labelledby={`${purpose}-h`}>
      <div className={styles.head}>
        <h2 id={`${purpose}-h`}>{t(`purpose.${purpose}.heading`)}</h2>
        <p>{t(`purpose.${purpose}.text`)}</p>
        <p className="quiet">{t('count', { count: group.total })}</p>
      </div>
      <ul className={styles.apps}>
        {group.list.map((app) => (
          <Entry key={app.id} app={app} />
        ))}
        {rest > 0 && (
          <li>
            <LocaleLink to={`/store?${query.toString()}`}>{t('rest', { count: rest })}</LocaleLink>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Tagline of the app, and its systems and architectures if they are limited. */
function Entry({ app }: { app: AppItem }) {
  const runsOn = useRunsOn(app);
  const locale = useLocale();
  return (
    <li className={styles.app}>
      <AppLogo appKey={app.app_key} src={app.logo} size={40} />
      <div>
        <h3>
          <LocaleLink to={guidePath(app.id)} lang={foreignLang(app, 'name', locale)}>
            {app.name}
          </LocaleLink>
        </h3>
        <p lang={foreignLang(app, 'intro', locale)}>{app.intro}</p>
        {runsOn && <p className={styles.on}>{runsOn}</p>}
      </div>
    </li>
  );
}

/** Systems and architectures if they are limited; empty for an app that supports all of them. */
function useRunsOn({ os, arch }: AppItem): string {
  const t = useTranslations('guide');
  const terms = useSharedTranslations('storeTerms');
  const comma = useLocale() === 'zh' ? '、' : ', ';
  const parts = [
    os.length < OPERATING_SYSTEMS.length && os.map((system) => terms(`os.${system}`)).join(comma),
    arch.length < ARCHITECTURES.length && arch.map((one) => terms(`arch.${one}`)).join(comma),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : t('only', { what: parts.join(' · ') });
}
