import { Dialog } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { useState } from 'react';

interface QuestionProps {
  title: string;
  text: string;
  no: string;
  yes: string;
  /** While it is done. */
  doing: string;
  onClose: () => void;
  onYes: () => Promise<unknown>;
}

/** One question before something is done; closes afterwards either way, since what failed has been said by a toast. */
export function Question({ title, text, no, yes, doing, onClose, onYes }: QuestionProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await onYes();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
    }
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {no}
          </Button>
          <Button kind="danger" busy={busy} onClick={() => void press()}>
            {busy ? doing : yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
