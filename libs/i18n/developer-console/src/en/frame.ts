import type { Words } from '@yunduo/i18n';
import type { frame as zh } from '../zh/frame.ts';

export const frame = {
  title: 'Developer center',
  skip: 'Skip to content',
  nav: 'Developer center',
  home: 'Overview',
  applications: 'Applications',
  control_panel: 'Control panel',
  review: 'Review desk',
  desk: 'Operations',
  documents: 'Developer docs',
  to_site: 'Back to the site',
  sign_in: 'Sign in',
  account: 'Account',
  not_found_title: 'Page not found',
  not_found_text: 'The developer center has no such address. It may be misspelt, or the page has moved.',
  not_found_applications: 'Your applications',
  failed_title: 'Something broke',
  failed_text: 'The fault is ours. Try again, or go to another page.',
  time_zone: 'Times are Beijing time (UTC+8).',
  part_failed: {
    heading: 'This did not load',
    text: 'The server did not answer. Try again in a moment.',
    retry: 'Try again',
  },
} satisfies Words<typeof zh>;
