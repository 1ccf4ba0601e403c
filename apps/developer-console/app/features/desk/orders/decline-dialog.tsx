import type { Proposal } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskDecisionDeclineMutation } from '@yunduo/data-access';
import { Field, TextArea } from '@yunduo/ui';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';

interface DeclineDialogProps {
  proposal: Proposal;
  /** True for the proposer, who withdraws it. */
  own: boolean;
  onClose: () => void;
}

/** Declines another operator's decision, or withdraws one's own. A default export, for `lazyWithRetry`. */
export default function DeclineDialog({ proposal, own, onClose }: DeclineDialogProps) {
  const t = useTranslations('deskOrders');
  const [decline] = useDeskDecisionDeclineMutation();
  const form = useForm({
    initialValues: { note: '' },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).decisionDeclineSchema,
    draft: { key: `decline:${proposal.id}` },
    onConflict: closeOnConflict(onClose),
    onSubmit: async ({ note }) => {
      await decline(handledByForm({ id: proposal.id, note })).unwrap();
      showToast(t('decision.declined'));
      onClose();
    },
  });
  const kind = t(`decision.kinds.${proposal.kind}`);
  return (
    <FormDialog
      title={t(own ? 'decision.withdraw_title' : 'decision.decline_title')}
      intro={t(own ? 'decision.withdraw_text' : 'decision.decline_text', { kind, subject: proposal.subject })}
      form={form}
      submit={t(own ? 'decision.withdraw' : 'decision.decline')}
      submitting={t('decision.declining')}
      onClose={onClose}
    >
      <Field label={t('decision.note')} error={form.errorOf('note')}>
        {(control) => <TextArea {...control} {...form.field('note')} rows={3} />}
      </Field>
    </FormDialog>
  );
}
