import type { AppDetail } from '@yunduo/api-contract';
import { RichText } from '@yunduo/app-shell';
import { useWords } from '../../../shell/words.ts';
import { AboutApp } from './about-app.tsx';
import { AppHead } from './app-head.tsx';
import styles from './app-page.module.css';
import { InstallPanel } from './install-panel.tsx';
import { Relations } from './relations.tsx';
import { Requirements } from './requirements.tsx';
import { Share } from './share.tsx';
import { Shots } from './shots.tsx';
import { UpdateLog } from './update-log.tsx';

interface AppPageProps {
  app: AppDetail;
  /** The product's name, which is data. */
  product: string;
  /** The version that the reader runs, when the address names one of this app. */
  from: string | null;
}

/** One app: facts in the head; pictures, words and log; beside them how to install it and what it needs. */
export function AppPage({ app, product, from }: AppPageProps) {
  const t = useWords('storeDetail');
  return (
    <div className="wrap">
      <AppHead app={app} product={product} />
      <div className={styles.detail}>
        <div className={styles.main}>
          <Shots screenshots={app.screenshots} />
          <section aria-labelledby="description-h">
            <h2 id="description-h" className={styles.title}>
              {t('description')}
            </h2>
            <div className={styles.description}>
              <RichText html={app.description} />
            </div>
          </section>
          <UpdateLog app={app} from={from} />
        </div>
        <div className={styles.side}>
          <InstallPanel
            app={app}
            guide={app.source === 'official' ? `/application/${String(app.id)}` : null}
          />
          <Requirements requirements={app.requirements} />
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
          <AboutApp app={app} />
          <Share id={app.id} name={app.name} />
        </div>
      </div>
    </div>
  );
}
