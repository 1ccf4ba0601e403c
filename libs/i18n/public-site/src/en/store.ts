import type { Words } from '@yunduo/i18n';
import type { store as zh } from '../zh/store.ts';

export const store = {} satisfies Words<typeof zh>;
