import type { LicenceWithCode } from '@yunduo/api-contract';

/** Props of every dialog about one licence. */
export interface LicenceDialogProps {
  licence: LicenceWithCode;
  onClose: () => void;
}
