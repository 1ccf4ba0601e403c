import type { Words } from '../words.ts';
import type { proof as zh } from '../zh/proof.ts';

export const proof: Words<typeof zh> = {
  title: 'Confirm it is you',
  lead: 'This step matters, and you signed in a while ago. Confirm once more and carry on where you stopped.',
  password: 'Your password',
  totp: '6 digits from your authenticator app',
  recovery: 'Recovery code',
  use_passkey: 'Use a passkey instead',
  passkey_action: 'Use a passkey',
  passkey_busy: 'Follow your browser',
  passkey_cancelled: 'That was not completed. Try again, or use another way.',
  passkey_failed: 'Your browser could not use a passkey. Try again, or use another way.',
  passkey_none: 'This browser has no passkeys. Use another browser.',
  use_totp: 'Use the authenticator app',
  use_recovery: 'No phone at hand? Use a recovery code',
  code_wrong: 'That code is wrong. Wait for the next one and try again',
  recovery_wrong: 'That recovery code is wrong or already used',
  show_password: 'Show password',
  hide_password: 'Hide password',
  required: 'Please fill this in',
  password_wrong: 'That password is wrong. Try again',
  confirm: 'Confirm and continue',
  confirming: 'Confirming',
};
