import type { Words } from '../words.ts';
import type { appPage as zh } from '../zh/app-page.ts';

export const appPage = {
  breadcrumb: 'You are here',
  store: 'App store',
  facts: {
    version: 'Version',
    size: 'Size',
    downloads: 'Downloads',
    updated: 'Updated',
  },
  badges: {
    official_help: 'Packaged and kept up to date by the {{name}} team, in step with upstream.',
    user_help: 'Uploaded by a developer of the community. A person reviews every version.',
    certified_help:
      'Installed, upgraded and removed on every system listed, with the right result each time.',
    uncertified_help:
      'It passed the store’s review but was not tried on each system. Start with a test machine.',
    free_help: 'Installing and upgrading cost nothing and use no authorization code.',
  },
  shots: {
    heading: 'Screenshots',
    label_one: '{{count}} screenshot',
    label_other: '{{count}} screenshots, scroll sideways',
    close: 'Close',
    previous: 'Previous',
    next: 'Next',
    position: '{{n}} of {{count}}',
  },
  untranslated: 'Not translated: the developer has written this in Chinese only so far.',
  description: 'Description',
  requirements: {
    heading: 'Requirements',
    os: 'System',
    cpu: 'CPU',
    mem: 'Memory',
    hard_disk: 'Disk',
    gpu: 'Graphics',
    network_card: 'Network',
  },
  dependencies: { heading: 'Depends on', none: 'Needs no other software.' },
  conflicts: { heading: 'Conflicts with', none: 'No known conflicts.' },
  log: {
    heading: 'Update log',
    yours: 'Your version',
    current: 'Current',
    older_one: '{{count}} older version',
    older_other: '{{count}} older versions',
  },
  install: {
    heading: 'Install {{app}}',
    step_open: 'Open the client and go to its app store',
    step_paste: 'Paste the app ID below',
    step_pick: 'Pick the servers and press Install',
    copy: 'Copy the app ID',
    copied_hint:
      'The client checks system, ports and disk first, says what is missing, and only then installs.',
    guide: 'Read the guide',
  },
  about: {
    heading: 'About this app',
    developer: 'Developer',
    licence: 'Licence',
    systems: 'Systems',
    architectures: 'CPU',
    published: 'In the store since',
    homepage: 'Website',
    repository: 'Source',
    commit: 'Commit reviewed',
    copy_commit: 'Copy the commit ID',
    sha256: 'Package SHA-256',
    copy_sha256: 'Copy the SHA-256',
    external: '{{host}} (opens in a new window)',
  },
} satisfies Words<typeof zh>;
