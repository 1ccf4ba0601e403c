import type { Words } from '@yunduo/i18n';
import type { frame as zh } from '../zh/frame.ts';

export const frame = {} satisfies Words<typeof zh>;
