import { LocaleLink, showToast } from '@yunduo/app-shell';
import type { User } from '@yunduo/api-contract';
import { useLogoutMutation } from '@yunduo/data-access';
import { Avatar, SideNav, Button, Icon } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { ENTRIES, type panelOf, panelPath } from './panels.ts';
import styles from './account.module.css';

interface AccountNavProps {
  user: User;
  open: ReturnType<typeof panelOf>;
  onSignOut: () => void;
}

/** The signed-in user, links to the panels, and the sign-out button. */
export function AccountNav({ user, open, onSignOut }: AccountNavProps) {
  const t = useTranslations('account');
  const [local, domain] = user.email.split('@');
  return (
    <aside className={styles.aside}>
      <div className={styles.me}>
        <Avatar name={user.nickname || user.email} src={user.head_image} />
        <div>
          <b dir="auto">{user.nickname || t('no_nickname')}</b>
          <p className="quiet">
            {local}@<wbr />
            {domain}
          </p>
        </div>
      </div>
      <SideNav label={t('nav')} className={styles.entries}>
        {ENTRIES.map(({ panel, words }) => (
          <LocaleLink
            key={panel}
            to={panelPath(panel)}
            aria-current={panel === open.panel ? 'page' : panel === open.under ? 'true' : undefined}
          >
            {t(`panel.${words}`)}
          </LocaleLink>
        ))}
      </SideNav>
      <SignOut onBegin={onSignOut} />
    </aside>
  );
}

/** Ends the session here and in every tab. This browser drops it regardless of the server's answer. */
function SignOut({ onBegin }: { onBegin: () => void }) {
  const t = useTranslations('account');
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
