import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import { Button, DialogView } from '@yunduo/ui';
import { useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useSharedWords } from '../i18n/use-words.ts';
import { useOverlayZ } from '../overlay/use-overlay-z.ts';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  /** Buttons that say the verb, the harmless one first. */
  footer?: ReactNode;
}

/** A dialog in the order of overlays. Mounted means open: `{asking && <Dialog … />}`. */
export function Dialog(props: DialogProps) {
  const t = useSharedWords('shell');
  const zIndex = useOverlayZ();
  return <DialogView {...props} closeLabel={t('close')} zIndex={zIndex} />;
}

interface ConfirmDialogProps {
  title: ReactNode;
  /** What happens when it is confirmed. */
  children: ReactNode;
  /** The verb of what is confirmed, and the same while it runs. */
  confirm: string;
  confirming?: string;
  /** For what cannot be undone. */
  danger?: boolean;
  cancel?: string;
  onClose: () => void;
  /** While its promise is pending the dialog stays; fulfilled, or without a promise, the dialog closes. */
  onConfirm: () => Promise<unknown> | void;
  /** A failed call, which has been reported by a toast; without it the dialog just stays open for another try. */
  onFailure?: (failure: ApiFailure) => void;
}

/** Asks before something is done. The harmless answer comes first and gets the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, confirming = confirm, danger = false, cancel } = props;
  const { onClose, onConfirm, onFailure } = props;
  const t = useSharedWords('shell');
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
  /** What happens when it is sent. */
  intro?: ReactNode;
  /** As `useForm` returns it. */
  form: { form: ComponentProps<'form'> & { id: string }; busy: boolean; error: ApiFailure | null };
  /** The verb of what is sent, and the same while it is on its way. */
  submit: string;
  submitting?: string;
  submitRef?: Ref<HTMLButtonElement>;
  /** For what cannot be undone. */
  danger?: boolean;
  cancel?: string;
  onClose: () => void;
  /** Instead of `onClose`, for the button that gives up what was typed; Escape and the cross only close. */
  onCancel?: () => void;
  /** The fields. */
  children?: ReactNode;
  /** What came of it, in the place of the form. */
  answer?: { text: ReactNode; footer: ReactNode } | null;
}

/**
 * A form in a dialog. While it is sent the dialog stays, and says then what came of it; `onSubmit` of the form closes it.
 * What the server says against the form as a whole stands below its fields.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, intro, form, submit, submitting = submit, submitRef, danger = false, cancel } = props;
  const { onClose, onCancel = onClose, children, answer } = props;
  const t = useSharedWords('shell');
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
