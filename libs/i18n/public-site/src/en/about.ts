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
  press: {
    heading: 'Press kit',
    text: 'Use these files when you write about {{name}}. Please keep their colours and proportions.',
    mark_alt: 'The {{name}} logo',
    mark_vector: 'Logo (SVG)',
    mark_picture: 'Logo (PNG, 512 pixels)',
    card: 'Product image (PNG, 1200 × 630)',
    colour: 'Brand colour',
    copy_colour: 'Copy brand colour',
  },
} satisfies Words<typeof zh>;
