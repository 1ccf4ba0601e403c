import type { Words } from '@yunduo/i18n';
import type { landing as zh } from '../zh/landing.ts';

export const landing = {
  title: 'Developer center: publish to the app store for servers',
  description:
    'Submit a version, hear back from review within {{days}} working days, release it when you choose. Your app appears in the app store and in the desktop client.',
  hero: {
    headline: 'Ship your app\nto real servers.',
    lead: 'Submit a version, hear back within {{days}} working days, release it when you choose. The people who find it in the store look after hundreds of Linux machines.',
    applications: 'Open your applications',
    docs: 'Read the docs',
    drawing:
      'Sketch: three versions in a repository on the left; 1.4.1 is passing the marks of review; on the right a row of servers, four of which already run it.',
  },
  drawing: { repository: 'Repository', review: 'Review', servers: 'Servers' },
  offers: {
    heading: 'What the platform does for you',
    list: {
      shelf: {
        title: 'In front of people who run servers',
        text: 'The app store on the web and in the desktop client both show it, by category, system and architecture. Chinese and English each have words of their own.',
      },
      checks: {
        title: 'Checked before it installs',
        text: 'You state systems, architectures, dependencies and conflicts. The client checks them first, so no machine is left half installed.',
      },
      log: {
        title: 'Update logs that get read',
        text: 'Breaking changes and security fixes come first. People see what changed since the version they run, then decide.',
      },
      numbers: {
        title: 'Downloads you can believe',
        text: 'One client and one version count once a day. What you see is what happened.',
      },
    },
  },
  steps: {
    heading: 'From repository to server in five steps',
    list: {
      listing: {
        title: 'Describe it',
        text: 'A name of {{name_min}} to {{name_max}} characters, one line of at most {{intro_max}}, and up to {{shots}} screenshots under 3 MB each.',
      },
      version: {
        title: 'Submit a version',
        text: 'Number it x.x.x, say what changed, and add the repository address and the Git version.',
      },
      review: {
        title: 'Wait for review',
        text: 'You hear back within {{days}} working days. Suggestions hang on the field they mean, and you may withdraw at any time.',
      },
      release: {
        title: 'Release it',
        text: 'Approved is not yet published. Pick your moment and press release yourself.',
      },
      keep: {
        title: 'Keep going',
        text: 'The next version takes the same road. If one goes wrong, yank it: the last good one takes its place.',
      },
    },
  },
  review: {
    heading: '{{days}} working days, and you can count them',
    text: 'The clock starts when you submit and skips weekends and Chinese public holidays. While it is your turn to change something, it waits for you.',
    clock: 'The review clock: one turn in three parts, a working day each; the hand is in the third',
    left: '{{hours}} h left',
    rules: {
      suggestion: 'Every suggestion points at one field. Fix it, tick it off.',
      fair: 'Nobody reviews an app of their own.',
      diff: 'A resubmission is read by its differences.',
      appeal: 'Turned down? You can appeal within {{days}} days.',
    },
  },
  questions: 'What developers ask first',
  start: {
    heading: 'Your first version can go in today',
    text: 'Sign in with your account from the site. There is nothing else to register.',
    action: 'Open your applications',
    agreement: 'Read the developer agreement',
  },
} satisfies Words<typeof zh>;
