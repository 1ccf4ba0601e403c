import type { Words } from '../words.ts';
import type { mailMute as zh } from '../zh/mail-mute.ts';

export const mailMute = {
  title: 'Stop receiving these emails?',
  text: 'We will no longer email you when {{kind}}. Other emails are not affected.',
  submit: 'Stop these emails',
  done_title: 'These emails are turned off',
  done_text:
    'We no longer email you when {{kind}}. You can turn this on again in your account settings at any time.',
  settings: 'Open email settings',
  kinds: {
    review_success: 'an app of yours is approved',
    licence_reminder: 'an authorization code is about to expire',
    feedback_answer: 'your feedback gets a reply',
  },
} satisfies Words<typeof zh>;
