import type { Words } from '@yunduo/i18n';
import type { subscribe as zh } from '../zh/subscribe.ts';

export const subscribe = {
  title: { confirm: 'Confirm the subscription', unsubscribe: 'Unsubscribe' },
  description: 'Confirm or end the subscription to news by mail.',
  confirm: {
    heading: 'Get news by mail?',
    lead: 'One letter when a version is worth reading about. Leave whenever you like.',
    submit: 'Confirm',
    busy: 'Confirming',
    done: 'News will go to {{email}}.',
  },
  unsubscribe: {
    heading: 'No more news by mail?',
    lead: 'This address gets no more news. Mails about an account or an order are not affected.',
    submit: 'Unsubscribe',
    busy: 'Unsubscribing',
    done_heading: 'You are unsubscribed',
    done: 'No more news will go to {{email}}.',
    mistake: 'A slip of the hand? You can take it back within {{minutes}} minutes.',
    undo: 'Subscribe me again',
    undoing: 'Taking it back',
    undone_heading: 'You are subscribed again',
  },
  no_token: 'This link is incomplete. Open it from the mail again, or copy all of it.',
  again: 'Subscribe again',
  home: 'Go to the home page',
} satisfies Words<typeof zh>;
