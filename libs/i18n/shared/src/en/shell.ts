import type { Words } from '../words.ts';
import type { shell as zh } from '../zh/shell.ts';

export const shell = {} satisfies Words<typeof zh>;
