import type { Words } from '@yunduo/i18n';
import type { landing as zh } from '../zh/landing.ts';

export const landing = {
  title: 'Developer center: publish to the app store for servers',
  description:
    'Submit a version, get a review result within {{days}} working days, and release when you are ready. Your app appears in the app store and the desktop client.',
  hero: {
    headline: 'Ship your app\nto real servers.',
    lead: 'Submit a version, get a reply within {{days}} working days, and release when you are ready. People who manage hundreds of Linux servers will find it in the app store.',
    publish: 'Publish your first app',
    applications: 'Open my apps',
    docs: 'View developer docs',
    drawing:
      'Diagram: Port Patrol 1.4.0 is submitted, then in review with 20 hours left, and then in the store with 4,216 downloads.',
  },
  route: {
    app: 'Port Patrol',
    intro: 'Scans your open ports each night and reports new ones in the morning.',
    submitted: 'Submitted',
    review: 'In review',
    store: 'In the store',
  },
  facts: { wait: 'working days to a reply', fee: 'fees or commission', appeal: 'days to appeal' },
  offers: {
    heading: 'What you get',
    list: {
      shelf: {
        title: 'Reach people who run servers',
        text: 'Your app appears in the app store on the web and in the desktop client, by category, system and architecture, in Chinese and English.',
      },
      checks: {
        title: 'Checked before installation',
        text: 'You state systems, architectures, dependencies and conflicts. The client checks them before installing, so no installation stops halfway.',
      },
      log: {
        title: 'A clear changelog',
        text: 'Breaking changes and security fixes come first. Users see what changed since their version, then decide.',
      },
      numbers: {
        title: 'Real download figures',
        text: 'Each client and version counts once a day.',
      },
    },
  },
  steps: {
    heading: 'From repository to server in five steps',
    list: {
      listing: {
        title: 'Fill in the listing',
        text: 'A name of {{name_min}} to {{name_max}} characters, an intro of up to {{intro_max}}, and up to {{shots}} screenshots under 3 MB each.',
      },
      version: {
        title: 'Submit a version',
        text: 'Use the form x.x.x, describe what changed, and add the repository URL and the Git version.',
      },
      review: {
        title: 'Wait for review',
        text: 'We reply within {{days}} working days. Suggestions appear at the fields concerned, and you can withdraw at any time.',
      },
      release: {
        title: 'Release it',
        text: 'Approved is not yet published. You choose when to release.',
      },
      keep: {
        title: 'Keep it up to date',
        text: 'New versions follow the same steps. If one has a problem, yank it: the last good version takes its place.',
      },
    },
  },
  review: {
    heading: 'Reviewed within {{days}} working days',
    text: 'The clock starts when you submit and skips weekends and Chinese public holidays. It pauses while changes are waiting on you.',
    clock: 'The review clock: three parts of one working day each, with the hand in the third',
    left: '{{hours}} h left',
    rules: {
      suggestion: 'Every suggestion belongs to one field. Address them one by one.',
      fair: 'No reviewer reviews their own app.',
      diff: 'For a resubmission, only the changes are reviewed.',
      appeal: 'Rejected? You can appeal within {{days}} days.',
    },
  },
  questions: 'Frequently asked questions',
  start: {
    heading: 'Submit your first version today',
    text: 'Sign in with your website account. No other registration is needed.',
    agreement: 'View developer agreement',
    api: 'View API reference',
  },
} satisfies Words<typeof zh>;
