import type { Words } from '@yunduo/i18n';
import type { about as zh } from '../zh/about.ts';

export const about = {
  title: 'About us',
  description: 'Who we are, why we build this client, and how to reach us.',
  empty: 'Nothing here yet. Contact us by email.',
  reach: 'Contact us',
  reach_text: 'A person answers every email. The more detail you give, the faster we can help.',
  feedback: 'Send feedback',
  privacy: 'Privacy policy',
} satisfies Words<typeof zh>;
