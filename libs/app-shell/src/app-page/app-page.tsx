import type { AppDetail } from '@yunduo/api-contract';
import { Notice, DescriptionList } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useLocale, useSharedTranslations } from '../i18n/use-translations.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import { AboutApp } from './about-app.tsx';
import { AppHead } from './app-head.tsx';
import styles from './app-page.module.css';
import { foreignLang } from './foreign-lang.ts';
import { InstallPanel } from './install-panel.tsx';
import { Relations } from './relations.tsx';
import { Shots } from './shots.tsx';
import { UpdateLog } from './update-log.tsx';
import { SideSection } from './side-section.tsx';

/** The texts that describe an app. */
const DESCRIBED = ['name', 'intro', 'description'] as const;

/** In the order in which an administrator checks a server. */
const ORDER = ['os', 'cpu', 'mem', 'hard_disk', 'gpu', 'network_card'] as const;

interface RequirementsProps extends Pick<AppDetail, 'requirements'> {
  /** Language of the developer's text, if it differs from the page's. */
  lang?: string | undefined;
}

/** The requirements of the app on a server. */
function Requirements({ requirements, lang }: RequirementsProps) {
  const t = useSharedTranslations('appPage');
  const items = ORDER.filter((part) => requirements[part] !== '').map((part) => ({
    term: t(`requirements.${part}`),
    value: lang === undefined ? requirements[part] : <span lang={lang}>{requirements[part]}</span>,
  }));
  return (
    <SideSection heading={t('requirements.heading')}>
      <DescriptionList layout="rows" items={items} />
    </SideSection>
  );
}

/** Slots for what only readers of the store can do. A preview fills none. */
export interface AppPageSlots {
  /** After the badges. */
  actions?: ReactNode;
  /** In the install panel. */
  install?: ReactNode;
  /** Beside the heading of the update log. */
  compare?: ReactNode;
  /** Above the releases. */
  since?: ReactNode;
  /** Below both columns. */
  more?: ReactNode;
  /** At the end of the side column. */
  side?: ReactNode;
}

export interface AppPageProps {
  app: AppDetail;
  /** The product's name, as data. */
  product: string;
  /** The reader's installed version, if the address names a version of this app. */
  from?: string | null;
  slots?: AppPageSlots;
}

/**
 * The page of one app: facts in the head; pictures, text and update log; installation and requirements beside
 * them.
 */
export function AppPage({ app, product, from = null, slots = {} }: AppPageProps) {
  const t = useSharedTranslations('appPage');
  const locale = useLocale();
  return (
    <div className="wrap">
      <AppHead app={app} product={product}>
        {slots.actions}
      </AppHead>
      {/* The notice speaks of the description: a single requirement may be in one language, too. */}
      {DESCRIBED.some((text) => app.untranslated?.includes(text)) && <Notice>{t('untranslated')}</Notice>}
      <div className={styles.detail}>
        <div className={styles.install}>
          <InstallPanel app={app} guide={app.source === 'official' ? `/application/${String(app.id)}` : null}>
            {slots.install}
          </InstallPanel>
        </div>
        <div className={styles.main}>
          <Shots screenshots={app.screenshots} lang={foreignLang(app, 'screenshots', locale)} />
          <section aria-labelledby="description-h">
            <h2 id="description-h" className={styles.title}>
              {t('description')}
            </h2>
            <div className={styles.description} lang={foreignLang(app, 'description', locale)}>
              <RichText html={app.description} />
            </div>
          </section>
          <UpdateLog app={app} from={from} compare={slots.compare} since={slots.since} />
          <AboutApp app={app} />
        </div>
        <div className={styles.side}>
          <Requirements requirements={app.requirements} lang={foreignLang(app, 'requirements', locale)} />
          <Relations
            heading={t('dependencies.heading')}
            none={t('dependencies.none')}
            relations={app.dependencies}
          />
          <Relations
            heading={t('conflicts.heading')}
            none={t('conflicts.none')}
            relations={app.conflicts}
            warn
          />
          {slots.side}
        </div>
        {slots.more}
      </div>
    </div>
  );
}
