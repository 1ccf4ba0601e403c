import type { Words } from '../words.ts';
import type { proof as zh } from '../zh/proof.ts';

export const proof: Words<typeof zh> = {
  title: 'Confirm it is you',
  lead: 'This action needs a recent sign-in. Confirm to continue.',
  password: 'Password',
  totp: '6 digits from your authenticator app',
  recovery: 'Recovery code',
  use_passkey: 'Use a passkey instead',
  passkey_action: 'Use a passkey',
  passkey_busy: 'Follow the prompts of your browser',
  passkey_cancelled: 'Not completed. Try again, or use another method.',
  passkey_failed: 'The browser could not use a passkey. Try again, or use another method.',
  passkey_none: 'This browser does not support passkeys. Use another browser.',
  use_totp: 'Use the authenticator app',
  use_recovery: 'No phone at hand? Use a recovery code',
  code_wrong: 'Wrong code. Wait for the next one and try again',
  recovery_wrong: 'Wrong or already used recovery code',
  show_password: 'Show password',
  hide_password: 'Hide password',
  required: 'Fill in this field',
  password_wrong: 'Wrong password. Try again',
  confirm: 'Confirm and continue',
  confirming: 'Confirming',
};
