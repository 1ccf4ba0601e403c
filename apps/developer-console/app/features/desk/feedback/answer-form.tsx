import type { AdminFeedback } from '@yunduo/api-contract';
import { loadChunk, showToast } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { FormError } from '@yunduo/app-shell/form-error';
import { draftRevision, useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskFeedbackAnswerMutation } from '@yunduo/data-access';
import { htmlLang, type Locale } from '@yunduo/i18n';
import { cannedAnswers as en } from '@yunduo/i18n-developer-console/en/canned-answers';
import { cannedAnswers as zh } from '@yunduo/i18n-developer-console/zh/canned-answers';
import { Button, Checkbox, Field, Notice, Select, TextArea } from '@yunduo/ui';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';

const CANNED: Record<Locale, Record<string, string>> = { zh, en };

/** Guesses the language of a text by its script. */
const languageOf = (text: string): Locale => (/\p{Script=Han}/u.test(text) ? 'zh' : 'en');

/** A reply in the user's language, stored in this tab until it is sent. `instead` is what one can do without it. */
export function AnswerForm({ ticket, instead }: { ticket: AdminFeedback; instead?: ReactNode }) {
  const t = useTranslations('deskFeedback');
  const [answer] = useDeskFeedbackAnswerMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const language = languageOf(`${ticket.title} ${ticket.description}`);
  const initialValues = { text: '', close: false };
  const { no, revision } = ticket;
  const draftKey = `desk-answer:${no}`;
  /** The revision on which the text was typed. */
  const [based, setBased] = useState(() => draftRevision(draftKey, revision));
  const form = useForm({
    initialValues,
    schema: async () => (await loadChunk(() => import('../rules.ts'))).feedbackAnswerSchema,
    onSubmit: async ({ text, close }) => {
      await answer(handledByForm({ no, revision, text, close })).unwrap();
      showToast(t(close ? 'answer.closed' : 'answer.done'));
      form.reset(initialValues);
    },
    draft: { key: draftKey, fields: ['text'], revision: based },
  });
  const outdated = based !== revision;
  if (outdated && form.values.text === '' && !localDraft(draftKey).exists()) setBased(revision);
  const insert = (name: string) => {
    const phrase = CANNED[language][name];
    if (!phrase) return;
    form.setValue('text', [form.values.text.trim(), phrase].filter(Boolean).join('\n\n'));
    area.current?.focus();
  };
  return (
    <form {...form.form} className={styles.fields} aria-label={t('answer.heading')}>
      {outdated && <Notice tone="warn">{t('answer.outdated')}</Notice>}
      <Field label={t('answer.canned')}>
        {(control) => (
          <Select {...control} value="" onChange={({ target }) => insert(target.value)}>
            <option value="">{t('answer.choose')}</option>
            {Object.entries(CANNED[language]).map(([name, phrase]) => (
              <option key={name} value={name} lang={htmlLang(language)}>
                {phrase}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        required={!form.values.close}
        label={t('answer.text')}
        hint={
          ticket.state === 'closed'
            ? t('answer.reopen_hint')
            : t('answer.hint', { language: t(`answer.languages.${language}`) })
        }
        error={form.errorOf('text')}
      >
        {(control) => (
          <TextArea {...control} {...form.field('text')} ref={area} rows={6} lang={htmlLang(language)} />
        )}
      </Field>
      <Checkbox {...form.checkbox('close')}>{t('answer.close')}</Checkbox>
      <FormError error={form.error} />
      <div className={styles.buttons}>
        <Button type="submit" busy={form.busy}>
          {t(form.busy ? 'answer.sending' : 'answer.send')}
        </Button>
        {instead}
      </div>
    </form>
  );
}
