import type { Words } from '../words.ts';
import type { terminal as zh } from '../zh/terminal.ts';

/** What the operators' command line says otherwise: in a terminal nothing is red, and nothing is one's own. */
export const terminal = {
  VALIDATION_FAILED: 'Some fields are invalid',
  LICENCE_NOT_FOUND: 'Authorization code not found',
} satisfies Words<typeof zh>;
