import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useInviteRequestMutation } from '@yunduo/data-access';
import { Button, Field, LiveRegion, Notice, TextArea, TextInput, useFocusInside } from '@yunduo/ui';
import { DAY, EMAIL_MAX, INVITE_REQUEST } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { formSchema } from '../../forms/form-schema.ts';
import { useCaptcha } from '../../forms/use-captcha.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './download.module.css';

const EMPTY = { email: '', purpose: '' };

/**
 * Form that requests an invitation; operators answer by mail. The response is the same whether or not the address has
 * asked before.
 */
export function InviteForm({ supportEmail }: { supportEmail: string }) {
  const t = useTranslations('download');
  const locale = useLocale();
  const captcha = useCaptcha('invite');
  const [request] = useInviteRequestMutation();
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    id: 'invite-request',
    initialValues: EMPTY,
    schema: formSchema('inviteRequestSchema'),
    draft: { key: 'invite', fields: ['email', 'purpose'] },
    onSubmit: async (values) => {
      const captcha_ticket = await captcha.ask();
      if (!captcha_ticket) return false;
      await request(handledByForm({ ...values, captcha_ticket, locale })).unwrap();
      form.reset(EMPTY);
      setSentTo(values.email);
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
            title={t('invite.sent')}
            action={
              <Button kind="line" size="sm" onClick={() => setSentTo('')}>
                {t('invite.another')}
              </Button>
            }
          >
            <p>{t('invite.sent_text', { email: sentTo })}</p>
          </Notice>
        )}
      </LiveRegion>
      {!sentTo && (
        <form {...form.form} className={styles.form}>
          <noscript>
            <p>{t('invite.no_script', { email: supportEmail })}</p>
          </noscript>
          <Field id="invite-email" label={t('invite.email')} error={form.errorOf('email')}>
            {(control) => (
              <TextInput
                {...control}
                {...form.field('email')}
                inputMode="email"
                autoComplete="email"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={EMAIL_MAX}
                placeholder={t('invite.email_example')}
              />
            )}
          </Field>
          <Field
            required
            id="invite-purpose"
            label={t('invite.purpose')}
            hint={t('invite.purpose_hint', { max: INVITE_REQUEST.purposeMax })}
            error={form.errorOf('purpose')}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={4}
                name="purpose"
                value={form.values.purpose}
                onChange={({ currentTarget }) => form.setValue('purpose', currentTarget.value)}
              />
            )}
          </Field>
          <p className={styles.consent}>
            {t('invite.consent', { days: INVITE_REQUEST.retention / DAY })}
            <LocaleLink to="/protocol/privacy-policy" target="_blank">
              {t('invite.privacy')}
            </LocaleLink>
            {locale === 'zh' ? '。' : '.'}
          </p>
          <FormError error={form.error} />
          <Button type="submit" kind="line" size="lg" busy={form.busy} className={styles.submit}>
            {t(form.busy ? 'invite.busy' : 'invite.submit')}
          </Button>
          {captcha.dialog}
        </form>
      )}
    </div>
  );
}
