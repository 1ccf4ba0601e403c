import { LocaleLink, useSharedTranslations } from '@yunduo/app-shell';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { type OperatingSystem, OPERATING_SYSTEMS } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import { directoryPath, type AppGroup, type Purpose, PURPOSES } from '../directory.ts';
import styles from './directory-page.module.css';
import { PurposeGroup } from './purpose-group.tsx';
import pickerStyles from './system-picker.module.css';
import { hasPage } from '../../../route-map.ts';
import howTo from './how-to.module.css';

interface DirectoryPageProps {
  product: string;
  /** The operating system that the visitor selected, if any. */
  os: OperatingSystem | null;
  groups: Readonly<Record<Purpose, AppGroup>>;
}

/** The official apps by purpose, with links to their guides. */
export function DirectoryPage({ product, os, groups }: DirectoryPageProps) {
  const t = useTranslations('guide');
  const filled = PURPOSES.filter((purpose) => groups[purpose].list.length > 0);
  return (
    <div className="wrap">
      <PageHead title={t('title')} lead={t('lead', { name: product })} />
      <HowTo />
      <SystemPicker os={os} />
      {filled.length > 1 && <PurposeLinks purposes={filled} />}
      {filled.map((purpose) => (
        <PurposeGroup key={purpose} purpose={purpose} group={groups[purpose]} os={os} />
      ))}
      {filled.length === 0 && (
        <EmptyState
          title={t(os === null ? 'empty.none' : 'empty.title')}
          action={
            <LocaleLink
              to={os === null ? '/store' : directoryPath(null)}
              className={buttonClass}
              data-kind="line"
            >
              {t(os === null ? 'empty.store' : 'empty.all')}
            </LocaleLink>
          }
        >
          {t(os === null ? 'empty.nothing' : 'empty.filtered')}
        </EmptyState>
      )}
      <p className={styles.more}>
        {t('more')} <LocaleLink to="/store">{t('more_link')}</LocaleLink>
      </p>
    </div>
  );
}

/** The operating systems as links: each filters the apps. */
function SystemPicker({ os }: { os: OperatingSystem | null }) {
  const t = useTranslations('guide');
  const terms = useSharedTranslations('storeTerms');
  return (
    <nav className={pickerStyles.picker} aria-labelledby="picker-h">
      <span id="picker-h">{t('picker.label')}</span>
      <ul>
        {[null, ...OPERATING_SYSTEMS].map((system) => (
          <li key={system}>
            <LocaleLink to={directoryPath(system)} aria-current={system === os ? 'page' : undefined}>
              {system === null ? t('picker.any') : terms(`os.${system}`)}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone, where the groups are long: links to them on this page. */
function PurposeLinks({ purposes }: { purposes: readonly Purpose[] }) {
  const t = useTranslations('guide');
  return (
    <nav className={`${pickerStyles.picker} ${pickerStyles.jumps}`} aria-labelledby="purposes-h">
      <span id="purposes-h">{t('picker.purpose')}</span>
      <ul>
        {purposes.map((purpose) => (
          <li key={purpose}>
            <a href={`#${purpose}`}>{t(`purpose.${purpose}.heading`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Installation steps, the same for all apps. */
function HowTo() {
  const t = useTranslations('guide');
  return (
    <section className={howTo.how} aria-labelledby="how-h">
      <h2 id="how-h">{t('how.heading')}</h2>
      <ol>
        <li>
          <h3>{t('how.connect')}</h3>
          <p>
            {t('how.connect_text')}{' '}
            {hasPage('client-download') && <LocaleLink to="/client-download">{t('how.download')}</LocaleLink>}
          </p>
        </li>
        <li>
          <h3>{t('how.read')}</h3>
          <p>{t('how.read_text')}</p>
        </li>
        <li>
          <h3>{t('how.install')}</h3>
          <p>{t('how.install_text')}</p>
        </li>
      </ol>
    </section>
  );
}
