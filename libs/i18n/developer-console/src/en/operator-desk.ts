import type { Words } from '@yunduo/i18n';
import type { operatorDesk as zh } from '../zh/operator-desk.ts';

export const operatorDesk = {
  description:
    'The desk of operators: content, orders, feedback, invitations and releases, people, audit log.',
  heading: 'Operations',
  rooms: 'Pages of operations',
  loading: 'Loading',
  room: {
    today: 'Today',
    content: 'Content',
    orders: 'Orders',
    feedback: 'Feedback and reports',
    releases: 'Invitations and releases',
    people: 'People',
    audit: 'Audit log',
  },
  not_operator: {
    heading: 'Operations are for operators',
    text: 'Your account does not have the role. Ask an admin if you need it.',
    action: 'Back to apps',
  },
  staff_factor: {
    heading: 'Turn on two-step sign-in first',
    text: 'Operators decide about the orders and accounts of others: a password alone is not enough. Turn it on in your account, then come back here.',
    action: 'Turn it on',
  },
  list: {
    filters: 'Filters',
    submit: 'Filter',
    none: 'Nothing matches',
    none_text: 'Remove a filter, or clear all of them.',
    clear: 'Clear filters',
  },
  cancel: 'Cancel',
  nobody: 'Deleted account',
} satisfies Words<typeof zh>;
