import type { Words } from '../words.ts';
import type { pages as zh } from '../zh/pages.ts';

export const pages = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {{page}}',
} satisfies Words<typeof zh>;
