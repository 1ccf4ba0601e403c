import { showToast } from '@yunduo/app-shell';
import { useLogoutMutation } from '@yunduo/data-access';
import { Button, Icon } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';

/** Ends the session here and in every tab. Whatever the server says, this browser forgets it. */
export function SignOut({ onBegin }: { onBegin: () => void }) {
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
