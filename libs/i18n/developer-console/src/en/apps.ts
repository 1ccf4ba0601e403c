import type { Words } from '@yunduo/i18n';
import type { apps as zh } from '../zh/apps.ts';

export const apps = {
  title: 'Your applications',
  description: 'Your applications, their versions, and where review stands.',
  heading: 'Applications',
  summary_one: '{{count}} app, {{downloads}} downloads.',
  summary_other: '{{count}} apps, {{downloads}} downloads.',
  summary_count_one: '{{count}} app.',
  summary_count_other: '{{count}} apps.',
  in_review_one: '{{count}} version is in review.',
  in_review_other: '{{count}} versions are in review.',
  loading: 'Loading your applications',
  column: {
    app: 'App',
    status: 'Status',
    version: 'Version',
    review: 'Review',
    downloads: 'Downloads',
    updated: 'Updated',
  },
  app_id: 'App ID',
  no_version: 'No version yet',
  due: 'Answer by {{date}}',
  your_turn: 'Your turn',
  nothing_in_review: 'None',
  time_zone: 'Dates are China Standard Time (UTC+8).',
  pages: { label: 'Pages', previous: 'Previous', next: 'Next', page: 'Page {{page}}' },
  empty: {
    heading: 'No applications yet',
    text: 'Write one, describe it, submit its first version. You hear back within {{days}} working days.',
    steps: 'See what you need',
  },
  failed: {
    heading: 'Your applications did not load',
    text: 'The server did not answer. Your apps are safe, so try again.',
    retry: 'Try again',
  },
  not_developer: {
    heading: 'This account is not a developer yet',
    text: 'You are signed in as {{email}}. Read the developer agreement, then write and tell us what you want to publish. Once it is set up, come back to this page.',
    agreement: 'Read the developer agreement',
    write: 'Write to apply',
    subject: 'Application for developer access',
  },
} satisfies Words<typeof zh>;
