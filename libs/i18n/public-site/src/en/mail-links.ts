import type { Words } from '@yunduo/i18n';
import type { mailLinks as zh } from '../zh/mail-links.ts';

export const mailLinks = {
  undo: {
    heading: 'Undo the email change',
    lead: 'The email of this account was changed. If that was not you, undo it: the old address comes back and every device is signed out.',
    submit: 'Undo the change',
    busy: 'Undoing',
    done_heading: 'Your email is back',
    done: 'The account belongs to {{email}} again. Somebody may know your password, so choose a new one now.',
    go_reset: 'Reset password',
    no_token: 'This link is incomplete. Open it from the mail again, or copy all of it.',
    go_sign_in: 'Sign in',
  },
  not_me: {
    heading: 'This was not me',
    lead: 'Press the button to sign that device out. Then set a new password, so that nobody gets back in.',
    submit: 'Sign that device out',
    busy: 'Signing it out',
    done_heading: 'That device is signed out',
    done: 'Somebody may know the password of {{email}}. Set a new one now.',
    go_password: 'Set a new password',
    was_me: 'It was me, leave it',
  },
} satisfies Words<typeof zh>;
