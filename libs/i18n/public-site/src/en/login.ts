import type { Words } from '@yunduo/i18n';
import type { login as zh } from '../zh/login.ts';

export const login = {} satisfies Words<typeof zh>;
