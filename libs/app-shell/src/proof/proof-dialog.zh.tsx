import { proof } from '@yunduo/i18n/zh/proof';
import { ProofDialog, type ProofDialogProps } from './proof-dialog.tsx';

/** The dialog with its words. A default export, for `lazyWithRetry`. */
export default function Dialog(props: Omit<ProofDialogProps, 'words'>) {
  return <ProofDialog {...props} words={proof} />;
}
