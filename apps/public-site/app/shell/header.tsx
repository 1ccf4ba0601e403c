import { LanguageSwitch, LocaleLink, ThemeSwitch } from '@yunduo/app-shell';
import { Icon } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { Account } from './account.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { useTranslations } from './words.ts';

/** The header: brand, navigation if the layout has one, language, appearance, account. */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.top}>
      <div className={`wrap ${styles.row}`}>
        <HomeLink />
        {children}
        <div className={styles.tools}>
          <LanguageSwitch className={styles.language} />
          <span className={styles.theme}>
            <Icon name="theme" />
            <ThemeSwitch className={styles.themeSelect} />
          </span>
          <Account />
        </div>
      </div>
    </header>
  );
}

function HomeLink() {
  const t = useTranslations('frame');
  return (
    <LocaleLink to="/" className={styles.brand}>
      <Brand />
      <span className="sr">{t('home')}</span>
    </LocaleLink>
  );
}
