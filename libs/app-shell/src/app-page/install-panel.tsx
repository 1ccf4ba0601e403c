import type { AppDetail } from '@yunduo/api-contract';
import { Card } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy/copy-button.tsx';
import { LocaleLink } from '../i18n/locale-link.tsx';
import { useSharedWords } from '../i18n/use-words.ts';
import styles from './install-panel.module.css';

interface InstallPanelProps {
  /** Its key is what the client's own store finds it by. */
  app: Pick<AppDetail, 'name' | 'app_key'>;
  /** Where a guide leads through it step by step; only official apps have one. */
  guide: string | null;
  /** What can be found out before installing. */
  children?: ReactNode;
}

/** How the app gets onto servers: the client does it, and the key leads it to the right app. */
export function InstallPanel({ app, guide, children }: InstallPanelProps) {
  const t = useSharedWords('appPage');
  return (
    <Card title={t('install.heading', { app: app.name })} className={styles.panel}>
      <ol className={styles.steps}>
        <li>{t('install.step_open')}</li>
        <li>
          {t('install.step_paste')}
          <div className={styles.key}>
            <code translate="no">{app.app_key}</code>
            <CopyButton text={app.app_key} label={t('install.copy')} withText />
          </div>
        </li>
        <li>{t('install.step_pick')}</li>
      </ol>
      {children}
      <p className={styles.hint}>
        {t('install.copied_hint')} {guide && <LocaleLink to={guide}>{t('install.guide')}</LocaleLink>}
      </p>
    </Card>
  );
}
