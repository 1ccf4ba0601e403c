import type { DevAppDetail } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevAppReplaceMutation } from '@yunduo/data-access';
import { showConflict } from '../../forms/conflict.ts';
import { useTranslations } from '../../shell/words.ts';
import { ReplacementField } from './replacement-field.tsx';

interface ReplacementDialogProps {
  detail: Pick<DevAppDetail, 'id' | 'replaced_by'>;
  onClose: () => void;
}

/** Names the app that replaces an unpublished one; an empty field names none. */
export default function ReplacementDialog({ detail: { id, replaced_by }, onClose }: ReplacementDialogProps) {
  const t = useTranslations('versions');
  const [replace] = useDevAppReplaceMutation();
  const form = useForm({
    initialValues: { replacement: replaced_by?.app_key ?? '' },
    schema: async () => (await loadChunk(() => import('../../forms/rules.ts'))).replacementSchema,
    onSubmit: async ({ replacement }) => {
      await replace(handledByForm({ id, replacement })).unwrap();
      showToast(t('replacement.done'));
      onClose();
    },
    onConflict: showConflict,
    draft: { key: `replacement:${id}` },
  });
  return (
    <FormDialog
      title={t('replacement.heading')}
      intro={t('replacement.lead')}
      form={form}
      submit={t('replacement.save')}
      cancel={t('step.cancel')}
      onClose={onClose}
      onCancel={() => {
        form.removeDraft();
        onClose();
      }}
    >
      <ReplacementField
        id={id}
        label={t('replacement.label')}
        error={form.errorOf('replacement')}
        input={form.field('replacement')}
      />
    </FormDialog>
  );
}
