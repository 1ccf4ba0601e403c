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
  update_title: 'A new version is available',
  update_text: 'Reload the page to update. Save your changes first.',
  update_now: 'Reload',
  update_later: 'Later',
  page_not_found_text: 'This page does not exist or has moved. Check the address for typos.',
  server_error_text: 'Something went wrong on our side. Try again later, or go back to the home page.',
  part_failed: 'This part could not be loaded',
  part_failed_text: 'The rest of the page is not affected. Try again, or reload the page.',
  error_home: 'Go to home page',
  error_again: 'Try again',
  error_search: 'Search the app store',
  error_search_submit: 'Search',
  cancel: 'Cancel',
  chat: 'Chat with us',
  chat_close: 'Close chat',
} satisfies Words<typeof zh>;
