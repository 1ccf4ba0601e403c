import type { Activity } from '@yunduo/api-contract';
import { Prose, RichText } from '@yunduo/app-shell';
import { PageHead } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './activity.module.css';
import { StatePanel } from './state-panel.tsx';
import { useLiveActivity } from './use-live-activity.ts';

interface ActivityPageProps {
  /** As the page was sent. */
  told: Activity;
  /** The server's clock when it was. */
  serverTime: string;
}

/** A promotional activity (R2.04): where it stands, how to take part, what it is about, its terms. */
export function ActivityPage({ told, serverTime }: ActivityPageProps) {
  const t = useWords('activity');
  const live = useLiveActivity(told, serverTime);
  const { activity } = live;
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={activity.title} lead={activity.intro} />
      <div className={styles.columns}>
        <StatePanel {...live} serverTime={serverTime} />
        <div className={styles.main}>
          {activity.html && (
            <section aria-labelledby="about-h">
              <h2 id="about-h">{t('about')}</h2>
              <RichText html={activity.html} />
            </section>
          )}
          {activity.terms && (
            <section aria-labelledby="terms-h">
              <h2 id="terms-h">{t('terms')}</h2>
              <Prose html={activity.terms} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
