import { DialogView } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useSharedWords } from '../i18n/use-words.ts';
import { useOverlayZ } from './use-overlay-z.ts';

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
