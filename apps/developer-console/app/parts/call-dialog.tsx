import { Dialog } from '@yunduo/app-shell';
import type { ComponentProps } from 'react';

/** A dialog whose button sends something: while that is on its way it stays, and says then what came of it. */
export function CallDialog({ busy, onClose, ...rest }: ComponentProps<typeof Dialog> & { busy: boolean }) {
  return (
    <Dialog
      {...rest}
      onClose={() => {
        if (!busy) onClose();
      }}
    />
  );
}
