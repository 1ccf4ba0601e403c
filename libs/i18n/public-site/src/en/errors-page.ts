import type { Words } from '@yunduo/i18n';
import type { errorsPage as zh } from '../zh/errors-page.ts';

export const errorsPage = {} satisfies Words<typeof zh>;
