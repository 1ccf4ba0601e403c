import type { ApiFailure } from '@yunduo/api-client';
import { handledByForm, isApiFailure, useProveMutation } from '@yunduo/data-access';
import type { Words } from '@yunduo/i18n';
import type { proof } from '@yunduo/i18n/zh/proof';
import { Button, Field, LiveRegion, Notice, PasswordInput } from '@yunduo/ui';
import type { ProofMethod } from '@yunduo/validation';
import { useId, useRef, useState, type FormEvent } from 'react';
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

/** One question: is it you? While the answer is on its way the dialog stays. */
export function ProofDialog({ onClose, onProved, words }: ProofDialogProps) {
  const shell = useSharedWords('shell');
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [prove, { isLoading: busy }] = useProveMutation();
  useShownFailure(failure);

  const refuse = (message: string) => {
    setError(message);
    input.current?.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    setError(null);
    if (password === '') return refuse(words.required);
    try {
      await prove(handledByForm({ password })).unwrap();
      onProved();
    } catch (cause) {
      if (!isApiFailure(cause)) throw cause;
      // Any other status has been said by a toast.
      if (cause.status !== 400) return;
      setFailure(cause);
      if (cause.code === 'PASSWORD_WRONG') refuse(words.password_wrong);
    }
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
        <Field label={words.password} error={error} required>
          {(control) => (
            <PasswordInput
              {...control}
              ref={input}
              name="password"
              value={password}
              onChange={({ target }) => {
                setPassword(target.value);
                setError(null);
              }}
              words={{ show: words.show_password, hide: words.hide_password }}
              autoComplete="current-password"
            />
          )}
        </Field>
        <LiveRegion role="alert">
          {failure && failure.code !== 'PASSWORD_WRONG' && <Refused failure={failure} />}
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
