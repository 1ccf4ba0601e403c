import type { Words } from '@yunduo/i18n';
import type { newsletter as zh } from '../zh/newsletter.ts';

export const newsletter = {
  title: { confirm: 'Confirm your subscription', unsubscribe: 'Unsubscribe' },
  description: 'Confirm your subscription or unsubscribe.',
  content: {
    heading: 'What you will receive',
    news: 'Product updates',
    news_text: 'What changed in a new version, and whether to upgrade.',
    leave: 'Unsubscribe at any time',
    leave_text: 'Every email ends with a link. You need not sign in.',
    privacy: 'Used for the newsletter only',
    privacy_text: 'We delete your address after you unsubscribe. ',
    privacy_link: 'Privacy policy',
  },
  others: {
    heading: 'Emails you still receive',
    account: 'Account security',
    account_text: 'Verification codes, new devices, and changes of password or address.',
    orders: 'Orders',
    orders_text: 'Payments, refunds and invoices.',
    codes: 'Authorization codes',
    codes_text: 'Expiry reminders and transfers.',
  },
  confirm: {
    heading: 'Confirm your subscription',
    lead: 'Confirm to receive important product updates by email.',
    submit: 'Confirm subscription',
    busy: 'Confirming',
    done: '{{email}} will receive our newsletter.',
  },
  unsubscribe: {
    heading: 'Unsubscribe from our emails?',
    lead: 'This address will no longer receive our newsletter. Emails about your account and orders are not affected.',
    submit: 'Unsubscribe',
    busy: 'Unsubscribing',
    done_heading: 'You are unsubscribed',
    done: '{{email}} will no longer receive our newsletter.',
    mistake: 'Unsubscribed by mistake? You can undo this within {{minutes}} minutes.',
    undo: 'Resubscribe',
    undoing: 'Restoring',
    undone_heading: 'You are subscribed again',
  },
  no_token: 'This link is incomplete. Open it from the email again, or copy the whole link.',
  again: 'Subscribe again',
  newest: 'If emails still arrive, use the link in the newest one.',
  home: 'Go to home page',
} satisfies Words<typeof zh>;
