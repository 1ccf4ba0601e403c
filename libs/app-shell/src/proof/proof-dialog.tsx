import type { ApiFailure } from '@yunduo/api-client';
import type { InputOf, userInfo } from '@yunduo/api-contract';
import { handledByForm, isApiFailure, usePasskeyProveMutation, useProveMutation } from '@yunduo/data-access';
import type { Words } from '@yunduo/i18n';
import type { proof } from '@yunduo/i18n/zh/proof';
import { Button, Field, LiveRegion, PasswordInput, TextInput } from '@yunduo/ui';
import type { ProofMethod } from '@yunduo/validation';
import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { useLeaveSignal } from '../common/use-leave-signal.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { useShownFailure } from '../errors/shown-failures.ts';
import { passkeySupport, signWithPasskey } from '../passkeys/passkeys.ts';

export interface ProofDialogProps {
  /** The proof methods of the account. */
  methods: readonly ProofMethod[];
  onClose: () => void;
  onProved: () => void;
  words: Words<typeof proof>;
}

type ProofInput = InputOf<typeof userInfo.prove>;

/** The name of each method on the wire. */
const FIELD_OF = { password: 'password', totp: 'code', recovery: 'recovery_code' } as const;
const OTHER = { passkey: 'use_passkey', totp: 'use_totp', recovery: 'use_recovery' } as const;
/** The message at the field. */
const AT_FIELD: readonly string[] = ['PASSWORD_WRONG', 'FACTOR_INVALID'];

/** Asks the user to confirm their identity. The dialog stays open while the call runs. */
export function ProofDialog({ methods: had, onClose, onProved, words }: ProofDialogProps) {
  const able = passkeySupport() === 'yes';
  const usable = had.filter((method) => able || method !== 'passkey');
  // If no method is available, the dialog explains why it cannot continue.
  const methods = usable.length > 0 ? usable : had;
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'password');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [stopped, setStopped] = useState<string | null>(null);
  const [signing, setSigning] = useState(false);
  const [prove, { isLoading: proving }] = useProveMutation();
  const [askPasskey] = usePasskeyProveMutation();
  const busy = proving || signing;
  useShownFailure(failure);

  const reject = (message: string) => {
    setError(message);
    ref.current?.focus();
  };

  // Another choice closes the browser's prompt and ignores its answer.
  const left = useLeaveSignal(method);

  /** The request body; null if the browser's prompt failed, or another method was chosen meanwhile. */
  const proof = async (signal?: AbortSignal): Promise<ProofInput | null> => {
    if (method !== 'passkey') return { [FIELD_OF[method]]: value };
    const { options } = await askPasskey(handledByForm({})).unwrap();
    if (signal?.aborted) return null;
    const { given, fault } = await signWithPasskey(options, signal);
    if (signal?.aborted) return null;
    if (given) return { passkey: given };
    setStopped(fault === 'cancelled' ? words.passkey_cancelled : words.passkey_failed);
    return null;
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    setError(null);
    setStopped(null);
    if (method === 'passkey' && !able) return;
    if (method !== 'passkey' && value.trim() === '') return reject(words.required);
    setSigning(method === 'passkey');
    const signal = left.current;
    try {
      const given = await proof(signal);
      if (!given) return;
      await prove(handledByForm(given)).unwrap();
      onProved();
    } catch (cause) {
      if (!isApiFailure(cause)) throw cause;
      if (signal?.aborted) return;
      // A toast has reported any other status.
      if (cause.status !== 400) return;
      setFailure(cause);
      if (cause.code === 'PASSWORD_WRONG') reject(words.password_wrong);
      if (cause.code === 'FACTOR_INVALID')
        reject(method === 'totp' ? words.code_wrong : words.recovery_wrong);
    } finally {
      if (!signal?.aborted) setSigning(false);
    }
  };

  const input = {
    ref,
    name: method === 'passkey' ? undefined : FIELD_OF[method],
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValue(target.value);
      setError(null);
    },
  };
  const others = methods.flatMap((other) => (other === method || other === 'password' ? [] : [other]));
  const chosen = useRef(false);
  const choose = (other: ProofMethod) => {
    chosen.current = true;
    setSigning(false);
    setMethod(other);
    setValue('');
    setError(null);
    setStopped(null);
    setFailure(null);
  };
  useEffect(() => {
    if (chosen.current) (method === 'passkey' ? submit : ref).current?.focus();
  }, [method]);

  return (
    <FormDialog
      title={words.title}
      intro={words.lead}
      form={{
        form: { id, method: 'post', noValidate: true, onSubmit: (event) => void send(event) },
        busy,
        error: failure && !AT_FIELD.includes(failure.code) ? failure : null,
      }}
      submit={method === 'passkey' ? words.passkey_action : words.confirm}
      submitting={method === 'passkey' ? words.passkey_busy : words.confirming}
      submitRef={submit}
      onClose={onClose}
    >
      {method === 'passkey' ? (
        !able && <p>{words.passkey_none}</p>
      ) : (
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
      )}
      {others.map((other) => (
        <Button key={other} kind="bare" size="sm" onClick={() => choose(other)}>
          {words[OTHER[other]]}
        </Button>
      ))}
      <LiveRegion role="status">{stopped && <p>{stopped}</p>}</LiveRegion>
    </FormDialog>
  );
}
