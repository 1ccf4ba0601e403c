import type { Invitation } from '@yunduo/api-contract';
import { ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useDeskInvitationRevokeMutation } from '@yunduo/data-access';
import { closeIfOutdated } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';

/** Confirms before a code is disabled: its recipient may be about to use it. */
export function Revoke({
  invitation: { id, head },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  const t = useTranslations('deskReleases');
  const [revoke] = useDeskInvitationRevokeMutation();
  return (
    <ConfirmDialog
      title={t('invitations.revoke_title', { head })}
      confirm={t('invitations.revoke_confirm')}
      danger
      onClose={onClose}
      onFailure={closeIfOutdated(onClose)}
      onConfirm={async () => {
        await revoke({ id }).unwrap();
        showToast(t('invitations.revoked_toast'));
      }}
    >
      <p>{t('invitations.revoke_text')}</p>
    </ConfirmDialog>
  );
}
