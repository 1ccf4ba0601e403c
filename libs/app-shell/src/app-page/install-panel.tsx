import type { AppDetail } from '@yunduo/api-contract';
import { buttonClass, Card } from '@yunduo/ui';
import { CLIENT_SCHEME } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy/copy-button.tsx';
import { LocaleLink } from '../i18n/locale-link.tsx';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import styles from './install-panel.module.css';

interface InstallPanelProps {
  /** The client's store finds the app by its key. */
  app: Pick<AppDetail, 'name' | 'app_key'>;
  /** A step-by-step guide; only official apps have one. */
  guide: string | null;
  /** Checks before installation. */
  children?: ReactNode;
}

/**
 * How to install the app: the desktop client does it. A link with the client's URL scheme opens the app
 * there. Where that fails, as on a phone, the key finds the app in the client's store.
 */
export function InstallPanel({ app, guide, children }: InstallPanelProps) {
  const t = useSharedTranslations('appPage');
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
