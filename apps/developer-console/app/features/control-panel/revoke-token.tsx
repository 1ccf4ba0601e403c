import type { DevToken } from '@yunduo/api-contract';
import { showToast } from '@yunduo/app-shell';
import { isApiFailure, useDevTokenRevokeMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { useWords } from '../../shell/words.ts';

/** Ends a token, after a question: a build server may be at work with it. */
export function RevokeToken({ token, onClose }: { token: DevToken; onClose: () => void }) {
  const t = useWords('panel');
  const [revoke, { isLoading }] = useDevTokenRevokeMutation();
  const press = async () => {
    try {
      await revoke({ id: token.id }).unwrap();
      showToast(t('tokens.revoked_toast'));
      onClose();
    } catch (error) {
      // A failed call has been reported by a toast; the question stays.
      if (!isApiFailure(error)) throw error;
    }
  };
  return (
    <CallDialog
      title={t('tokens.revoke_title', { name: token.name })}
      busy={isLoading}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" disabled={isLoading} onClick={onClose}>
            {t('tokens.revoke_keep')}
          </Button>
          <Button kind="danger" busy={isLoading} onClick={() => void press()}>
            {t('tokens.revoke_confirm')}
          </Button>
        </>
      }
    >
      <p>{t('tokens.revoke_text')}</p>
    </CallDialog>
  );
}
