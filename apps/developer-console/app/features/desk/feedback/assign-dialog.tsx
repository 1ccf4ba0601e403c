import type { AdminFeedback } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskAssigneesQuery, useDeskFeedbackAssignMutation } from '@yunduo/data-access';
import { isolate } from '@yunduo/i18n';
import { Field, Select, Skeleton } from '@yunduo/ui';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import { RoomFailed } from '../parts.tsx';

/** Gives a ticket to an operator, never to its author. A default export, for `lazyWithRetry`. */
export default function AssignDialog({ ticket, onClose }: { ticket: AdminFeedback; onClose: () => void }) {
  const t = useTranslations('deskFeedback');
  const desk = useTranslations('desk');
  const query = useDeskAssigneesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [assign] = useDeskFeedbackAssignMutation();
  const before = ticket.assignee?.id ?? null;
  const form = useForm({
    initialValues: { assignee: String(before ?? '') },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).feedbackAssignFormSchema,
    draft: null,
    onSubmit: async ({ assignee }) => {
      // The schema casts an empty choice to null.
      const chosen = assignee ? Number(assignee) : null;
      await assign(handledByForm({ no: ticket.no, assignee: chosen, before })).unwrap();
      showToast(t(chosen === null ? 'assign.released' : 'assign.given'));
      onClose();
    },
    onConflict: closeOnConflict(onClose),
  });
  const list = query.data?.list.filter(({ id }) => id !== ticket.user.id);
  return (
    <FormDialog
      title={t('assign.title')}
      intro={t('assign.intro')}
      form={form}
      submit={t('assign.submit')}
      submitting={t('assign.submitting')}
      onClose={onClose}
    >
      {list ? (
        <Field label={t('assign.operator')} error={form.errorOf('assignee')}>
          {(control) => (
            <Select
              {...control}
              value={form.values.assignee}
              onChange={({ target }) => form.setValue('assignee', target.value)}
            >
              <option value="">{t('assign.nobody')}</option>
              {list.map(({ id, email, nickname }) => (
                <option key={id} value={id}>
                  {nickname ? `${email} (${isolate(nickname)})` : email}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : query.error ? (
        <RoomFailed {...query} />
      ) : (
        <Skeleton label={desk('loading')} rows={2} />
      )}
    </FormDialog>
  );
}
