import type { Section } from './sections.ts';

/** The key of a section's title. */
export const SECTION_WORDS = {
  'sign-in': 'sign_in',
  register: 'register',
  reset: 'reset',
  'undo-email': 'undo',
  'not-me': 'not_me',
} as const satisfies Record<Section, string>;
