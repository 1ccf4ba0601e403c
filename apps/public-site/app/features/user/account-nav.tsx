import { LocaleLink } from '@yunduo/app-shell';
import type { User } from '@yunduo/api-contract';
import { Avatar, SideNav } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import { type OpenPanel, panelPath, PANELS } from './panels.ts';
import { SignOut } from './sign-out.tsx';
import styles from './user.module.css';

interface AccountNavProps {
  user: User;
  panel: OpenPanel;
  onSignOut: () => void;
}

/** Who is signed in, the panels, and the way out. */
export function AccountNav({ user, panel, onSignOut }: AccountNavProps) {
  const t = useWords('user');
  const [local, domain] = user.email.split('@');
  return (
    <aside className={styles.aside}>
      <div className={styles.me}>
        <Avatar name={user.nickname || user.email} src={user.head_image} />
        <div>
          <b>{user.nickname || t('no_nickname')}</b>
          <p className="quiet">
            {local}@<wbr />
            {domain}
          </p>
        </div>
      </div>
      <SideNav label={t('nav')}>
        {PANELS.map(({ panel: name, words }) => (
          <LocaleLink key={name} to={panelPath(name)} aria-current={name === panel ? 'page' : undefined}>
            {t(`panel.${words}`)}
          </LocaleLink>
        ))}
      </SideNav>
      <SignOut onBegin={onSignOut} />
    </aside>
  );
}
