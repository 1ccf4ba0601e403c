import type { Words } from '../words.ts';
import type { feedbackFile as zh } from '../zh/feedback-file.ts';

export const feedbackFile = {
  gone_title: 'This link has expired',
  gone_text: 'Attachment links are valid for a few minutes. Open the attachment again from “My feedback”.',
  gone_link: 'View my feedback',
} satisfies Words<typeof zh>;
