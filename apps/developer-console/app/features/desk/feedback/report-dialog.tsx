import type { AppReport } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useLocale } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskReportCloseMutation } from '@yunduo/data-access';
import { textAttributes } from '@yunduo/i18n';
import { Field, Select, TextArea } from '@yunduo/ui';
import type { ReportResolution } from '@yunduo/validation';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { REPORT_RESOLUTIONS } from '../lists.ts';

/** Closes a report with its result. A default export, for `lazyWithRetry`. */
export default function ReportDialog({ report, onClose }: { report: AppReport; onClose: () => void }) {
  const t = useTranslations('deskFeedback');
  const locale = useLocale();
  const [close] = useDeskReportCloseMutation();
  const form = useForm({
    // The result is a decision: none is preselected.
    initialValues: { resolution: '', note: '' },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).reportCloseSchema,
    draft: { key: `desk-report:${report.id}` },
    onSubmit: async ({ resolution, note }) => {
      // The rules require one of the select.
      const result = resolution as ReportResolution;
      await close(handledByForm({ id: report.id, resolution: result, note })).unwrap();
      showToast(t('report.done'));
      onClose();
    },
    onConflict: closeOnConflict(onClose),
  });
  return (
    <FormDialog
      title={t('report.title', { app: report.app.name || report.app.app_key })}
      intro={<span {...textAttributes(report.text, locale)}>{t('report.intro', { text: report.text })}</span>}
      form={form}
      submit={t('report.submit')}
      submitting={t('report.submitting')}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Field required label={t('report.resolution')} error={form.errorOf('resolution')}>
          {(control) => (
            <Select
              {...control}
              value={form.values.resolution}
              onChange={({ target }) => form.setValue('resolution', target.value)}
            >
              <option value="">{t('report.choose')}</option>
              {REPORT_RESOLUTIONS.map((each) => (
                <option key={each} value={each}>
                  {t(`report.resolutions.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('report.note')} hint={t('report.note_hint')} error={form.errorOf('note')}>
          {(control) => <TextArea {...control} {...form.field('note')} rows={4} />}
        </Field>
      </div>
    </FormDialog>
  );
}
