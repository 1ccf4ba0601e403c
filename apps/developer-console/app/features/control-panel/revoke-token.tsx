import type { DevToken } from '@yunduo/api-contract';
import { ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useDevTokenRevokeMutation } from '@yunduo/data-access';
import { useWords } from '../../shell/words.ts';

/** Ends a token, after a question: a build server may be at work with it. */
export function RevokeToken({ token, onClose }: { token: DevToken; onClose: () => void }) {
  const t = useWords('panel');
  const [revoke] = useDevTokenRevokeMutation();
  return (
    <ConfirmDialog
      title={t('tokens.revoke_title', { name: token.name })}
      confirm={t('tokens.revoke_confirm')}
      cancel={t('tokens.revoke_keep')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await revoke({ id: token.id }).unwrap();
        showToast(t('tokens.revoked_toast'));
      }}
    >
      <p>{t('tokens.revoke_text')}</p>
    </ConfirmDialog>
  );
}
