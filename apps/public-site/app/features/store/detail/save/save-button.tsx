import { LocaleLink, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { useStoreSavedQuery, useStoreSaveMutation, useStoreUnsaveMutation } from '@yunduo/data-access';
import { selectSignedIn } from '@yunduo/session';
import { Button, buttonClass } from '@yunduo/ui';
import { useWords } from '../../../../shell/words.ts';

/**
 * Puts the app among mine. What the server sends is the same for everyone, the way to sign in and back; the session
 * turns it into a switch.
 */
export function SaveButton({ id }: { id: number }) {
  const t = useWords('storeDetail');
  const path = useLocalePath();
  const signedIn = useAppSelector(selectSignedIn);
  if (signedIn) return <SavedSwitch id={id} />;
  const query = new URLSearchParams({ from: path(`/store/${String(id)}`) });
  return (
    <LocaleLink to={`/login?${query.toString()}`} className={buttonClass} data-kind="line" data-size="sm">
      {t('save.sign_in')}
    </LocaleLink>
  );
}

function SavedSwitch({ id }: { id: number }) {
  const t = useWords('storeDetail');
  const { currentData, isFetching } = useStoreSavedQuery({ id });
  const [save, saving] = useStoreSaveMutation();
  const [unsave, unsaving] = useStoreUnsaveMutation();
  const saved = currentData?.saved ?? false;
  return (
    <Button
      kind="line"
      size="sm"
      busy={isFetching || saving.isLoading || unsaving.isLoading}
      onClick={() => void (saved ? unsave({ id }) : save({ id }))}
    >
      {t(saved ? 'save.saved' : 'save.save')}
    </Button>
  );
}
