import type { ApiFailure } from '@yunduo/api-client';
import { showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { handledByForm, isApiFailure, useChangeEmailCommitMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { EMAIL_CHANGE, HOUR } from '@yunduo/validation';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../account.module.css';
import { StartAgain } from './start-again.tsx';

interface CommitProps {
  token: string;
  from: string;
  to: string;
  onDone: (email: string) => void;
  onStartAgain: () => void;
}

/** Step three: a summary of the change, and its confirmation. */
export function Commit({ token, from, to, onDone, onStartAgain }: CommitProps) {
  const t = useTranslations('account');
  const [commit, { isLoading }] = useChangeEmailCommitMutation();
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  const press = async () => {
    setFailure(null);
    try {
      const user = await commit(handledByForm({ change_token: token })).unwrap();
      showToast({ message: 'information_updated' });
      onDone(user.email);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };

  return (
    <>
      <p>{t('email.confirm_text', { old: from, new: to, hours: EMAIL_CHANGE.undoTtl / HOUR })}</p>
      <FormError error={failure} action={<StartAgain onPress={onStartAgain} />} />
      <div className={styles.foot}>
        <Button busy={isLoading} onClick={() => void press()}>
          {t(isLoading ? 'email.committing' : 'email.commit')}
        </Button>
        <Button kind="bare" onClick={onStartAgain}>
          {t('email.start_again')}
        </Button>
      </div>
    </>
  );
}
