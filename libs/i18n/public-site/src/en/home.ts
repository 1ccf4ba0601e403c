import type { Words } from '@yunduo/i18n';
import type { home as zh } from '../zh/home.ts';

export const home = {} satisfies Words<typeof zh>;
