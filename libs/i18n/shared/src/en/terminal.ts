import type { Words } from '../words.ts';
import type { terminal as zh } from '../zh/terminal.ts';

/** What the operators' command line says otherwise: in a terminal nothing is red, and nothing is one's own. */
export const terminal = {
  VALIDATION_FAILED: 'Some of what was given cannot be taken',
  LICENCE_NOT_FOUND: 'There is no such authorization code',
} satisfies Words<typeof zh>;
