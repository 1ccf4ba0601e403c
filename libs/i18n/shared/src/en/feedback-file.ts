import type { Words } from '../words.ts';
import type { feedbackFile as zh } from '../zh/feedback-file.ts';

export const feedbackFile = {
  gone_title: 'This link no longer works',
  gone_text:
    'Links to attachments work for a few minutes only. Open the attachment again from your feedback.',
  gone_link: 'Go to my feedback',
} satisfies Words<typeof zh>;
