import type { ApiFailure } from '@yunduo/api-client';
import { handledByForm, isApiFailure, useProveMutation } from '@yunduo/data-access';
import type { Words } from '@yunduo/i18n';
import type { proof } from '@yunduo/i18n/zh/proof';
import { Button, Field, LiveRegion, Notice, PasswordInput, TextInput } from '@yunduo/ui';
import type { ProofMethod } from '@yunduo/validation';
import { useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { useFailureText } from '../errors/failure-text.ts';
import { useShownFailure } from '../errors/shown-failures.ts';
import { useSharedWords } from '../i18n/use-words.ts';
import { Dialog } from '../overlay/dialog.tsx';
import styles from './proof.module.css';

export interface ProofDialogProps {
  /** The ways that the account has. */
  methods: readonly ProofMethod[];
  onClose: () => void;
  onProved: () => void;
  words: Words<typeof proof>;
}

/** What each way is called on the wire. */
const FIELD_OF = { password: 'password', totp: 'code', recovery: 'recovery_code' } as const;
/** What is said at the field. */
const AT_FIELD: readonly string[] = ['PASSWORD_WRONG', 'FACTOR_INVALID'];

/** One question: is it you? While the answer is on its way the dialog stays. */
export function ProofDialog({ methods, onClose, onProved, words }: ProofDialogProps) {
  const shell = useSharedWords('shell');
  const form = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'password');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [prove, { isLoading: busy }] = useProveMutation();
  useShownFailure(failure);

  const refuse = (message: string) => {
    setError(message);
    ref.current?.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    setError(null);
    if (value.trim() === '') return refuse(words.required);
    try {
      await prove(handledByForm({ [FIELD_OF[method]]: value })).unwrap();
      onProved();
    } catch (cause) {
      if (!isApiFailure(cause)) throw cause;
      // Any other status has been said by a toast.
      if (cause.status !== 400) return;
      setFailure(cause);
      if (cause.code === 'PASSWORD_WRONG') refuse(words.password_wrong);
      if (cause.code === 'FACTOR_INVALID')
        refuse(method === 'totp' ? words.code_wrong : words.recovery_wrong);
    }
  };

  const input = {
    ref,
    name: FIELD_OF[method],
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValue(target.value);
      setError(null);
    },
  };
  const others = methods.filter((other) => other !== method && other !== 'password');
  const choose = (other: ProofMethod) => {
    setMethod(other);
    setValue('');
    setError(null);
    ref.current?.focus();
  };

  return (
    <Dialog
      title={words.title}
      onClose={() => {
        if (!busy) onClose();
      }}
      footer={
        <>
          <Button kind="line" onClick={onClose} disabled={busy}>
            {shell('cancel')}
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {busy ? words.confirming : words.confirm}
          </Button>
        </>
      }
    >
      <p>{words.lead}</p>
      <form id={form} method="post" noValidate className={styles.form} onSubmit={(event) => void send(event)}>
        <Field label={words[method]} error={error} required>
          {(control) =>
            method === 'password' ? (
              <PasswordInput
                {...control}
                {...input}
                words={{ show: words.show_password, hide: words.hide_password }}
                autoComplete="current-password"
              />
            ) : (
              <TextInput
                {...control}
                {...input}
                inputMode={method === 'totp' ? 'numeric' : 'text'}
                autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
                spellCheck={false}
              />
            )
          }
        </Field>
        {others.map((other) => (
          <Button key={other} kind="bare" size="sm" onClick={() => choose(other)}>
            {other === 'totp' ? words.use_totp : words.use_recovery}
          </Button>
        ))}
        <LiveRegion role="alert">
          {failure && !AT_FIELD.includes(failure.code) && <Refused failure={failure} />}
        </LiveRegion>
      </form>
    </Dialog>
  );
}

function Refused({ failure }: { failure: ApiFailure }) {
  const textOf = useFailureText();
  return (
    <Notice tone="bad">
      <p>{textOf(failure)}</p>
    </Notice>
  );
}
