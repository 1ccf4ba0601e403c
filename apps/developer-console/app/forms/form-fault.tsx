import type { ApiFailure } from '@yunduo/api-client';
import { FormError } from '@yunduo/app-shell';

/** What the server said against a form as a whole. */
export const FormFault = ({ fault }: { fault: ApiFailure | null }) => <FormError failure={fault} />;
