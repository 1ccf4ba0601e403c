import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { Field, TextArea } from '@yunduo/ui';
import { showConflict } from '../../forms/conflict.ts';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import { useStep, type Step } from './use-step.ts';

/** The call's field for the text of a step; steps without one need no text. */
const FIELD: Partial<Record<Step, 'text' | 'reason'>> = {
  appeal: 'text',
  yank: 'reason',
  unpublish: 'reason',
};

async function schemaOf(step: Step) {
  const { appealSchema, unpublishSchema, yankSchema } = await loadChunk(() => import('../../forms/rules.ts'));
  if (step === 'appeal') return appealSchema;
  if (step === 'yank') return yankSchema;
  return unpublishSchema;
}

interface StepDialogProps {
  step: Step;
  detail: DevAppDetail;
  version: DevVersion;
  draftKey: string;
  onClose: () => void;
}

/** Confirmation of a step, with its reason if needed. */
export default function StepDialog({ step, detail, version, draftKey, onClose }: StepDialogProps) {
  const t = useWords('versions');
  const terms = useDeveloperTerms();
  const run = useStep();
  const named = { version: version.listing ? terms('listing') : version.version };
  const field = FIELD[step];
  const form = useForm({
    initialValues: { text: '', reason: '' },
    schema: () => schemaOf(step),
    onSubmit: async (given) => {
      await run(step, { detail, version }, field ? given[field].trim() : '');
      showToast(t(`step.${step}.done`), { kind: 'success' });
      onClose();
    },
    onConflict: showConflict,
    draft: { key: draftKey },
  });
  // Only its own button discards the draft; an accidental Escape or press outside closes the dialog.
  const giveUp = () => {
    form.removeDraft();
    onClose();
  };
  return (
    <FormDialog
      title={t(`step.${step}.question`, named)}
      intro={t(version.listing && step === 'release' ? 'listing.release' : `step.${step}.text`, named)}
      form={form}
      submit={t(`step.${step}.name`)}
      cancel={t('step.cancel')}
      danger={['revoke', 'yank', 'unpublish'].includes(step)}
      onClose={onClose}
      onCancel={giveUp}
    >
      {field && (
        <Field
          label={t(`step.${step as 'yank'}.reason`)}
          required={step !== 'unpublish'}
          error={form.errorOf(field)}
        >
          {(control) => <TextArea {...control} {...form.field(field)} rows={4} />}
        </Field>
      )}
    </FormDialog>
  );
}
