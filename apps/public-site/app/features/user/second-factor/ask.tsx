import { Dialog, useSharedWords } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';

interface AskProps {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** A question before something is taken away. */
export function Ask({ title, text, action, danger, onClose, onConfirm }: AskProps) {
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
          <Button
            kind={danger ? 'danger' : 'primary'}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
