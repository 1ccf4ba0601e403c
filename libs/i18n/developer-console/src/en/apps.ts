import type { Words } from '@yunduo/i18n';
import type { apps as zh } from '../zh/apps.ts';

export const apps = {} satisfies Words<typeof zh>;
