import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import { guidePath } from '../directory.ts';
import styles from './next-apps-list.module.css';

/** Guides of apps that go well beside this one. */
export function NextApps({ apps }: { apps: readonly AppItem[] }) {
  const locale = useLocale();
  return (
    <ul className={styles.next}>
      {apps.map((app) => (
        <li key={app.id}>
          <AppLogo appKey={app.app_key} src={app.logo} size={40} />
          <div>
            <h3>
              <LocaleLink to={guidePath(app.id)} lang={foreignLang(app, 'name', locale)}>
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
