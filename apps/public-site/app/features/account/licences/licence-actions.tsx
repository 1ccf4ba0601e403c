import type { LicenceWithCode } from '@yunduo/api-contract';
import { ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useLicenceTransferCancelMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import type { LicenceAction } from '@yunduo/validation';
import { type ComponentType, useState } from 'react';
import { useWords } from '../../../shell/words.ts';
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
/** What helps its owner most comes first. */
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
  /** So many buttons at most; all without it. */
  most?: number;
  /** Another licence of the view needs its owner more: nothing here is its primary action. */
  calm?: boolean;
}

/** What the server lets its owner do with a licence now; each asks in a dialog. */
export function LicenceActions({ licence, most, calm = false }: LicenceActionsProps) {
  const t = useWords('licences');
  // As it was when it was asked about: a refusal brings in what became of it elsewhere, under an open dialog.
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

/** Renewal first for what ends; months before the end nobody looks for it, but for the way off a server. */
function placeOf(action: LicenceAction, licence: LicenceWithCode): number {
  if (action !== 'renew') return 0;
  return isEnding(licence) ? -1 : 1;
}

/** The one thing that its owner should do now. */
const isUrged = (action: LicenceAction, licence: LicenceWithCode): boolean =>
  action === 'bind' || (action === 'renew' && isEnding(licence));

/** Takes an offer back. */
function CancelTransferDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useWords('licences');
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
        showToast(t('transfer.cancelled'), { kind: 'success' });
      }}
    >
      <p>{t('transfer.cancel_text', { email: transfer.to_email })}</p>
    </ConfirmDialog>
  );
}
