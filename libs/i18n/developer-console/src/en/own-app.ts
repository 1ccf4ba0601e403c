import type { Words } from '@yunduo/i18n';
import type { ownApp as zh } from '../zh/own-app.ts';

export const ownApp = {
  loading: 'Loading the app',
  no_name: 'No name yet',
  app_id: 'App ID',
  pages: 'Pages of the app',
  edit: 'Listing',
  versions: 'Versions',
  preview: 'Preview',
  taken_down: 'An operator has taken it down',
  to_list: 'Your applications',
  missing: {
    heading: 'No such app',
    text: 'The address may be incomplete, or the app belongs to another account.',
  },
  refused: {
    heading: 'This account is not a developer yet',
    text: 'Agree to the developer agreement on the list of applications, then come back.',
  },
  failed: {
    heading: 'The app did not load',
    text: 'The server did not answer. What was saved is safe, so try again.',
    retry: 'Try again',
  },
  checks: {
    in_review:
      '{{version}} is under review. To submit the draft as it is now, withdraw that version first, on the page of versions.',
    label: 'Still missing',
    ready: 'All there: it can be submitted for review.',
    open_one: '{{count}} of {{all}} is still open.',
    open_other: '{{count}} of {{all}} are still open.',
  },
  suggestion: {
    about: 'Reviewer: {{field}}',
    done: 'Done',
    your_answer: 'Your answer: {{answer}}',
    resolve: 'Mark as done',
    reopen: 'Mark as open',
    answer: 'Answer',
    change_answer: 'Change the answer',
    send: 'Save the answer',
    cancel: 'Cancel',
  },
  clash: {
    heading: 'Also changed elsewhere',
    text: 'Both texts are here. Choose the one that stays.',
    mine: 'Yours',
    theirs: 'Saved elsewhere',
    keep: 'Use mine',
    take: 'Use theirs',
  },
} satisfies Words<typeof zh>;
