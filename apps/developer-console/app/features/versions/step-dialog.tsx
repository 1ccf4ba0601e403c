import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useLocale } from '@yunduo/app-shell';
import { readDraft } from '@yunduo/app-shell/read-draft';
import { useForm } from '@yunduo/app-shell/forms';
import { Field, TextArea } from '@yunduo/ui';
import { showConflict } from '../../forms/conflict.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { ReplacementField } from './replacement-field.tsx';
import { useStep, type Step } from './use-step.ts';

/** The fields for the text of a step; steps without one need no text. */
const FIELDS: Partial<Record<Step, readonly ('text' | 'reason' | 'reasons.zh' | 'reasons.en')[]>> = {
  appeal: ['text'],
  yank: ['reasons.zh', 'reasons.en'],
  unpublish: ['reason'],
};

const LANG: Readonly<Record<string, string>> = { 'reasons.zh': 'zh-CN', 'reasons.en': 'en' };

const storedReason = (draftKey: string): string => readDraft(draftKey, { reason: '' }).reason;

async function schemaOf(step: Step) {
  const { appealSchema, unpublishSchema, yankReasonsSchema } = await loadChunk(
    () => import('../../forms/rules.ts'),
  );
  if (step === 'appeal') return appealSchema;
  if (step === 'yank') return yankReasonsSchema;
  return unpublishSchema;
}

/** What the store shows after a yank; null where the app is not in the store anyway. */
function afterYank(
  { status, versions, current_version_id }: DevAppDetail,
  { id }: DevVersion,
): { way: 'back' | 'last'; version: string } | null {
  if (status !== 'published' || id !== current_version_id) return null;
  // The highest comes first, as on the server.
  const good = versions.find(({ listing, review_status }) => !listing && review_status === 'superseded');
  return { way: good ? 'back' : 'last', version: good?.version ?? '' };
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
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const run = useStep();
  const named = { version: version.listing ? terms('listing') : version.version };
  const locale = useLocale();
  const form = useForm({
    initialValues: {
      replacement: detail.replaced_by?.app_key ?? '',
      text: '',
      reason: '',
      // A draft of the previous release has one text for both.
      reasons: { zh: '', en: '', ...(step === 'yank' && { [locale]: storedReason(draftKey) }) },
    },
    schema: () => schemaOf(step),
    onSubmit: async (given) => {
      await run(step, { detail, version }, given);
      showToast(t(`step.${step}.done`));
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
  const after = step === 'yank' ? afterYank(detail, version) : null;
  const intro = [
    t(version.listing && step === 'release' ? 'listing.release' : `step.${step}.text`, named),
    after && t(`step.yank.${after.way}`, { version: after.version }),
  ];
  const labelOf = (field: string) => {
    const label = t(`step.${step as 'yank'}.reason`);
    return step === 'yank' ? t(field === 'reasons.zh' ? 'in.zh' : 'in.en', { field: label }) : label;
  };
  return (
    <FormDialog
      title={t(`step.${step}.question`, named)}
      intro={intro.filter(Boolean).join(locale === 'en' ? ' ' : '')}
      form={form}
      submit={t(`step.${step}.name`)}
      cancel={t('step.cancel')}
      danger={['revoke', 'yank', 'unpublish'].includes(step)}
      onClose={onClose}
      onCancel={giveUp}
    >
      {FIELDS[step]?.map((field) => (
        <Field
          key={field}
          label={labelOf(field)}
          required={step !== 'unpublish' && !form.values.reasons[field === 'reasons.zh' ? 'en' : 'zh'].trim()}
          error={form.errorOf(field)}
        >
          {(control) => <TextArea {...control} {...form.field(field)} lang={LANG[field]} rows={4} />}
        </Field>
      ))}
      {step === 'unpublish' && (
        <ReplacementField
          id={detail.id}
          label={t('replacement.optional')}
          error={form.errorOf('replacement')}
          input={form.field('replacement')}
        />
      )}
    </FormDialog>
  );
}
