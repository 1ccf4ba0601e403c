import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import { Button, DialogView } from '@yunduo/ui';
import { useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { useOverlayZ } from '../overlay/use-overlay-z.ts';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  /** Buttons labelled with verbs, the harmless one first. */
  footer?: ReactNode;
}

/** A dialog in the overlay order. Mounted means open: `{asking && <Dialog … />}`. */
export function Dialog(props: DialogProps) {
  const t = useSharedTranslations('shell');
  const zIndex = useOverlayZ();
  return <DialogView {...props} closeLabel={t('close')} zIndex={zIndex} />;
}

interface ConfirmDialogProps {
  title: ReactNode;
  /** Called on confirmation. */
  children: ReactNode;
  /** Label of the confirming button, at rest and while its action runs. */
  confirm: string;
  confirming?: string;
  /** Marks an irreversible action. */
  danger?: boolean;
  cancel?: string;
  onClose: () => void;
  /**
   * While its promise is pending the dialog stays open. When it fulfils, or without a promise, the dialog
   * closes.
   */
  onConfirm: () => Promise<unknown> | void;
  /**
   * Receives the error of a failed call, which a toast has reported. Without it the dialog stays open for
   * another try.
   */
  onFailure?: (failure: ApiFailure) => void;
}

/** Asks for confirmation. The harmless answer comes first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, confirming = confirm, danger = false, cancel } = props;
  const { onClose, onConfirm, onFailure } = props;
  const t = useSharedTranslations('shell');
  const [busy, setBusy] = useState(false);
  const press = async () => {
    const call = onConfirm();
    if (!call) return onClose();
    setBusy(true);
    try {
      await call;
      onClose();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      onFailure?.(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!busy) onClose();
      }}
      footer={
        <>
          <Button kind="line" disabled={busy} onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void press()}>
            {busy ? confirming : confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface FormDialogProps {
  title: ReactNode;
  /** Called on submit. */
  intro?: ReactNode;
  /** As returned by `useForm`. */
  form: { form: ComponentProps<'form'> & { id: string }; busy: boolean; error: ApiFailure | null };
  /** Label of the submit button, at rest and while sending. */
  submit: string;
  submitting?: string;
  submitRef?: Ref<HTMLButtonElement>;
  /** Marks an irreversible action. */
  danger?: boolean;
  cancel?: string;
  onClose: () => void;
  /** Replaces `onClose` for the button that discards the input; Escape and the cross only close. */
  onCancel?: () => void;
  /** The fields. */
  children?: ReactNode;
  /** The result, shown instead of the form. */
  answer?: { text: ReactNode; footer: ReactNode } | null;
}

/**
 * A form in a dialog. The dialog stays open while sending and then shows the result; the form's `onSubmit`
 * closes it. Errors of the whole form are shown below its fields.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, intro, form, submit, submitting = submit, submitRef, danger = false, cancel } = props;
  const { onClose, onCancel = onClose, children, answer } = props;
  const t = useSharedTranslations('shell');
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!form.busy) onClose();
      }}
      footer={
        answer?.footer ?? (
          <>
            <Button kind="line" disabled={form.busy} onClick={onCancel}>
              {cancel ?? t('cancel')}
            </Button>
            <Button
              ref={submitRef}
              type="submit"
              form={form.form.id}
              kind={danger ? 'danger' : 'primary'}
              busy={form.busy}
            >
              {form.busy ? submitting : submit}
            </Button>
          </>
        )
      }
    >
      {answer?.text ?? (
        <>
          {intro && <p>{intro}</p>}
          <form {...form.form}>{children}</form>
          <FormError error={form.error} />
        </>
      )}
    </Dialog>
  );
}
