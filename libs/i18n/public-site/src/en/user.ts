import type { Words } from '@yunduo/i18n';
import type { user as zh } from '../zh/user.ts';

export const user = {} satisfies Words<typeof zh>;
