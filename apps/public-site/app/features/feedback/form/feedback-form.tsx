import { lazyWithRetry, useAppSelector } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, isApiFailure, useFeedbackSubmitMutation } from '@yunduo/data-access';
import { selectSignedIn, signInPath } from '@yunduo/session';
import { Button, Field, LiveRegion, Notice, RadioGroup, TextArea, TextInput } from '@yunduo/ui';
import {
  codePoints,
  FEEDBACK_TITLE_MAX,
  FEEDBACK_TYPES,
  visibleLine,
  type ContactKind,
} from '@yunduo/validation';
import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { formSchema } from '../../../forms/form-schema.ts';
import { NeedsScript } from '../../../forms/needs-script.tsx';
import { useCaptcha } from '../../../forms/use-captcha.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../feedback.module.css';
import { Attachments } from './attachments.tsx';
import { ContactField } from './contact-field.tsx';
import { Sent } from './sent.tsx';
import { useDraft, EMPTY } from './draft.ts';
import { useAttachments } from './use-attachments.ts';

const NotSignedIn = lazyWithRetry(() => import('./not-signed-in.tsx'));

/** The feedback form (R2.10, R3.13). Every visitor may write; sending needs a session and the slider. */
export function FeedbackForm() {
  const t = useTranslations('feedback');
  const signedIn = useAppSelector(selectSignedIn);
  const [submit] = useFeedbackSubmitMutation();
  const captcha = useCaptcha('feedback');
  const uploads = useAttachments();
  const [askingSignIn, setAskingSignIn] = useState(false);
  const [unready, setUnready] = useState<'still' | 'failed' | null>(null);
  const [sentNo, setSentNo] = useState('');

  const form = useForm({
    id: 'feedback',
    initialValues: EMPTY,
    schema: formSchema('feedbackFormSchema'),
    draft: null,
    serverNames: { 'contact.value': 'contact_value', 'contact.kind': 'contact_kind' },
    onSubmit: async ({ contact_kind, contact_value, ...words }) => {
      const waiting = uploads.items.find(({ state }) => state !== 'done');
      setUnready(waiting ? (waiting.state === 'failed' ? 'failed' : 'still') : null);
      if (waiting) return;
      const captcha_ticket = await captcha.ask();
      if (!captcha_ticket) return;
      const contact = contact_kind ? { kind: contact_kind as ContactKind, value: contact_value } : null;
      try {
        const input = { ...words, contact, attachment_ids: uploads.ids, captcha_ticket };
        const { no } = await submit(handledByForm(input)).unwrap();
        form.reset(EMPTY);
        uploads.clear({ sent: true });
        dismiss();
        setSentNo(no);
      } catch (error) {
        if (isApiFailure(error) && error.code === 'ATTACHMENT_INVALID') uploads.lapse();
        throw error;
      }
    },
  });
  const { restored, dismiss } = useDraft(form, uploads);

  const mayGoOn = () => {
    if (!signedIn) setAskingSignIn(true);
    return signedIn;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (mayGoOn()) form.form.onSubmit(event);
  };

  if (sentNo) return <Sent no={sentNo} onAnother={() => setSentNo('')} />;
  const titleLength = codePoints(visibleLine(form.values.title));
  return (
    <form {...form.form} onSubmit={onSubmit} className={styles.form}>
      <NeedsScript />
      {!signedIn && <NeedsAccount />}
      <LiveRegion role="status">
        {restored && (
          <Notice
            title={t('restored.title')}
            action={
              <Button
                kind="bare"
                size="sm"
                onClick={() => {
                  form.reset(EMPTY);
                  uploads.clear();
                  dismiss();
                }}
              >
                {t('restored.clear')}
              </Button>
            }
          >
            <p>{t(restored.files.some(({ id }) => id !== undefined) ? 'restored.files' : 'restored.text')}</p>
          </Notice>
        )}
      </LiveRegion>
      <RadioGroup
        required
        id="feedback-type"
        legend={t('type')}
        name="type"
        value={form.values.type}
        onChange={(type) => form.setValue('type', type)}
        error={form.errorOf('type')}
        options={FEEDBACK_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) }))}
      />
      <Field
        id="feedback-title"
        label={t('subject')}
        error={form.errorOf('title')}
        aside={
          <span
            className={styles.count}
            data-over={titleLength > FEEDBACK_TITLE_MAX || undefined}
            aria-label={t('subject_left', { count: titleLength, max: FEEDBACK_TITLE_MAX })}
            role="img"
          >
            {t('subject_count', { count: titleLength, max: FEEDBACK_TITLE_MAX })}
          </span>
        }
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.field('title')}
            autoComplete="off"
            placeholder={t('subject_example')}
          />
        )}
      </Field>
      <Field
        id="feedback-description"
        label={t('text')}
        hint={t('text_hint')}
        error={form.errorOf('description')}
        required
      >
        {(control) => (
          <TextArea
            {...control}
            rows={8}
            name="description"
            value={form.values.description}
            onChange={({ currentTarget }) => form.setValue('description', currentTarget.value)}
          />
        )}
      </Field>
      <Attachments
        uploads={uploads}
        mayAdd={mayGoOn}
        error={
          unready && uploads.items.some(({ state }) => state !== 'done') ? t(`file.${unready}`) : undefined
        }
      />
      <ContactField
        kind={form.values.contact_kind}
        value={form.values.contact_value}
        error={form.errorOf('contact_value')}
        onChange={form.setValue}
      />
      <FormError error={form.error} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'busy' : 'submit')}
      </Button>
      {captcha.dialog}
      {askingSignIn && <NotSignedIn onClose={() => setAskingSignIn(false)} />}
    </form>
  );
}

/**
 * Shown before a visitor starts to write; the page is rendered signed out, so the hint on `<html>` hides it from
 * signed-in users.
 */
function NeedsAccount() {
  const t = useTranslations('feedback');
  const { pathname, search } = useLocation();
  return (
    <p className={styles.account}>
      {t('needs_account')} <Link to={signInPath(pathname + search)}>{t('sign_in.go')}</Link>
    </p>
  );
}
