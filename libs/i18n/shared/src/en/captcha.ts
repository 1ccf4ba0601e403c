import type { Words } from '../words.ts';
import type { captcha as zh } from '../zh/captcha.ts';

export const captcha = {
  label: 'Security check',
  loading: 'Getting the picture ready',
  prompt: 'Drag the piece into the gap. Arrow keys move it too; Enter confirms.',
  verifying: 'Verifying',
  success: 'Verified',
  failed: 'Verification failed, please try again',
  request_failed: 'Request failed',
  expired: 'The picture had expired. Here is a new one.',
  try_again: 'Try again',
  refresh: 'Another picture',
  alternative_offer:
    'Is it not working for you? Your browser can solve a sum instead: nothing to see, nothing to drag.',
  alternative_start: 'Use the sum instead',
  alternative_progress: 'Progress of the sum',
  alternative_working: 'Your browser is working on it: {{percent}}% done',
} satisfies Words<typeof zh>;
