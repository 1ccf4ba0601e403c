import type { ApiFailure } from '@yunduo/api-client';
import type { AdminArticle } from '@yunduo/api-contract';
import { claimFailure, FormDialog, loadChunk, showToast, useLocale } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskArticleScheduleMutation } from '@yunduo/data-access';
import { deadlineOf, SHANGHAI } from '@yunduo/i18n';
import { Field, TextInput } from '@yunduo/ui';
import { MINUTE } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';

/** A moment as a `datetime-local` value in the zone of this browser, and back; empty if invalid. */
function toLocalInput(moment: string | null | undefined): string {
  if (!moment) return '';
  const at = Date.parse(moment);
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}
function fromLocalInput(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** `UTC+1`, `UTC-3:30`; null for Beijing time, in which the desk shows all times. */
function zoneAt(moment: Date): string | null {
  const offset = -moment.getTimezoneOffset();
  if (offset * MINUTE === SHANGHAI) return null;
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `UTC${offset < 0 ? '-' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`;
}

interface ScheduleDialogProps {
  article: AdminArticle;
  onDone: (article: AdminArticle) => void;
  /** A colleague changed the article: the editor shows it. */
  onConflict: (failure: ApiFailure) => void;
  onClose: () => void;
}

/** When an article goes online and offline automatically, in the operator's own time. A default export, for `lazyWithRetry`. */
export default function ScheduleDialog({ article, onDone, onConflict, onClose }: ScheduleDialogProps) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [schedule] = useDeskArticleScheduleMutation();
  const { id, revision, schedule: before } = article;
  // What is online without a change has nothing to publish.
  const publishes = article.status !== 'published' || article.changed;
  const form = useForm({
    initialValues: { publish_at: toLocalInput(before?.publish_at), end_at: toLocalInput(before?.end_at) },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).articleScheduleSchema,
    draft: { key: `schedule:${id}:${revision}` },
    onSubmit: async (values) => {
      const momentOf = (name: 'publish_at' | 'end_at') =>
        // In an hour that occurs twice, the text of an unchanged time would be read as the first one.
        values[name] === toLocalInput(before?.[name]) ? before?.[name] : fromLocalInput(values[name]);
      const [start, end] = [momentOf('publish_at'), momentOf('end_at')];
      const times = { ...(start && { publish_at: start }), ...(end && { end_at: end }) };
      onDone(await schedule(handledByForm({ id, revision, ...times })).unwrap());
      showToast(t('schedule.saved'));
      onClose();
    },
    onConflict: (failure) => {
      if (failure.code !== 'EDIT_CONFLICT') return false;
      claimFailure(failure);
      onConflict(failure);
      onClose();
      return true;
    },
  });
  const { values, errorOf, field } = form;
  const labelOf = (name: 'start' | 'end', text: string) => {
    const at = new Date(text);
    const zone = zoneAt(Number.isNaN(at.getTime()) ? new Date() : at);
    return t(`schedule.${name}`, { zone: zone ? t('schedule.zone', { zone }) : t('schedule.beijing') });
  };
  const hintOf = (text: string) => {
    const moment = fromLocalInput(text);
    if (!moment || zoneAt(new Date(moment)) === null) return undefined;
    return t('schedule.there', { moment: deadlineOf(moment, locale) });
  };
  return (
    <FormDialog
      title={t('schedule.title')}
      intro={t(publishes ? 'schedule.intro' : 'schedule.intro_end')}
      form={form}
      submit={t('schedule.submit')}
      submitting={t('schedule.submitting')}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {(['publish_at', 'end_at'] as const)
          .filter((name) => publishes || name === 'end_at')
          .map((name) => (
            <Field
              key={name}
              required={name === 'publish_at' ? article.status !== 'published' : !publishes}
              label={labelOf(name === 'publish_at' ? 'start' : 'end', values[name])}
              hint={
                hintOf(values[name]) ?? (name === 'end_at' && publishes ? t('schedule.end_hint') : undefined)
              }
              error={errorOf(name)}
            >
              {(control) => <TextInput {...control} {...field(name)} type="datetime-local" />}
            </Field>
          ))}
      </div>
    </FormDialog>
  );
}
