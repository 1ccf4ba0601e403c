import { Dialog } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import type { ReactNode } from 'react';
import type { ApiFailure } from '@yunduo/api-client';
import { FormFailure } from '../../../forms/form-failure.tsx';
import { useWords } from '../../../shell/words.ts';
import styles from './my-codes.module.css';

interface LicenceFormProps {
  title: string;
  /** What happens when it is sent. */
  intro?: ReactNode;
  form: { form: { id: string }; busy: boolean; fault: ApiFailure | null };
  submit: string;
  submitting: string;
  danger?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog that asks for a few things and sends them. */
export function LicenceForm(props: LicenceFormProps) {
  const { title, intro, form, submit, submitting, danger = false, onClose, children } = props;
  const t = useWords('myCodes');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={form.form.id} kind={danger ? 'danger' : 'primary'} busy={form.busy}>
            {form.busy ? submitting : submit}
          </Button>
        </>
      }
    >
      {intro && <p>{intro}</p>}
      <form {...form.form} className={styles.form}>
        {children}
      </form>
      <FormFailure failure={form.fault} />
    </Dialog>
  );
}
