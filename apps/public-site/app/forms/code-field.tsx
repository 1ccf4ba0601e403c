import type { ApiFailure } from '@yunduo/api-client';
import {
  claimFailure,
  lazyWithRetry,
  showToast,
  useFailureText,
  useResend,
  useShownFailure,
} from '@yunduo/app-shell';
import type { FieldForm } from '@yunduo/app-shell/forms';
import { handledByForm, isApiFailure, useSendEmailMutation } from '@yunduo/data-access';
import { Button, ControlRow, Field, LiveRegion, Notice, TextInput } from '@yunduo/ui';
import { EMAIL_CODE, EMAIL_CODE_LENGTH, MINUTE, type EmailScene } from '@yunduo/validation';
import { useState } from 'react';
import { useTranslations } from '../shell/words.ts';
import { codeInput } from './code-input.ts';

const CaptchaDialog = lazyWithRetry(() => import('./captcha-dialog.tsx'));

interface CodeFieldProps {
  form: FieldForm<{ code: string }>;
  scene: EmailScene;
  /** The recipient; empty while nothing is typed. */
  email: string;
  /** Validates the address first, and shows an error at its field; false sends nothing. */
  checkEmail?: () => Promise<boolean>;
  /** Shows a refusal at the address field. */
  refuseEmail?: (message: string) => void;
  /** Token of an email change in progress. */
  changeToken?: string;
}

/**
 * The field for a mailed code, with the button that sends it: after the slider, and not again before the countdown
 * ends.
 */
export function CodeField({ form, scene, email, checkEmail, refuseEmail, changeToken }: CodeFieldProps) {
  const t = useTranslations('forms');
  const textOf = useFailureText();
  const [sendEmail, { isLoading: sending, isSuccess: sent }] = useSendEmailMutation();
  const [asking, setAsking] = useState(false);
  /** Why no code was sent, unless the address is the cause. */
  const [rejection, setRejection] = useState<ApiFailure | null>(null);
  useShownFailure(rejection);
  const { remaining, wait } = useResend(scene, email);
  const id = `${form.form.id}-code`;

  const ask = async () => {
    if (!email) showToast({ message: 'email_needed' }, { kind: 'error' });
    // Before the countdown: a code sent to this address for another purpose would start it even for an invalid address.
    if (checkEmail && !(await checkEmail())) return;
    if (remaining > 0) return;
    setRejection(null);
    setAsking(true);
  };

  const send = async (captcha_ticket: string) => {
    setAsking(false);
    try {
      const body = { email, scene, captcha_ticket, change_token: changeToken };
      const { resend_after } = await sendEmail(handledByForm(body)).unwrap();
      wait(resend_after);
      showToast({ message: 'code_sent' });
      document.getElementById(id)?.focus();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      const { fields, retry_after } = error.data;
      if (retry_after) wait(retry_after);
      if (fields?.['email'] && refuseEmail) {
        claimFailure(error);
        refuseEmail(fields['email']);
      } else if (error.status === 400 || error.status === 404) setRejection(error);
    }
  };

  // The server's message has a fixed wait; the button shows the countdown.
  const tooSoon = rejection?.data.retry_after !== undefined;
  const rejected = tooSoon ? remaining > 0 && t('too_soon') : rejection && textOf(rejection);
  const label = sending
    ? t('sending_code')
    : remaining > 0
      ? t('resend_in', { seconds: remaining })
      : t(sent ? 'send_code_again' : 'send_code');
  return (
    <>
      <Field
        id={id}
        label={t('code')}
        hint={sent || remaining > 0 ? t('code_hint', { minutes: EMAIL_CODE.ttl / MINUTE }) : undefined}
        error={form.errorOf('code')}
      >
        {(control) => (
          <ControlRow>
            <TextInput
              {...control}
              {...codeInput(form.field('code'))}
              placeholder={t('code_example', { digits: EMAIL_CODE_LENGTH })}
            />
            <Button
              kind="line"
              busy={sending}
              aria-disabled={remaining > 0 || undefined}
              onClick={() => void ask()}
            >
              {label}
            </Button>
          </ControlRow>
        )}
      </Field>
      {/* Not a validation error: the value of the field is fine, and the focus is elsewhere. */}
      <LiveRegion role="alert">
        {rejected && (
          <Notice tone="bad">
            <p>{rejected}</p>
          </Notice>
        )}
      </LiveRegion>
      {asking && (
        <CaptchaDialog
          title={t('captcha_title')}
          onClose={() => setAsking(false)}
          onTicket={(ticket) => void send(ticket)}
        />
      )}
    </>
  );
}
