import type { Words } from '@yunduo/i18n';
import type { protocol as zh } from '../zh/protocol.ts';

export const protocol = {} satisfies Words<typeof zh>;
