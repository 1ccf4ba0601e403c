import type { Words } from '../words.ts';
import type { mail as zh } from '../zh/mail.ts';

export const mail = {} satisfies Words<typeof zh>;
