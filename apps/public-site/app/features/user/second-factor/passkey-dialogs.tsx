import type { Passkey, PasskeyCreation } from '@yunduo/api-contract';
import { Dialog, makePasskey, showToast, useSharedWords, type PasskeyFault } from '@yunduo/app-shell';
import {
  handledByForm,
  usePasskeyBeginMutation,
  usePasskeyFinishMutation,
  usePasskeyRenameMutation,
} from '@yunduo/data-access';
import { Button, Field, LiveRegion, Notice, TextInput } from '@yunduo/ui';
import { PASSKEY } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { FormFailure } from '../../../forms/form-failure.tsx';
import { formSchema } from '../../../forms/form-schema.ts';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useWords } from '../../../shell/words.ts';
import styles from './second-factor.module.css';

/** Kinds of devices that a passkey is named after, in the order in which a browser's line is read. */
const DEVICES = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['chromebook', /CrOS/],
  ['windows', /Windows NT/],
  ['mac', /Macintosh/],
  ['linux', /Linux/],
] as const;

/** The device that the browser's line names; `other` where it names none. An iPad says that it is a Mac, and has a screen to touch. */
export function deviceOf(userAgent: string, touchPoints: number): (typeof DEVICES)[number][0] | 'other' {
  const found = DEVICES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
  return found === 'mac' && touchPoints > 1 ? 'ipad' : found;
}

interface NewPasskeyProps {
  /** What the browser is asked with first. */
  first: PasskeyCreation;
  onClose: () => void;
  onAdded: (codes: readonly string[] | null) => void;
}

/** A name, and then the browser's own question. Turned down, it can be asked again. */
export function NewPasskey({ first, onClose, onAdded }: NewPasskeyProps) {
  const t = useWords('secondFactor');
  const [begin] = usePasskeyBeginMutation();
  const [finish] = usePasskeyFinishMutation();
  const [fault, setFault] = useState<PasskeyFault | null>(null);
  // Answered once, a challenge is used up.
  const options = useRef<PasskeyCreation | null>(first);
  const form = useAppForm({
    id: 'passkey-new',
    initialValues: { label: t(`passkeys.device.${deviceOf(navigator.userAgent, navigator.maxTouchPoints)}`) },
    schema: formSchema('passkeyLabelSchema'),
    onSubmit: async ({ label }) => {
      setFault(null);
      options.current ??= (await begin(handledByForm({})).unwrap()).options;
      const made = await makePasskey(options.current);
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
      action={t(form.busy ? 'passkeys.new.busy' : 'passkeys.new.action')}
      form={form}
      onClose={onClose}
      fault={fault && t(`passkeys.${fault}`)}
    />
  );
}

/** Another name for one of them. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useWords('secondFactor');
  const [rename] = usePasskeyRenameMutation();
  const form = useAppForm({
    id: 'passkey-name',
    initialValues: { label: passkey.label },
    schema: formSchema('passkeyLabelSchema'),
    onSubmit: async ({ label }) => {
      await rename(handledByForm({ id: passkey.id, label })).unwrap();
      showToast(t('passkeys.renamed'), { kind: 'success' });
      onClose();
    },
  });
  return (
    <NameDialog
      title={t('passkeys.naming.heading')}
      text={t('passkeys.naming.text')}
      action={t(form.busy ? 'passkeys.naming.busy' : 'passkeys.naming.action')}
      form={form}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  title: string;
  text: string;
  action: string;
  form: ReturnType<typeof useAppForm<{ label: string }>>;
  onClose: () => void;
  /** What the browser came to, in words. */
  fault?: string | null;
}

function NameDialog({ title, text, action, form, onClose, fault }: NameDialogProps) {
  const t = useWords('secondFactor');
  const shell = useSharedWords('shell');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {shell('cancel')}
          </Button>
          <Button type="submit" form={form.form.id} busy={form.busy}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <form {...form.form} className={styles.naming}>
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
      </form>
      <LiveRegion role="status">
        {fault && (
          <Notice tone="info">
            <p>{fault}</p>
          </Notice>
        )}
      </LiveRegion>
      <FormFailure failure={form.fault} />
    </Dialog>
  );
}
