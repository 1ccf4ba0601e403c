import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { loadChunk, showToast } from '@yunduo/app-shell';
import { Button, Field, TextArea } from '@yunduo/ui';
import type { ISchema } from 'yup';
import { FormFault } from '../../forms/form-fault.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { useWords } from '../../shell/words.ts';
import { useStep, type Step } from './use-step.ts';
import styles from './versions.module.css';

/** The field of the call that takes the words of a step; a step without one asks for none. */
const FIELD: Partial<Record<Step, 'text' | 'reason'>> = {
  appeal: 'text',
  yank: 'reason',
  unpublish: 'reason',
};

async function schemaOf(step: Step): Promise<ISchema<object>> {
  const { appealSchema, unpublishSchema, yankSchema } = await loadChunk(() => import('../../forms/rules.ts'));
  if (step === 'appeal') return appealSchema;
  if (step === 'yank') return yankSchema;
  return unpublishSchema;
}

interface StepDialogProps {
  step: Step;
  detail: DevAppDetail;
  version: DevVersion;
  /** Under which name its reason is kept. */
  keep: string;
  onClose: () => void;
}

/** The question before a step, and its reason where one is asked for. */
export default function StepDialog({ step, detail, version, keep, onClose }: StepDialogProps) {
  const t = useWords('versions');
  const run = useStep();
  const field = FIELD[step];
  const { values, change, form, errorOf, fault, busy, forget } = useCheckedForm({
    initialValues: { text: '', reason: '' },
    schema: () => schemaOf(step),
    onSubmit: async (given) => {
      await run(step, { detail, version }, field ? given[field].trim() : '');
      showToast(t(`step.${step}.done`), { kind: 'success' });
      onClose();
    },
    keep,
  });
  // Its own button gives it up; a slip of the hand (Escape, a press beside it) only closes it.
  const giveUp = () => {
    forget();
    onClose();
  };
  return (
    <CallDialog
      title={t(`step.${step}.question`, { version: version.version })}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" disabled={busy} onClick={giveUp}>
            {t('step.cancel')}
          </Button>
          <Button
            type="submit"
            form={form.id}
            busy={busy}
            kind={['revoke', 'yank', 'unpublish'].includes(step) ? 'danger' : 'primary'}
          >
            {t(`step.${step}.name`)}
          </Button>
        </>
      }
    >
      <form {...form} className={styles.fields}>
        <p>{t(`step.${step}.text`, { version: version.version })}</p>
        <FormFault fault={fault} />
        {field && (
          <Field
            label={t(`step.${step as 'yank'}.reason`)}
            required={step !== 'unpublish'}
            error={errorOf(field)}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={4}
                value={values[field]}
                onChange={({ target }) => change({ [field]: target.value })}
              />
            )}
          </Field>
        )}
      </form>
    </CallDialog>
  );
}
