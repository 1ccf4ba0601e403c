import type { Words } from '@yunduo/i18n';
import type { guide as zh } from '../zh/guide.ts';

export const guide = {
  title: 'App guide',
  lead: 'Apps packaged and maintained by the {{name}} team: what each is for, where it runs, and how to install it.',
  description:
    'Official apps by purpose: what to prepare, how to install in the client and how to keep each app up to date.',
  how: {
    heading: 'How to install',
    connect: 'Connect a server',
    connect_text: 'Add it in the client with its address and a key.',
    download: 'Download the client',
    read: 'Read the guide',
    read_text: 'Supported systems, dependencies and conflicts come first.',
    install: 'Select and install',
    install_text: 'Select several servers at once. The client lists anything missing first.',
  },
  picker: { label: 'Operating system', any: 'All systems', purpose: 'Purpose' },
  purpose: {
    system: {
      heading: 'Server essentials',
      text: 'Web servers, certificates, containers, protection and monitoring. Start here on a new server.',
    },
    runtime: {
      heading: 'Runtimes and databases',
      text: 'Languages, databases, caches and queues. Choose the version your program needs.',
    },
    practical: {
      heading: 'Apps ready to use',
      text: 'Code hosting, file sharing, blogs and dashboards. Most need Docker or a database first.',
    },
  },
  count_one: '{{count}} app',
  count_other: '{{count}} apps',
  rest_one: '{{count}} more in the app store',
  rest_other: '{{count}} more in the app store',
  only: '{{what}} only',
  more: 'Apps by community developers are not part of this guide.',
  more_link: 'Browse the app store',
  empty: {
    none: 'No official apps yet',
    title: 'No official apps for this system yet',
    filtered: 'Choose another system, or view all of them.',
    all: 'View all systems',
    nothing: 'Official apps are being prepared. You can install community apps from the app store.',
    store: 'Browse the app store',
  },
  guide: {
    title: '{{app}} installation guide',
    description:
      'What {{app}} is for, its requirements, how to install it in the client and how to keep it up to date.',
    breadcrumb: 'You are here',
    heading: 'Install {{app}}',
    lead: 'Maintained by the {{name}} team. Current version: {{version}}.',
    store: 'View in the app store',
    contents: 'On this page',
  },
  what: { heading: 'What it does' },
  before: {
    heading: 'Before you start',
    system: 'Operating system',
    cpu: 'CPU',
    memory: 'Memory',
    disk: 'Disk',
    network: 'Network',
    needs: 'Requires',
    needs_none: 'No dependencies.',
    clashes: 'Conflicts with',
    clashes_none: 'No known conflicts.',
  },
  steps: {
    heading: 'Install in the client',
    connect: 'Connect the server',
    connect_text:
      'Open the client and select the server on the left. To add a new one, enter its address and a key.',
    download: 'Download the client',
    needs: 'Install {{apps}} first',
    needs_text: '{{app}} depends on them. Skip what is already installed.',
    clashes: 'Check that the server does not run {{apps}}',
    clashes_text: 'Use another server, or stop the conflicting app first.',
    find: 'Find it in the app store',
    find_text: 'Paste the app ID into the search box to find exactly this app.',
    copy: 'Copy app ID',
    pick: 'Select the servers and click Install',
    pick_text:
      '{{version}} is installed by default, on several servers at once. The client checks the system, ports and disk first.',
    watch: 'Wait for the installation to finish',
    watch_text: 'Every step is logged, including where it stopped and why if it fails.',
  },
  after: {
    heading: 'After installation',
    check: 'The installation is complete when the server page in the client shows {{app}} as running.',
    current:
      '{{app}} is at version {{version}}, {{size}}, released on {{date}}. The client tells you when a new version is available. Check for breaking changes before you update.',
    heed: 'Before you upgrade',
    log: 'View full changelog',
  },
  next: { heading: 'Recommended next' },
} satisfies Words<typeof zh>;
