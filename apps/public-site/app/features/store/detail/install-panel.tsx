import { CopyButton, LocaleLink } from '@yunduo/app-shell';
import { Card } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import styles from './install-panel.module.css';

interface InstallPanelProps {
  name: string;
  /** The stable key that the client's own store finds the app by. */
  appKey: string;
  /** Where a guide leads through it step by step; only official apps have one. */
  guide: string | null;
}

/** How the app gets onto servers: the client does it, and the key leads it to the right app. */
export function InstallPanel({ name, appKey, guide }: InstallPanelProps) {
  const t = useWords('storeDetail');
  return (
    <Card title={t('install.heading', { app: name })} className={styles.panel}>
      <ol className={styles.steps}>
        <li>{t('install.step_open')}</li>
        <li>
          {t('install.step_paste')}
          <div className={styles.key}>
            <code>{appKey}</code>
            <CopyButton text={appKey} label={t('install.copy')} withText />
          </div>
        </li>
        <li>{t('install.step_pick')}</li>
      </ol>
      <p className={styles.hint}>
        {t('install.copied_hint')} {guide && <LocaleLink to={guide}>{t('install.guide')}</LocaleLink>}
      </p>
    </Card>
  );
}
