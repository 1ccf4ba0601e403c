import type { Passkey, PasskeyCreation } from '@yunduo/api-contract';
import { FormDialog, makePasskey, showToast, useLeaveSignal, type PasskeyFault } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  usePasskeyBeginMutation,
  usePasskeyFinishMutation,
  usePasskeyRenameMutation,
} from '@yunduo/data-access';
import { Field, LiveRegion, Notice, TextInput } from '@yunduo/ui';
import { PASSKEY } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';

/** Device types for the default name of a passkey, in the order in which they are matched against the user agent. */
const DEVICES = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['chromebook', /CrOS/],
  ['windows', /Windows NT/],
  ['mac', /Macintosh/],
  ['linux', /Linux/],
] as const;

/** The device type of a user agent; `other` if unknown. An iPad claims to be a Mac, but has touch points. */
export function deviceOf(userAgent: string, touchPoints: number): (typeof DEVICES)[number][0] | 'other' {
  const found = DEVICES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
  return found === 'mac' && touchPoints > 1 ? 'ipad' : found;
}

interface NewPasskeyProps {
  /** Options for the first attempt. */
  first: PasskeyCreation;
  onClose: () => void;
  onAdded: (codes: readonly string[] | null) => void;
}

/** A name, then the browser's prompt. If cancelled, it can be started again. */
export function NewPasskey({ first, onClose, onAdded }: NewPasskeyProps) {
  const t = useTranslations('secondFactor');
  const [begin] = usePasskeyBeginMutation();
  const [finish] = usePasskeyFinishMutation();
  const [fault, setFault] = useState<PasskeyFault | null>(null);
  // A challenge can be used only once.
  const options = useRef<PasskeyCreation | null>(first);
  const [openedAt] = useState(Date.now);
  const fetchedAt = useRef(openedAt);
  const left = useLeaveSignal();
  const form = useForm({
    id: 'passkey-new',
    initialValues: { label: t(`passkeys.device.${deviceOf(navigator.userAgent, navigator.maxTouchPoints)}`) },
    schema: formSchema('passkeyLabelSchema'),
    draft: null,
    onSubmit: async ({ label }) => {
      const signal = left.current;
      setFault(null);
      // The server would refuse an expired one after the device stored the passkey. Half its life is for the prompt.
      if (options.current === null || Date.now() - fetchedAt.current > PASSKEY.challengeTtl / 2) {
        options.current = (await begin(handledByForm({})).unwrap()).options;
        fetchedAt.current = Date.now();
      }
      if (signal?.aborted) return false;
      const made = await makePasskey(options.current, signal);
      // Left meanwhile: the recovery codes of the first passkey would never be shown.
      if (signal?.aborted) return false;
      if (made.fault !== null) {
        setFault(made.fault);
        return false;
      }
      options.current = null;
      onAdded((await finish(handledByForm({ label, credential: made.given })).unwrap()).recovery_codes);
    },
  });
  return (
    <NameDialog
      title={t('passkeys.new.heading')}
      text={t('passkeys.new.text')}
      submit={t('passkeys.new.action')}
      submitting={t('passkeys.new.busy')}
      form={form}
      onClose={onClose}
      fault={fault && t(`passkeys.${fault}`)}
    />
  );
}

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations('secondFactor');
  const [rename] = usePasskeyRenameMutation();
  const form = useForm({
    id: 'passkey-name',
    initialValues: { label: passkey.label },
    schema: formSchema('passkeyLabelSchema'),
    draft: { key: `passkey:${passkey.id}` },
    onSubmit: async ({ label }) => {
      await rename(handledByForm({ id: passkey.id, label })).unwrap();
      showToast(t('passkeys.renamed'));
      onClose();
    },
  });
  return (
    <NameDialog
      title={t('passkeys.naming.heading')}
      text={t('passkeys.naming.text')}
      submit={t('passkeys.naming.action')}
      submitting={t('passkeys.naming.busy')}
      form={form}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  title: string;
  text: string;
  submit: string;
  submitting: string;
  form: ReturnType<typeof useForm<{ label: string }>>;
  onClose: () => void;
  /** Error from the browser, as text. */
  fault?: string | null;
}

function NameDialog({ title, text, submit, submitting, form, onClose, fault }: NameDialogProps) {
  const t = useTranslations('secondFactor');
  return (
    <FormDialog
      title={title}
      intro={text}
      form={form}
      submit={submit}
      submitting={submitting}
      onClose={onClose}
    >
      <Field label={t('passkeys.label')} error={form.errorOf('label')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.field('label')}
            maxLength={PASSKEY.labelMax * 2}
            autoComplete="off"
          />
        )}
      </Field>
      <LiveRegion role="status">
        {fault && (
          <Notice tone="info">
            <p>{fault}</p>
          </Notice>
        )}
      </LiveRegion>
    </FormDialog>
  );
}
