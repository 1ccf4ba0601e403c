import type { Words } from '@yunduo/i18n';
import type { application as zh } from '../zh/application.ts';

export const application = {
  title: 'Guide to the official apps',
  lead: 'The apps that the {{name}} team packages and looks after: what each is for, where it runs, how to set it up.',
  description:
    'Official apps by purpose. Each guide says what a server needs first, what to press in the client, and how to keep the app up to date.',
  how: {
    heading: 'How installing works',
    connect: 'Connect a server',
    connect_text: 'Add it in the client with its address and a key.',
    download: 'Get the client',
    read: 'Read the guide',
    read_text: 'Systems, what to install first and what it cannot live beside come at the top.',
    install: 'Pick and install',
    install_text: 'Several servers at once. If something is missing, the client says so first.',
  },
  picker: { label: 'My system', any: 'Any' },
  purpose: {
    system: {
      heading: 'Lay the ground',
      text: 'Web entry, certificates, containers, protection and monitoring. A new machine starts here.',
    },
    runtime: {
      heading: 'Run your programs',
      text: 'Languages, databases, caches and queues. See which version your program asks for, then choose.',
    },
    practical: {
      heading: 'Ready to use',
      text: 'Code hosting, file sharing, blogs, dashboards. Most want Docker or a database to be there.',
    },
  },
  count_one: '{{count}} app',
  count_other: '{{count}} apps',
  rest_one: '{{count}} more in the app store',
  rest_other: '{{count}} more in the app store',
  only: '{{what}} only',
  more: 'Apps by developers of the community are not part of this guide.',
  more_link: 'Find them in the app store',
  empty: {
    title: 'No official app for this system yet',
    filtered: 'Look at another system, or at all of them.',
    all: 'Show every system',
    nothing:
      'The official apps are being put together. Those of the community can be installed from the store.',
    store: 'Go to the app store',
  },
  guide: {
    title: 'How to set up {{app}}',
    description:
      'What {{app}} is for, what it asks of a server, how to install it in the client and how to keep it up to date.',
    breadcrumb: 'You are here',
    heading: 'Set up {{app}}',
    lead: 'Looked after by the {{name}} team, now at {{version}}.',
    store: 'See it in the store',
    contents: 'On this page',
  },
  what: { heading: 'What it is for' },
  before: {
    heading: 'Before you start',
    system: 'System',
    cpu: 'CPU',
    memory: 'Memory',
    disk: 'Disk',
    network: 'Network',
    needs: 'Needs first',
    needs_none: 'Nothing: it installs by itself.',
    clashes: 'Cannot share a server with',
    clashes_none: 'No known conflicts.',
  },
  steps: {
    heading: 'Install it in the client',
    connect: 'Connect the server',
    connect_text:
      'Open the client and select it on the left. A server you have not added yet takes an address and a key.',
    download: 'No client yet? Download it',
    needs: 'Install {{apps}} first',
    needs_text: '{{app}} does not install without. Skip what is on the server already.',
    clashes: 'Make sure there is no {{apps}}',
    clashes_text: 'What stands in the way of {{app}} is said above. Take another server, or stop it first.',
    find: 'Find it in the app store',
    find_text: 'Paste the app ID into the search: what comes up is this app and no other.',
    copy: 'Copy the app ID',
    pick: 'Pick the servers and press Install',
    pick_text:
      'You get {{version}} unless you choose another, on several servers at once. The client checks system, ports and disk first.',
    watch: 'Follow the log to its last line',
    watch_text: 'Every step is written down, and so is where it stopped and why, should it stop.',
  },
  after: {
    heading: 'Once it is installed',
    check: 'When the server’s page in the client shows {{app}} running, you are done.',
    current:
      '{{app}} is at {{version}}, {{size}}, released on {{date}}. The client tells you when there is a newer one; look for breaking changes before you update.',
    heed: 'Good to know before an update',
    log: 'Read the whole update log',
  },
  next: { heading: 'Install next' },
} satisfies Words<typeof zh>;
