import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import styles from './app-cards.module.css';

interface AppCardsProps {
  apps: readonly AppItem[];
  /** The page that an app leads to, without language prefix. */
  to: (id: number) => string;
}

/** A few apps to go on with, each with its logo, name and sentence. */
export function AppCards({ apps, to }: AppCardsProps) {
  const locale = useLocale();
  return (
    <ul className={styles.cards}>
      {apps.map((app) => (
        <li key={app.id}>
          <AppLogo appKey={app.app_key} src={app.logo} size={40} />
          <div>
            <h3>
              <LocaleLink to={to(app.id)} lang={foreignLang(app, 'name', locale)}>
                {app.name}
              </LocaleLink>
            </h3>
            <p lang={foreignLang(app, 'intro', locale)}>{app.intro}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
