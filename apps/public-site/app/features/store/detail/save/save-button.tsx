import { LocaleLink, showToast, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import {
  isApiFailure,
  useStoreSavedQuery,
  useStoreSaveMutation,
  useStoreUnsaveMutation,
} from '@yunduo/data-access';
import { selectGeneration, selectSignedIn } from '@yunduo/session';
import { Button, buttonClass } from '@yunduo/ui';
import { useEffect, useEffectEvent } from 'react';
import { takeIntent } from '../../../../shell/intent.ts';
import { useTranslations } from '../../../../shell/words.ts';

const intentOf = (id: number): string => `save:${String(id)}`;

/**
 * Saves the app to the user's list. The server renders the same link to sign in and back for all visitors; with a
 * session it becomes a toggle. After sign-in the press is not needed again.
 */
export function SaveButton({ id }: { id: number }) {
  const t = useTranslations('storeDetail');
  const path = useLocalePath();
  const signedIn = useAppSelector(selectSignedIn);
  const session = useAppSelector(selectGeneration);
  if (signedIn) return <SavedSwitch key={session} id={id} />;
  const query = new URLSearchParams({ from: path(`/store/${String(id)}`) });
  return (
    <LocaleLink
      to={`/login?${query.toString()}`}
      className={buttonClass}
      data-kind="line"
      data-size="sm"
      data-intent={intentOf(id)}
    >
      {t('save.sign_in')}
    </LocaleLink>
  );
}

function SavedSwitch({ id }: { id: number }) {
  const t = useTranslations('storeDetail');
  const { currentData, isFetching } = useStoreSavedQuery({ id });
  const [save, saving] = useStoreSaveMutation();
  const [unsave, unsaving] = useStoreUnsaveMutation();
  const saved = currentData?.saved ?? false;

  const saveAsIntended = useEffectEvent(async () => {
    if (!takeIntent(intentOf(id))) return;
    try {
      await save({ id }).unwrap();
      showToast(t('save.done'));
    } catch (error) {
      // A toast has reported the failed call.
      if (!isApiFailure(error)) throw error;
    }
  });
  useEffect(() => void saveAsIntended(), [id]);

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
