import type { Words } from '../words.ts';
import type { mail as zh } from '../zh/mail.ts';

export const mail = {
  greeting: 'Hello,',
  code_label: 'Verification code',
  code_expiry:
    'Valid for {{minutes}} minutes, once. Do not share it with anyone: our support will never ask for it.',
  footer: 'This mail was sent automatically. Replies are not read.',
  register_code: {
    subject: 'Your {{brand}} registration code: {{code}}',
    title: 'Create your {{brand}} account',
    text: 'Enter the code below on the registration page.',
    otherwise: 'If this was not you, ignore this mail: no account will be created.',
  },
  register_known: {
    subject: 'You already have a {{brand}} account',
    title: 'This address is already registered',
    text: 'Somebody asked to register this address with {{brand}}. It has an account already, so no code was sent. You can log in, or reset the password if you forgot it.',
    action: 'Log in',
    otherwise: 'If this was not you, ignore this mail: nothing about your account has changed.',
  },
  reset_code: {
    subject: 'Your {{brand}} password reset code: {{code}}',
    title: 'Reset your password',
    text: 'Enter the code below on the reset page. Afterwards every device has to log in again.',
    otherwise: 'If this was not you, ignore this mail: your password has not changed.',
  },
  reset_unknown: {
    subject: 'No {{brand}} account uses this address',
    title: 'There is no account to reset',
    text: 'Somebody asked to reset the password of a {{brand}} account, but this address is not registered. You may have used another one.',
    action: 'Register',
    otherwise: 'If this was not you, ignore this mail.',
  },
  change_verify_code: {
    subject: 'Your {{brand}} email change code: {{code}}',
    title: 'Verify your current email',
    text: 'You are changing the email of your {{brand}} account. Enter the code below to show that it is you.',
    otherwise: 'If this was not you, change your password now.',
  },
  change_confirm_code: {
    subject: 'Your {{brand}} code for the new email: {{code}}',
    title: 'Verify your new email',
    text: 'Enter the code below to use this address for your {{brand}} account.',
    otherwise: 'If this was not you, ignore this mail: without the code nobody can use your address.',
  },
  change_taken: {
    subject: 'This address already has a {{brand}} account',
    title: 'The email cannot be changed to this address',
    text: 'Somebody asked to move another {{brand}} account to this address. It has an account already, so no code was sent.',
    otherwise: 'If this was not you, ignore this mail: nothing about your account has changed.',
  },
  email_changed: {
    subject: 'The email of your {{brand}} account was changed',
    title: 'Email changed',
    text: 'Your {{brand}} account now uses {{new_email}}. Other devices have been signed out.',
    action: 'This was not me: undo',
    otherwise:
      'If this was not you, press the button above within {{hours}} hours: the old address comes back and every device is signed out. Then reset your password.',
  },
  password_changed: {
    subject: 'The password of your {{brand}} account was changed',
    title: 'Password changed',
    text: 'The password of your {{brand}} account was changed. Other devices have been signed out.',
    action: 'This was not me: reset the password',
    otherwise: 'If this was not you, reset your password now.',
  },
} satisfies Words<typeof zh>;
