import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import styles from './app-cards.module.css';

interface AppCardsProps {
  apps: readonly AppItem[];
  /** Path of an app's page, without language prefix. */
  to: (id: number) => string;
}

/** A few related apps, each with logo, name and tagline. */
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
