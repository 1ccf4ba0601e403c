import type { Words } from '@yunduo/i18n';
import type { landing as zh } from '../zh/landing.ts';

export const landing = {} satisfies Words<typeof zh>;
