import type { Words } from '@yunduo/i18n';
import type { activity as zh } from '../zh/activity.ts';

export const activity = {
  title: 'Events',
  description: 'Current events, their terms and how to take part.',
  state: { not_started: 'Not started', in_progress: 'In progress', ended: 'Ended' },
  message: {
    not_started: 'Starts on {{moment}}.',
    in_progress: 'Time left',
    ended: 'This event has ended. Thank you for taking part.',
  },
  left: 'Ends in {{days}}, {{hours}} and {{minutes}}',
  days_one: 'day',
  days_other: 'days',
  hours_one: 'hour',
  hours_other: 'hours',
  minutes_one: 'minute',
  minutes_other: 'minutes',
  starts: 'Starts',
  ends: 'Ends',
  beijing: 'Beijing time',
  taking_part: 'Participants',
  people: '{{count}}',
  join: 'Join',
  joining: 'Joining',
  sign_in: 'Sign in to join',
  joined: 'Joined',
  joined_when: 'Joined on {{moment}}',
  next: {
    text: 'Next, follow the steps on this page.',
    download: 'Download the client',
    feedback: 'Send feedback',
  },
  took_part: 'You took part',
  about: 'About this event',
  terms: 'Terms',
  heading: 'Events',
  none: {
    title: 'No current events',
    text: 'New events are announced here. Subscribe on the home page to hear about them by email.',
    action: 'Subscribe to emails',
  },
} satisfies Words<typeof zh>;
