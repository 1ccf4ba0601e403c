import { FormDialog, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useLicenceEditMutation } from '@yunduo/data-access';
import { Field, TextInput } from '@yunduo/ui';
import { LICENCE_REMARK_MAX } from '@yunduo/validation';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';

/** The owner's note on a licence. */
export function NoteDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useTranslations('licences');
  const [edit] = useLicenceEditMutation();
  const form = useForm({
    id: 'licence-remark',
    initialValues: { id: licence.id, remark: licence.remark },
    schema: formSchema('licenceRemarkSchema'),
    draft: { key: `remark:${licence.id}`, fields: ['remark'] },
    onSubmit: async (values) => {
      await edit(handledByForm(values)).unwrap();
      showToast({ message: 'edited' });
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('edit.title')}
      form={form}
      submit={t('edit.submit')}
      submitting={t('edit.submitting')}
      cancel={t('cancel')}
      onClose={onClose}
    >
      <Field
        label={t('remark')}
        hint={t('edit.hint', { max: LICENCE_REMARK_MAX })}
        error={form.errorOf('remark')}
      >
        {(control) => <TextInput {...control} {...form.field('remark')} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
