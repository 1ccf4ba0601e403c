import type { AppDetail } from '@yunduo/api-contract';
import { buttonClass, Card } from '@yunduo/ui';
import { CLIENT_SCHEME } from '@yunduo/validation';
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

/**
 * How the app gets onto servers: the client does it. It opens the app by an address of its own; where it does not, as
 * on a phone, the key leads to the app in the client's store.
 */
export function InstallPanel({ app, guide, children }: InstallPanelProps) {
  const t = useSharedWords('appPage');
  return (
    <Card title={t('install.heading', { app: app.name })} className={styles.panel}>
      <a
        className={`${buttonClass} ${styles.open ?? ''}`}
        data-size="lg"
        href={`${CLIENT_SCHEME}://store/${encodeURIComponent(app.app_key)}`}
      >
        {t('install.open')}
      </a>
      <p className="quiet">
        {t('install.otherwise')} <LocaleLink to="/client-download">{t('install.download')}</LocaleLink>
      </p>
      <div className={styles.key}>
        <code translate="no">{app.app_key}</code>
        <CopyButton text={app.app_key} label={t('install.copy')} withText />
      </div>
      {children}
      <p className={styles.hint}>
        {t('install.copied_hint')} {guide && <LocaleLink to={guide}>{t('install.guide')}</LocaleLink>}
      </p>
    </Card>
  );
}
