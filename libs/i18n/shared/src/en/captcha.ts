import type { Words } from '../words.ts';
import type { captcha as zh } from '../zh/captcha.ts';

export const captcha = {
  label: 'Security check',
  loading: 'Loading puzzle',
  prompt: 'Move the piece to the hollow with the same sign, then press Verify',
  verifying: 'Verifying',
  success: 'Verified',
  failed: 'Verification failed, please try again',
  request_failed: 'Request failed',
  expired: 'The puzzle expired. Here is a new one.',
  try_again: 'Try again',
  verify: 'Verify',
  left: 'Move left by {{by}}',
  right: 'Move right by {{by}}',
  refresh: 'New puzzle',
  alternative_offer: 'No puzzle needed: your browser does a short computation, with nothing to see or drag.',
  alternative_start: 'Verify automatically instead',
  alternative_progress: 'Verification progress',
  alternative_working: 'Verifying: {{percent}}% done',
} satisfies Words<typeof zh>;
