import type { AppItem } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import { guidePath } from '../directory.ts';
import styles from './next-apps-list.module.css';

/** Guides of apps that go well beside this one. */
export function NextApps({ apps }: { apps: readonly AppItem[] }) {
  return (
    <ul className={styles.next}>
      {apps.map(({ id, name, intro, logo }) => (
        <li key={id}>
          <AppLogo name={name} src={logo} size={40} />
          <div>
            <h3>
              <LocaleLink to={guidePath(id)}>{name}</LocaleLink>
            </h3>
            <p>{intro}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
