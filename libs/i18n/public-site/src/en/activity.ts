import type { Words } from '@yunduo/i18n';
import type { activity as zh } from '../zh/activity.ts';

export const activity = {
  title: 'Events',
  description: 'What is on now, the terms, and how to take part.',
  state: { not_started: 'Not started', in_progress: 'In progress', ended: 'Ended' },
  message: {
    not_started: 'It has not started yet. Come back on {{moment}}.',
    in_progress: 'Time left',
    ended: 'This one has ended. Thank you to everybody who took part.',
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
  taking_part: 'Taking part',
  people: '{{count}}',
  join: 'Join',
  joining: 'Signing you up',
  sign_in: 'Sign in to join',
  joined: 'You are in',
  joined_when: 'Signed up on {{moment}}.',
  took_part: 'You took part',
  about: 'What it is about',
  terms: 'Terms',
  heading: 'Events',
  none: {
    title: 'Nothing is on right now',
    text: 'The next event will be announced here. To hear of it by mail, leave your address on the home page.',
    action: 'Get news by mail',
  },
} satisfies Words<typeof zh>;
