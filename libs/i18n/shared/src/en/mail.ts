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
  licence_expiring: {
    subject: 'Your licence ending in {{tail}} expires on {{date}}',
    title: 'Your licence is about to expire',
    text: 'The licence ending in {{tail}}{{server}} expires on {{date}}. Renew it before then and the new term follows the old one: no time is lost.',
    action: 'Renew it',
    otherwise: 'If you would rather not get these reminders, switch them off in your account center.',
  },
  licence_offered: {
    subject: 'A {{brand}} licence is offered to you',
    title: 'A licence for you',
    text: '{{from}} wants to transfer a {{brand}} licence to you ({{plan}}, ending in {{tail}}). Log in with this address by {{date}} (Beijing time) and accept it under "My codes"; if you have no account yet, register with this address first.',
    action: 'See and accept it',
    otherwise: 'If you do not know the sender, ignore this mail: the offer runs out by itself.',
  },
  licence_offer_made: {
    subject: 'You are transferring your licence ending in {{tail}}',
    title: 'Transfer started',
    text: 'You offered the licence ending in {{tail}} to {{to}}. It can be accepted until {{date}} (Beijing time); until then you can cancel at any time.',
    action: 'See the transfer',
    otherwise: 'If this was not you, cancel the transfer and change your password now.',
  },
  licence_accepted: {
    subject: 'Your licence ending in {{tail}} now belongs to {{to}}',
    title: 'Transfer complete',
    text: '{{to}} accepted the licence ending in {{tail}}. It has left your account, and its old code no longer works.',
    otherwise: 'If you never started this transfer, change your password and contact support soon.',
  },
  licence_offer_cancelled: {
    subject: 'The licence is no longer offered to you',
    title: 'Transfer cancelled',
    text: 'The offer of the licence ending in {{tail}} was withdrawn. It can no longer be accepted.',
    otherwise: 'If you wonder why, ask the person who offered it.',
  },
  licence_offer_declined: {
    subject: 'Your licence ending in {{tail}} was declined',
    title: 'Transfer declined',
    text: '{{to}} declined the licence ending in {{tail}}. It is still yours.',
    action: 'See the licence',
    otherwise: 'If you never started this transfer, change your password now.',
  },
  licence_refunded: {
    subject: 'Your licence ending in {{tail}} ended with its refund',
    title: 'Licence revoked',
    text: 'The order was refunded, and the licence ending in {{tail}} ended with it. The server it was bound to can no longer use it.',
    action: 'See the licence',
    otherwise: 'If you never asked for a refund, contact support.',
  },
  licence_revoked: {
    subject: 'Your licence ending in {{tail}} was revoked',
    title: 'Licence revoked',
    text: 'We revoked the licence ending in {{tail}}. Reason: {{reason}}',
    action: 'See the licence',
    otherwise: 'If you think this is a mistake, contact support.',
  },
  licence_on_server: ' on the server "{{name}}"',
} satisfies Words<typeof zh>;
