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
    listing_in_review:
      'The listing is in review. To submit the current draft, withdraw it on the versions page first.',
    label: 'Missing content',
    ready: 'Complete. You can submit it for review.',
    open_one: '{{count}} of {{all}} items left.',
    open_other: '{{count}} of {{all}} items left.',
  },
  save: {
    saved: 'Draft saved {{at}} (Beijing time)',
    stored: 'Draft saved',
    saving: 'Saving',
    failed: 'Not saved. Your changes are kept in this browser and will be saved automatically.',
    forbidden: 'Not saved: this account can no longer edit apps. Your changes are kept in this browser.',
    gone: 'Not saved: this app no longer exists. Your changes are kept in this browser.',
    refused: 'Not saved. Your changes are kept in this browser.',
    held_one: '{{count}} field has an error. It is saved once you fix it.',
    held_other: '{{count}} fields have errors. They are saved once you fix them.',
    clash_one:
      '{{count}} field was also changed elsewhere and is not saved. Choose which text to keep above.',
    clash_other:
      '{{count}} fields were also changed elsewhere and are not saved. Choose which texts to keep above.',
    restored: 'Your unsaved changes were restored.',
    retry: 'Save now',
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
