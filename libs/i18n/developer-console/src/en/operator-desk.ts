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
  today: {
    lead_one: '{{count}} item waits',
    lead_other: '{{count}} items wait',
    nothing: 'Everything is done',
    done: 'Nothing waits',
    done_text: 'New feedback, transfers and refund requests appear here.',
    refunds: 'Refund requests',
    refunds_text: 'To be approved or refused',
    transfers: 'Bank transfers',
    transfers_text: 'Confirm them once received, so that the order takes effect',
    payments: 'Payments not booked',
    payments_text: 'The order was cancelled or paid before: return the money',
    decisions: 'Decisions for a second operator',
    decisions_text: 'Above the limit of one operator',
    feedback: 'Feedback without a reply',
    feedback_text: 'Users wait for a reply',
    reports: 'Reports about apps',
    reports_text: 'Check them, then record the result',
    reviews: 'Versions under review',
    reviews_text: 'Reviewers decide about them',
    overdue: '{{count}} overdue',
  },
  nobody: 'Deleted account',
} satisfies Words<typeof zh>;
