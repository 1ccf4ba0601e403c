import type { AppDetail } from '@yunduo/api-contract';
import { CopyButton, LocaleLink } from '@yunduo/app-shell';
import { Card } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { CheckButton } from './check/check-button.tsx';
import styles from './install-panel.module.css';

interface InstallPanelProps {
  /** Its key is what the client's own store finds it by. */
  app: Pick<AppDetail, 'name' | 'app_key'>;
  /** Where a guide leads through it step by step; only official apps have one. */
  guide: string | null;
}

/** How the app gets onto servers: the client does it, and the key leads it to the right app. */
export function InstallPanel({ app, guide }: InstallPanelProps) {
  const t = useWords('storeDetail');
  return (
    <Card title={t('install.heading', { app: app.name })} className={styles.panel}>
      <ol className={styles.steps}>
        <li>{t('install.step_open')}</li>
        <li>
          {t('install.step_paste')}
          <div className={styles.key}>
            <code>{app.app_key}</code>
            <CopyButton text={app.app_key} label={t('install.copy')} withText />
          </div>
        </li>
        <li>{t('install.step_pick')}</li>
      </ol>
      <CheckButton app={app} />
      <p className={styles.hint}>
        {t('install.copied_hint')} {guide && <LocaleLink to={guide}>{t('install.guide')}</LocaleLink>}
      </p>
    </Card>
  );
}
