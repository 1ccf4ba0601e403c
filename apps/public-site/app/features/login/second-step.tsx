import type { ApiFailure } from '@yunduo/api-client';
import type { PasskeyProof } from '@yunduo/api-contract';
import {
  notePage,
  passkeySupport,
  showToast,
  signWithPasskey,
  useLeaveSignal,
  type PasskeyFault,
} from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  isApiFailure,
  useSecondStepMutation,
  useSecondStepPasskeyMutation,
} from '@yunduo/data-access';
import { Button, Field, LiveRegion, Notice, TextInput } from '@yunduo/ui';
import type { ProofMethod } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { codeInput } from '../../forms/code-input.ts';
import { formSchema } from '../../forms/form-schema.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';

export interface SecondStepProps {
  ticket: string;
  methods: readonly ProofMethod[];
  rUrl: string | undefined;
  onSignedIn: (redirect: string | undefined) => void;
  /** Called when a form starts to sign in; call the returned function if it fails. */
  onBegin: () => () => void;
  /** Returns to the password. */
  onBack: () => void;
}

/** Label and introduction of each method. */
const CHOICE = {
  passkey: ['step.use_passkey', 'step.lead_passkey'],
  totp: ['step.use_code', 'step.lead'],
  recovery: ['step.use_recovery', 'step.lead_recovery'],
} as const;
type Way = keyof typeof CHOICE;

/**
 * The second step: a passkey, a code of the authenticator app, or a recovery code, whichever the account has, in that
 * order. A default export, for `lazyWithRetry`.
 */
export default function SecondStep({ methods, ...props }: SecondStepProps) {
  const t = useTranslations('secondFactor');
  const support = passkeySupport();
  const able = support === 'yes';
  const ways = (['passkey', 'totp', 'recovery'] as const).filter(
    (way) => methods.includes(way) && (able || way !== 'passkey'),
  );
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const Form = { passkey: PasskeyForm, totp: CodeForm, recovery: RecoveryForm }[way];
  return (
    <div className={styles.form}>
      <SectionHead title={t('step.heading')} lead={t(CHOICE[way][1])} />
      {!able && methods.includes('passkey') && (
        <Notice tone="info">
          <p>{t(support === 'address' ? 'passkeys.no_address' : 'passkeys.no_browser')}</p>
        </Notice>
      )}
      <Form {...props} />
      <div className={styles.ways}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} kind="bare" size="sm" onClick={() => setWay(other)}>
              {t(CHOICE[other][0])}
            </Button>
          ))}
        <Button kind="bare" size="sm" onClick={props.onBack}>
          {t('step.back')}
        </Button>
      </div>
      <p className="quiet">{t('step.lost')}</p>
    </div>
  );
}

type FormProps = Omit<SecondStepProps, 'methods'>;

type Factor = { code: string } | { recovery_code: string } | { passkey: PasskeyProof };

/** Sends a factor with the ticket, and redirects after success. */
function useStep({ ticket, rUrl, onSignedIn, onBegin }: FormProps) {
  const [send] = useSecondStepMutation();
  return async (factor: Factor) => {
    const giveUp = onBegin();
    const onPage = notePage('path');
    try {
      const { redirect } = await send(handledByForm({ ticket, ...factor, r_url: rUrl })).unwrap();
      showToast({ message: 'signed_in' });
      if (onPage()) onSignedIn(redirect);
    } catch (error) {
      giveUp();
      throw error;
    }
  };
}

/**
 * One button: the browser handles the rest. A cancelled prompt is not an error, and the button can be pressed again.
 */
function PasskeyForm(props: FormProps) {
  const t = useTranslations('secondFactor');
  const step = useStep(props);
  const [ask] = useSecondStepPasskeyMutation();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiFailure | null>(null);
  const [stopped, setStopped] = useState<PasskeyFault | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const left = useLeaveSignal();
  useEffect(() => button.current?.focus(), []);

  const send = async () => {
    const signal = left.current;
    setFault(null);
    setStopped(null);
    setBusy(true);
    try {
      const { options } = await ask(handledByForm({ ticket: props.ticket })).unwrap();
      // The visitor chose another way or left the page: no prompt opens there, and an open one is closed.
      if (signal?.aborted) return;
      const signed = await signWithPasskey(options, signal);
      if (signal?.aborted) return;
      if (signed.fault === null) await step({ passkey: signed.given });
      else setStopped(signed.fault);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <LiveRegion role="status">
        {stopped && (
          <Notice tone="info">
            <p>{t(stopped === 'cancelled' ? 'step.passkey_cancelled' : 'step.passkey_failed')}</p>
          </Notice>
        )}
      </LiveRegion>
      <StepFault fault={fault} onBack={props.onBack} />
      <Button ref={button} size="lg" busy={busy} className={styles.submit} onClick={() => void send()}>
        {t(busy ? 'step.passkey_busy' : 'step.passkey')}
      </Button>
    </>
  );
}

function CodeForm(props: FormProps) {
  const t = useTranslations('secondFactor');
  const step = useStep(props);
  const form = useForm({
    id: 'second-step',
    initialValues: { code: '' },
    schema: formSchema('totpSchema'),
    draft: null,
    onSubmit: ({ code }) => step({ code }),
  });
  useEffect(() => document.getElementById('second-step-code')?.focus(), []);
  return (
    <form {...form.form} className={styles.form}>
      <Field id="second-step-code" label={t('step.code')} error={form.errorOf('code')}>
        {(control) => <TextInput {...control} {...codeInput(form.field('code'))} />}
      </Field>
      <Foot form={form} onBack={props.onBack} />
    </form>
  );
}

function RecoveryForm(props: FormProps) {
  const t = useTranslations('secondFactor');
  const step = useStep(props);
  const form = useForm({
    id: 'second-step',
    initialValues: { recovery_code: '' },
    schema: formSchema('recoverySchema'),
    draft: null,
    onSubmit: ({ recovery_code }) => step({ recovery_code }),
  });
  useEffect(() => document.getElementById('second-step-recovery')?.focus(), []);
  return (
    <form {...form.form} className={styles.form}>
      <Field id="second-step-recovery" label={t('step.recovery')} error={form.errorOf('recovery_code')}>
        {(control) => (
          <TextInput {...control} {...form.field('recovery_code')} autoComplete="off" spellCheck={false} />
        )}
      </Field>
      <Foot form={form} onBack={props.onBack} />
    </form>
  );
}

interface FootProps {
  form: Pick<ReturnType<typeof useForm>, 'busy' | 'error'>;
  onBack: () => void;
}

function Foot({ form, onBack }: FootProps) {
  const t = useTranslations('secondFactor');
  return (
    <>
      <StepFault fault={form.error} onBack={onBack} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'step.busy' : 'step.submit')}
      </Button>
    </>
  );
}

function StepFault({ fault, onBack }: { fault: ApiFailure | null; onBack: () => void }) {
  const t = useTranslations('secondFactor');
  return (
    <FormError
      error={fault}
      action={
        fault?.code === 'SECOND_STEP_OVER' && (
          <Button kind="line" size="sm" onClick={onBack}>
            {t('step.back')}
          </Button>
        )
      }
    />
  );
}
