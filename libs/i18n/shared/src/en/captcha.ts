import type { Words } from '../words.ts';
import type { captcha as zh } from '../zh/captcha.ts';

export const captcha = {} satisfies Words<typeof zh>;
