import type { LicenceWithCode } from '@yunduo/api-contract';

/** What every dialog about one licence is given. */
export interface LicenceDialogProps {
  licence: LicenceWithCode;
  onClose: () => void;
}
