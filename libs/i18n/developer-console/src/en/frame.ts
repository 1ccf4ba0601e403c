import type { Words } from '@yunduo/i18n';
import type { frame as zh } from '../zh/frame.ts';

export const frame = {
  title: 'Developer center',
  skip: 'Skip to content',
  nav: 'Developer center',
  home: 'Overview',
  applications: 'Apps',
  control_panel: 'Control panel',
  review: 'Review desk',
  desk: 'Operations',
  documents: 'Developer docs',
  to_site: 'Back to website',
  sign_in: 'Sign in',
  account: 'My account',
  sign_out: 'Sign out',
  not_found_title: 'Page not found',
  not_found_text: 'This page does not exist or has moved. Check the address for typos.',
  not_found_applications: 'View my apps',
  failed_title: 'Something went wrong',
  failed_text: 'Something went wrong on our side. Try again, or go to another page.',
  time_zone: 'Times are Beijing time (UTC+8).',
  part_failed: {
    heading: 'This part could not be loaded',
    text: 'The server did not respond. Try again in a moment.',
    retry: 'Try again',
  },
} satisfies Words<typeof zh>;
