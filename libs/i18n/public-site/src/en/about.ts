import type { Words } from '@yunduo/i18n';
import type { about as zh } from '../zh/about.ts';

export const about = {
  title: 'About us',
  description: 'Who makes this client, why, and how to reach them.',
  empty: 'Nothing has been written here yet. Ask us by mail instead.',
  reach: 'Reach us',
  reach_text: 'A person reads every letter. The more exact the question, the sooner the answer.',
  feedback: 'Send feedback',
  privacy: 'Privacy policy',
} satisfies Words<typeof zh>;
