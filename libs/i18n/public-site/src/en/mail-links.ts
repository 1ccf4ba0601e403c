import type { Words } from '@yunduo/i18n';
import type { mailLinks as zh } from '../zh/mail-links.ts';

export const mailLinks = {
  no_token: 'This link is incomplete. Open it from the email again, or copy the whole link.',
  undo: {
    heading: 'Undo email change',
    lead: 'The email of this account was changed. If this was not you, undo it: the old address is restored and every device is signed out.',
    submit: 'Undo change',
    busy: 'Undoing',
    done_heading: 'Your email was restored',
    done: 'Your account email is {{email}} again. Your password may be known to someone else, so change it now.',
    go_password: 'Reset password',
    leave: 'Sign in',
  },
  not_me: {
    heading: 'Not my sign-in',
    lead: 'Click the button to sign that device out. Then set a new password.',
    submit: 'Sign device out',
    busy: 'Signing it out',
    done_heading: 'The device was signed out',
    done: 'Someone may know the password of {{email}}. Set a new one now.',
    go_password: 'Set new password',
    leave: 'It was me, no action needed',
  },
  other: {
    text: '{{email}} is signed in here. It is signed out first.',
    submit: 'Sign out and reset password',
    busy: 'Signing out',
  },
} satisfies Words<typeof zh>;
