import type { LicenceWithCode } from '@yunduo/api-contract';
import { ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useLicenceTransferCancelMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import type { LicenceAction } from '@yunduo/validation';
import { type ComponentType, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { BindDialog } from './bind-dialog.tsx';
import type { LicenceDialogProps } from './licence-dialog-props.ts';
import { NoteDialog } from './note-dialog.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { standingOf } from './standing.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { UnbindDialog } from './unbind-dialog.tsx';

const DIALOGS: Record<LicenceAction, ComponentType<LicenceDialogProps>> = {
  bind: BindDialog,
  transfer_cancel: CancelTransferDialog,
  renew: RenewDialog,
  unbind: UnbindDialog,
  transfer: TransferDialog,
  edit: NoteDialog,
};
/** Ordered by usefulness to the owner. */
const ORDER = Object.keys(DIALOGS) as LicenceAction[];
const WORDS = {
  bind: ['bind.action', 'bind.label'],
  transfer_cancel: ['transfer.cancel_action', 'transfer.cancel_label'],
  renew: ['renew.action', 'renew.label'],
  unbind: ['unbind.action', 'unbind.label'],
  transfer: ['transfer.action', 'transfer.label'],
  edit: ['edit.action', 'edit.label'],
} as const satisfies Record<LicenceAction, readonly [string, string]>;

interface LicenceActionsProps {
  licence: LicenceWithCode;
  /** Maximum number of buttons; unlimited if undefined. */
  most?: number;
  /** Another licence of the view is more urgent: none of these buttons is primary. */
  calm?: boolean;
}

/** The actions that the server allows for a licence now; each opens a dialog. */
export function LicenceActions({ licence, most, calm = false }: LicenceActionsProps) {
  const t = useTranslations('licences');
  // A snapshot from the press: a refusal refetches the licence, which must not change under an open dialog.
  const [open, setOpen] = useState<{ action: LicenceAction; licence: LicenceWithCode } | null>(null);
  const { actions, code_tail: tail } = licence;
  const first = ORDER.filter((action) => actions.includes(action))
    .sort((one, other) => placeOf(one, licence) - placeOf(other, licence))
    .slice(0, most);
  const Open = open && DIALOGS[open.action];
  return (
    <>
      {first.map((action) => (
        <Button
          key={action}
          kind={!calm && action === first[0] && isUrged(action, licence) ? 'primary' : 'line'}
          size={most ? 'sm' : 'md'}
          aria-label={t(WORDS[action][1], { tail })}
          onClick={() => setOpen({ action, licence })}
        >
          {t(WORDS[action][0])}
        </Button>
      ))}
      {Open && <Open licence={open.licence} onClose={() => setOpen(null)} />}
    </>
  );
}

const isEnding = (licence: LicenceWithCode): boolean => ['ending', 'expired'].includes(standingOf(licence));

/**
 * Renewal comes first for a licence that ends soon or has expired; months before the end it comes last, and unbinding
 * first.
 */
function placeOf(action: LicenceAction, licence: LicenceWithCode): number {
  if (action !== 'renew') return 0;
  return isEnding(licence) ? -1 : 1;
}

/** True for the action that the owner should take now. */
const isUrged = (action: LicenceAction, licence: LicenceWithCode): boolean =>
  action === 'bind' || (action === 'renew' && isEnding(licence));

/** Cancels an offered transfer. */
function CancelTransferDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useTranslations('licences');
  const [cancel] = useLicenceTransferCancelMutation();
  const { transfer } = licence;
  if (!transfer) return null;
  return (
    <ConfirmDialog
      title={t('transfer.cancel_title')}
      confirm={t('transfer.cancel_action')}
      confirming={t('transfer.cancel_busy')}
      cancel={t('incoming.keep')}
      danger
      onClose={onClose}
      onFailure={onClose}
      onConfirm={async () => {
        await cancel(transfer.id).unwrap();
        showToast(t('transfer.cancelled'));
      }}
    >
      <p>{t('transfer.cancel_text', { email: transfer.to_email })}</p>
    </ConfirmDialog>
  );
}
