import { ConfirmDialog } from '@yunduo/app-shell';
import { useTranslations } from '../../../shell/words.ts';

interface RevokeOthersDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms signing out all other devices. A default export, for `lazyWithRetry`: few visits need it. */
export default function RevokeOthersDialog({ onClose, onConfirm }: RevokeOthersDialogProps) {
  const t = useTranslations('account');
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
