import type { Words } from '@yunduo/i18n';
import type { newsletter as zh } from '../zh/newsletter.ts';

export const newsletter = {
  title: { confirm: 'Confirm your subscription', unsubscribe: 'Unsubscribe' },
  description: 'Confirm your subscription or unsubscribe.',
  confirm: {
    heading: 'Confirm your subscription',
    lead: 'We email important updates only. You can unsubscribe at any time.',
    submit: 'Confirm',
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
  home: 'Go to home page',
} satisfies Words<typeof zh>;
