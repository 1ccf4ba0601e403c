import type { Words } from '@yunduo/i18n';
import type { storeDetail as zh } from '../zh/store-detail.ts';

export const storeDetail = {} satisfies Words<typeof zh>;
