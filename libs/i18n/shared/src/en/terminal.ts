import type { Words } from '../words.ts';
import type { terminal as zh } from '../zh/terminal.ts';

/** Replacements for the operators' command line: a terminal marks nothing in red and has no "my" pages. */
export const terminal = {
  VALIDATION_FAILED: 'Some fields are invalid',
  LICENCE_NOT_FOUND: 'Authorization code not found',
} satisfies Words<typeof zh>;
