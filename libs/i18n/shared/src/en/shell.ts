import type { Words } from '../words.ts';
import type { shell as zh } from '../zh/shell.ts';

export const shell = {
  close: 'Close',
  loading: 'Loading',
  theme: 'Appearance',
  theme_system: 'System',
  theme_light: 'Light',
  theme_dark: 'Dark',
  language: '中文',
  copy: 'Copy',
  copied: 'Copied',
  update_title: 'A new version is out',
  update_text: 'Reload to get it. Save what you have not saved yet.',
  update_now: 'Reload',
  update_later: 'Later',
  page_not_found_text: 'Nothing lives at this address. It may have moved, or a letter may be off.',
  server_error_text:
    'This page did not open, and the fault is ours. Try again soon, or look elsewhere meanwhile.',
  part_failed: 'This part did not load',
  part_failed_text: 'The rest of the page is not affected. Try again, or reload the page.',
  error_home: 'Go to the home page',
  error_again: 'Try again',
  error_search: 'Search the app store',
  error_search_submit: 'Search',
  cancel: 'Cancel',
  chat: 'Chat with us',
  chat_close: 'Close chat',
} satisfies Words<typeof zh>;
