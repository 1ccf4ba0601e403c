import type { Words } from '../words.ts';
import type { review as zh } from '../zh/review.ts';

export const review = {
  notices: {
    changes_requested: '{{app}} {{version}} needs changes before it can be submitted again',
    rejected: '{{app}} {{version}} was rejected. You can appeal once, until the deadline.',
    rejected_final: '{{app}} {{version}} was rejected',
    rejected_waits:
      '{{app}} {{version}} was rejected. You can appeal once, until the deadline, when no other version is in preparation or review.',
    approved: '{{app}} {{version}} was approved and waits for you to release it',
    approved_taken_down: '{{app}} {{version}} was approved. It can be released once the app is listed again.',
    yanked: '{{app}} {{version}} was yanked by us and can no longer be downloaded',
    taken_down: '{{app}} was taken out of the store by us. Write to us to have it listed again.',
    token_expiring: 'The token {{token}} expires soon; your build server is refused from then on',
  },
  checks: {
    identity: {
      title: 'Name and logo are its own',
      hint: 'They borrow from nobody and are not confused with another app. Look-alike names, if there are any, stand at the top of the page.',
    },
    both_languages: {
      title: 'One language is complete; a second one says the same',
      hint: 'Read name, intro, details, version description and changes in each language that is there.',
    },
    pictures: {
      title: 'The screenshots show the real thing',
      hint: 'They match this version and show no personal data and no keys.',
    },
    requirements: {
      title: 'Requirements, dependencies and conflicts are right',
      hint: 'Check one of the systems and one of the architectures it names.',
    },
    source: {
      title: 'The source matches',
      hint: 'The repository opens, the Git version exists, the licence is the one stated.',
    },
    install: {
      title: 'It installs and works',
      hint: 'Install it on a clean server and walk through what it is for.',
    },
    uninstall: {
      title: 'It leaves nothing behind',
      hint: 'No service, timer, port or file stays; the user is asked before their data goes.',
    },
    permissions: {
      title: 'It takes no more rights than it needs',
      hint: 'No root without a reason, no foreign configuration touched, no firewall switched off.',
    },
    network: {
      title: 'What it sends is said',
      hint: 'Where it connects to and what it transmits stand in the description; nothing reports home in silence.',
    },
  },
} satisfies Words<typeof zh>;
