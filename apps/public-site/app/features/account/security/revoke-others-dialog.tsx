import { ConfirmDialog } from '@yunduo/app-shell';
import { useWords } from '../../../shell/words.ts';

interface RevokeOthersDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before every other device is signed out. A default export, for `lazyWithRetry`: few visits to the account ask. */
export default function RevokeOthersDialog({ onClose, onConfirm }: RevokeOthersDialogProps) {
  const t = useWords('account');
  return (
    <ConfirmDialog
      title={t('account.confirm_heading')}
      confirm={t('account.revoke_others')}
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{t('account.confirm_text')}</p>
    </ConfirmDialog>
  );
}
