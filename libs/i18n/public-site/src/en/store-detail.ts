import type { Words } from '@yunduo/i18n';
import type { storeDetail as zh } from '../zh/store-detail.ts';

export const storeDetail = {
  title: '{{app}}: app store',
  save: {
    sign_in: 'Sign in to save',
    save: 'Save',
    saved: 'Saved',
    done: 'Saved. Find it under My apps.',
  },
  check: 'Check compatibility',
  report: 'Report this app',
  log: {
    from_label: 'Your version',
    from_any: 'Select your version',
    from_submit: 'View changes',
    since: 'Important changes since {{version}}',
    behind_one: 'You run {{version}}, one version behind',
    behind_other: 'You run {{version}}, {{count}} versions behind',
    latest: 'You run {{version}}, the latest',
    clear: 'Stop comparing',
    failed: 'The changes could not be loaded. The full changelog is below.',
  },
  more: { heading: 'Similar apps', all: 'All apps in {{category}}' },
  share: {
    heading: 'Share',
    share: 'Share this app',
    copy: 'Copy link',
  },
} satisfies Words<typeof zh>;
