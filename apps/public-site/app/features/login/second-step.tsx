import { notePage, showToast } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useSecondStepMutation } from '@yunduo/data-access';
import { Button, Field, TextInput } from '@yunduo/ui';
import type { ProofMethod } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { codeInput } from '../../forms/code-input.ts';
import { FormFailure } from '../../forms/form-failure.tsx';
import { formSchema } from '../../forms/form-schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useWords } from '../../shell/words.ts';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';

export interface SecondStepProps {
  ticket: string;
  methods: readonly ProofMethod[];
  rUrl: string | undefined;
  onSignedIn: (redirect: string | undefined) => void;
  /** A form is about to sign in; what it returns is called when nothing came of it. */
  onBegin: () => () => void;
  /** Back to the password. */
  onBack: () => void;
}

/** The second step: a code of the authenticator app, or a recovery code. A default export, for `lazyWithRetry`. */
export default function SecondStep({ methods, ...props }: SecondStepProps) {
  const t = useWords('secondFactor');
  const [recovery, setRecovery] = useState(false);
  return (
    <div className={styles.form}>
      <SectionHead title={t('step.heading')} lead={t(recovery ? 'step.lead_recovery' : 'step.lead')} />
      {recovery ? <RecoveryForm {...props} /> : <CodeForm {...props} />}
      <div className={styles.ways}>
        {methods.includes('recovery') && (
          <Button kind="bare" size="sm" onClick={() => setRecovery(!recovery)}>
            {t(recovery ? 'step.use_code' : 'step.use_recovery')}
          </Button>
        )}
        <Button kind="bare" size="sm" onClick={props.onBack}>
          {t('step.back')}
        </Button>
      </div>
      <p className="quiet">{t('step.lost')}</p>
    </div>
  );
}

type FormProps = Omit<SecondStepProps, 'methods'>;

/** Sends a factor with the ticket, and leads on. */
function useStep({ ticket, rUrl, onSignedIn, onBegin }: FormProps) {
  const [send] = useSecondStepMutation();
  return async (factor: { code: string } | { recovery_code: string }) => {
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

function CodeForm(props: FormProps) {
  const t = useWords('secondFactor');
  const step = useStep(props);
  const form = useAppForm({
    id: 'second-step',
    initialValues: { code: '' },
    schema: formSchema('totpSchema'),
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
  const t = useWords('secondFactor');
  const step = useStep(props);
  const form = useAppForm({
    id: 'second-step',
    initialValues: { recovery_code: '' },
    schema: formSchema('recoverySchema'),
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
  form: Pick<ReturnType<typeof useAppForm>, 'busy' | 'fault'>;
  onBack: () => void;
}

function Foot({ form, onBack }: FootProps) {
  const t = useWords('secondFactor');
  const over = isApiFailure(form.fault) && form.fault.code === 'SECOND_STEP_OVER';
  return (
    <>
      <FormFailure
        failure={form.fault}
        action={
          over && (
            <Button kind="line" size="sm" onClick={onBack}>
              {t('step.back')}
            </Button>
          )
        }
      />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'step.busy' : 'step.submit')}
      </Button>
    </>
  );
}
