import type { Words } from '@yunduo/i18n';
import type { appPages as zh } from '../zh/app-pages.ts';

export const appPages = {
  loading: 'Loading the app',
  no_name: 'No name yet',
  app_id: 'App ID',
  pages: 'Pages of the app',
  edit: 'Listing',
  versions: 'Versions',
  preview: 'Preview',
  taken_down: 'Unpublished by an operator',
  to_list: 'View my apps',
  missing: {
    heading: 'App not found',
    text: 'The address is wrong, or the app belongs to another account.',
  },
  refused: {
    heading: 'This account is not a developer',
    text: 'Agree to the developer agreement on the Apps page first.',
  },
  failed: {
    heading: 'The app could not be loaded',
    text: 'The server did not respond. Saved content is safe. Try again.',
    retry: 'Try again',
  },
  checks: {
    in_review:
      '{{version}} is in review. To submit the current draft, withdraw that version on the versions page first.',
    label: 'Missing content',
    ready: 'Complete. You can submit it for review.',
    open_one: '{{count}} of {{all}} items left.',
    open_other: '{{count}} of {{all}} items left.',
  },
  suggestion: {
    about: 'Reviewer: {{field}}',
    done: 'Done',
    your_answer: 'Your reply: {{answer}}',
    resolve: 'Mark as done',
    reopen: 'Mark as open',
    answer: 'Reply',
    change_answer: 'Edit reply',
    send: 'Save reply',
    cancel: 'Cancel',
  },
  clash: {
    heading: 'Also changed elsewhere',
    text: 'Both versions are kept. Choose one.',
    mine: 'Mine',
    theirs: 'Saved elsewhere',
    keep: 'Keep mine',
    take: 'Use theirs',
  },
} satisfies Words<typeof zh>;
