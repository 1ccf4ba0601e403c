import type { AdminAccountDetail } from '@yunduo/api-contract';
import { FormDialog, loadChunk, notePage, showToast, useLocalePath } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  useDeskDeleteAccountMutation,
  useDeskDisableMutation,
  useDeskEndSessionsMutation,
  useDeskRemoveFactorMutation,
} from '@yunduo/data-access';
import { Field, TextInput } from '@yunduo/ui';
import { useNavigate } from 'react-router';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import { roomPath } from '../rooms.ts';

/** An operator's action on an account; a session of null means all sessions. */
export type AccountStep =
  | { kind: 'end'; session: AdminAccountDetail['sessions'][number] | null }
  | { kind: 'disable' }
  | { kind: 'enable' }
  | { kind: 'factor' }
  | { kind: 'delete' };

interface AccountDialogProps {
  step: AccountStep;
  email: string;
  onClose: () => void;
}

/** Confirms signing out, disabling, enabling or deleting an account, with the reason for the log. */
export default function AccountDialog({ step, email, onClose }: AccountDialogProps) {
  const t = useTranslations('deskPeople');
  const [disable] = useDeskDisableMutation();
  const [end] = useDeskEndSessionsMutation();
  const [removeFactor] = useDeskRemoveFactorMutation();
  const [deleteAccount] = useDeskDeleteAccountMutation();
  const navigate = useNavigate();
  const path = useLocalePath();
  const { kind } = step;
  const isFinal = kind === 'factor' || kind === 'delete';
  const form = useForm({
    initialValues: { reason: '' },
    schema: async () => {
      const rules = await loadChunk(() => import('../rules.ts'));
      return isFinal ? rules.requiredReasonSchema : rules.accountReasonSchema;
    },
    draft: { key: `desk-account:${kind}:${email}` },
    onConflict: closeOnConflict(onClose),
    onSubmit: async ({ reason }) => {
      const onPage = notePage();
      if (kind === 'end') {
        const session = step.session?.id;
        await end(handledByForm({ email, reason, ...(session !== undefined && { session }) })).unwrap();
      } else if (kind === 'factor') await removeFactor(handledByForm({ email, reason })).unwrap();
      else if (kind === 'delete') await deleteAccount(handledByForm({ email, reason })).unwrap();
      else await disable(handledByForm({ email, reason, disabled: kind === 'disable' })).unwrap();
      const done = {
        end: 'ended',
        disable: 'disabled_done',
        enable: 'enabled_done',
        factor: 'factor_done',
        delete: 'delete_done',
      } as const;
      showToast(t(done[kind]));
      onClose();
      // The account's page is gone.
      if (kind === 'delete' && onPage()) await navigate(path(roomPath('people')), { replace: true });
    },
  });
  const texts = {
    end:
      step.kind === 'end' && step.session
        ? t('end_one', { email, device: step.session.device || t('unknown_device') })
        : t('end_every', { email }),
    disable: t('disable_text', { email }),
    enable: t('enable_text', { email }),
    factor: t('factor_text', { email }),
    delete: t('delete_text', { email }),
  };
  return (
    <FormDialog
      title={t(`${kind}_title`)}
      intro={texts[kind]}
      form={form}
      submit={t(kind)}
      submitting={t('busy')}
      danger={kind !== 'enable'}
      onClose={onClose}
    >
      <Field
        required={isFinal}
        label={t(isFinal ? 'confirmed_reason' : 'reason')}
        hint={t('reason_hint')}
        error={form.errorOf('reason')}
      >
        {(control) => <TextInput {...control} {...form.field('reason')} />}
      </Field>
    </FormDialog>
  );
}
