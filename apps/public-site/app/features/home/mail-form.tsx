import { useLocale } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useSubscribeCreateMutation } from '@yunduo/data-access';
import { Button, ControlRow, Field, LiveRegion, Notice, TextInput, useFocusInside } from '@yunduo/ui';
import { DAY, EMAIL_MAX, SUBSCRIPTION } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { formSchema } from '../../forms/form-schema.ts';
import { useCaptcha } from '../../forms/use-captcha.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './mail.module.css';

const EMPTY = { email: '' };

/**
 * The subscription (R5.07): nothing is sent before the slider, and no address is subscribed before its owner confirms
 * by mail.
 */
export function MailForm() {
  const t = useTranslations('home');
  const locale = useLocale();
  const captcha = useCaptcha('subscribe');
  const [subscribe] = useSubscribeCreateMutation();
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    id: 'subscribe',
    initialValues: EMPTY,
    schema: formSchema('subscribeSchema'),
    draft: { key: 'subscribe', fields: ['email'] },
    onSubmit: async ({ email }) => {
      const captcha_ticket = await captcha.ask();
      if (!captcha_ticket) return false;
      await subscribe(handledByForm({ email, captcha_ticket, locale })).unwrap();
      form.reset(EMPTY);
      setSentTo(email);
    },
  });
  const part = useRef<HTMLDivElement>(null);
  useFocusInside(part, sentTo);

  return (
    <div ref={part}>
      <LiveRegion role="status">
        {sentTo && (
          <Notice
            tone="good"
            title={t('email.sent', { email: sentTo })}
            action={
              <Button kind="line" size="sm" onClick={() => setSentTo('')}>
                {t('email.another')}
              </Button>
            }
          >
            <p>{t('email.sent_text', { days: SUBSCRIPTION.confirmTtl / DAY })}</p>
          </Notice>
        )}
      </LiveRegion>
      {!sentTo && (
        <form {...form.form} className={styles.form}>
          <Field
            id="subscribe-email"
            label={t('email.label')}
            hint={t('email.hint')}
            error={form.errorOf('email')}
          >
            {(control) => (
              <ControlRow>
                <TextInput
                  {...control}
                  {...form.field('email')}
                  inputMode="email"
                  autoComplete="email"
                  autoCapitalize="off"
                  spellCheck={false}
                  maxLength={EMAIL_MAX}
                  placeholder={t('email.example')}
                />
                <Button type="submit" busy={form.busy}>
                  {t(form.busy ? 'email.busy' : 'email.submit')}
                </Button>
              </ControlRow>
            )}
          </Field>
          <FormError error={form.error} />
          {captcha.dialog}
        </form>
      )}
    </div>
  );
}
