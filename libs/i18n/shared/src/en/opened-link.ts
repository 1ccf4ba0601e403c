import type { Words } from '../words.ts';
import type { openedLink as zh } from '../zh/opened-link.ts';

export const openedLink = {
  gone_title: 'This link is no longer valid',
  gone_text: 'The link is incomplete or has expired. Open it again from the page or email it came from.',
  gone_link: 'Back to the home page',
  busy_text: 'The link cannot be opened for the moment.',
  busy_link: 'Try again',
} satisfies Words<typeof zh>;
