import type { DataOf, DevAppItem, DevWebhook, devWebhook } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useAppSelector } from '@yunduo/app-shell';
import { draftRevision, useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  isApiFailure,
  useDevWebhookCreateMutation,
  useDevWebhookSaveMutation,
  useLazyDevWebhooksQuery,
} from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Checkbox, Field, TextInput } from '@yunduo/ui';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@yunduo/validation';
import { useState } from 'react';
import { showConflict, takeCurrent } from '../../forms/conflict.ts';
import { AppField, EVERY_APP } from '../../parts/app-field.tsx';
import { useTranslations } from '../../shell/words.ts';
import { EVENT_WORDS } from './webhook-words.ts';
import styles from './webhooks.module.css';

type Values = {
  url: string;
  events: WebhookEvent[];
  app_id: number;
};

const valuesOf = (webhook: DevWebhook | undefined): Values => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? [...WEBHOOK_EVENTS],
  app_id: webhook?.app?.id ?? EVERY_APP,
});

interface WebhookFormProps {
  apps: readonly DevAppItem[];
  /** The webhook to change; undefined creates a new one. */
  webhook?: DevWebhook;
  onClose: () => void;
  onMade?: (made: DataOf<typeof devWebhook.create>) => void;
}

/** Form for a webhook: URL, events and app. */
export default function WebhookForm({ apps, webhook, onClose, onMade }: WebhookFormProps) {
  const t = useTranslations('webhooks');
  const [create] = useDevWebhookCreateMutation();
  const [save] = useDevWebhookSaveMutation();
  const [read] = useLazyDevWebhooksQuery();
  // Per user: another user of the same browser must not see the draft.
  const key = `webhook:${useAppSelector(selectUser)?.id}:${webhook?.id ?? 'new'}`;
  // The one that the input is based on.
  const [edited, setEdited] = useState(
    () => webhook && { ...webhook, revision: draftRevision(key, webhook.revision) },
  );
  const form = useForm({
    initialValues: valuesOf(webhook),
    schema: async () => (await loadChunk(() => import('./webhook-rules.ts'))).webhookSchema,
    onSubmit: async ({ app_id, ...target }) => {
      const input = { ...target, ...(app_id !== EVERY_APP && { app_id }) };
      if (edited) {
        const { id, revision } = edited;
        await save(handledByForm({ ...input, id, revision }))
          .unwrap()
          .catch((error: unknown) => rebase(edited, error));
        showToast(t('saved_toast'));
        return onClose();
      }
      const call = create(handledByForm(input));
      const made = await call.unwrap();
      // Only this answer contains the secret: the store drops it, the page shows it.
      call.reset();
      onMade?.(made);
    },
    onConflict: showConflict,
    draft: { key, revision: edited?.revision },
  });
  /** The message stays with the form, which then saves over the current webhook. */
  const rebase = async (before: DevWebhook, error: unknown): Promise<never> => {
    if (isApiFailure(error) && error.code === 'EDIT_CONFLICT') {
      const now = (await read()).data?.list.find(({ id }) => id === before.id);
      if (now) {
        takeCurrent(form, valuesOf(before), valuesOf(now));
        setEdited(now);
      }
    }
    throw error;
  };
  const { values, field, setValue, errorOf } = form;
  // Only its own button discards the draft; an accidental Escape or press outside closes the dialog.
  const giveUp = () => {
    form.removeDraft();
    onClose();
  };
  const eventsError = errorOf('events');
  const eventsErrorId = `${form.form.id}-events`;
  return (
    <FormDialog
      title={t(webhook ? 'form.edit_title' : 'form.title')}
      form={form}
      submit={t(webhook ? 'form.save' : 'form.submit')}
      submitting={t(webhook ? 'form.saving' : 'form.submitting')}
      cancel={t('form.cancel')}
      onClose={onClose}
      onCancel={giveUp}
    >
      <Field required label={t('form.url')} hint={t('form.url_hint')} error={errorOf('url')}>
        {(control) => (
          <TextInput
            {...control}
            {...field('url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://ci.example.com/hooks/yunduo"
          />
        )}
      </Field>
      <fieldset
        className={styles.choices}
        role="group"
        aria-describedby={eventsError ? eventsErrorId : undefined}
      >
        <legend>{t('form.events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            checked={values.events.includes(event)}
            aria-invalid={eventsError ? true : undefined}
            onChange={({ target }) =>
              setValue(
                'events',
                WEBHOOK_EVENTS.filter((each) =>
                  each === event ? target.checked : values.events.includes(each),
                ),
              )
            }
          >
            {t(EVENT_WORDS[event])}
          </Checkbox>
        ))}
        {eventsError && (
          <p id={eventsErrorId} className={styles.error}>
            {eventsError}
          </p>
        )}
      </fieldset>
      <AppField
        label={t('form.app')}
        every={t('every_app')}
        gone={t('form.app_gone')}
        error={errorOf('app_id')}
        apps={apps}
        value={values.app_id}
        onChange={(id) => setValue('app_id', id)}
      />
    </FormDialog>
  );
}
