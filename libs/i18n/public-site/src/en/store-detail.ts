import type { Words } from '@yunduo/i18n';
import type { storeDetail as zh } from '../zh/store-detail.ts';

export const storeDetail = {
  title: '{{app}}: app store',
  save: {
    sign_in: 'Sign in to save',
    save: 'Save',
    saved: 'Saved',
    done: 'Saved. You will find it under My apps.',
  },
  check: 'Does it fit my server?',
  report: 'Report this app',
  log: {
    from_label: 'Your version',
    from_any: 'Pick the version you run',
    from_submit: 'See what changed',
    since: 'What matters since {{version}}',
    behind_one: 'You run {{version}}, one version behind',
    behind_other: 'You run {{version}}, {{count}} versions behind',
    latest: 'You run {{version}}, the latest',
    clear: 'Stop comparing',
    failed: 'The changes did not load. The whole log is below.',
  },
  share: {
    heading: 'Share',
    share: 'Share this app',
    copy: 'Copy the link',
  },
} satisfies Words<typeof zh>;
