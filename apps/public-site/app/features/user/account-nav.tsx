import { LocaleLink, showToast } from '@yunduo/app-shell';
import type { User } from '@yunduo/api-contract';
import { useLogoutMutation } from '@yunduo/data-access';
import { Avatar, SideNav, Button, Icon } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import { type OpenPanel, panelPath, PANELS } from './panels.ts';
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

/** Ends the session here and in every tab. Whatever the server says, this browser forgets it. */
function SignOut({ onBegin }: { onBegin: () => void }) {
  const t = useWords('user');
  const [logout, { isLoading }] = useLogoutMutation();

  const press = async () => {
    onBegin();
    await logout();
    showToast({ message: 'signed_out' });
  };

  return (
    <Button kind="bare" busy={isLoading} onClick={() => void press()}>
      <Icon name="sign-out" />
      {t(isLoading ? 'signing_out' : 'sign_out')}
    </Button>
  );
}
