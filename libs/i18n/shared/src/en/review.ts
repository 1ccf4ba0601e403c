import type { Words } from '../words.ts';
import type { review as zh } from '../zh/review.ts';

export const review = {
  notices: {
    changes_requested: '{{app}} {{version}} needs changes before you resubmit it',
    rejected: '{{app}} {{version}} was rejected. You can appeal once before the deadline.',
    rejected_final: '{{app}} {{version}} was rejected',
    rejected_waits:
      '{{app}} {{version}} was rejected. You can appeal once before the deadline, when no other version is in preparation or review.',
    approved: '{{app}} {{version}} was approved and is ready for you to release',
    approved_unpublished:
      '{{app}} {{version}} was approved. You can release it once the app is published again.',
    yanked: '{{app}} {{version}} was yanked by our operators and can no longer be downloaded',
    taken_down: '{{app}} was unpublished by our operators. Contact us to have it published again.',
    taken_down_early:
      'Our operators decided that {{app}} cannot be published for now. Contact us if you have questions.',
    token_expiring: 'The token {{token}} expires soon. Your build server will then be refused',
  },
  checks: {
    identity: {
      title: 'Name and logo are original',
      hint: 'They do not imitate others and are not confused with another app. Similar names are listed at the top of the page.',
    },
    both_languages: {
      title: 'One language is complete; if there are two, they say the same',
      hint: 'Read the name, intro, details, version description and changes in each language.',
    },
    pictures: {
      title: 'Screenshots show the real interface',
      hint: 'They match this version and show no personal data or keys.',
    },
    requirements: {
      title: 'Requirements, dependencies and conflicts are correct',
      hint: 'Check one of the listed systems and one of the listed architectures.',
    },
    source: {
      title: 'Source code matches',
      hint: 'The repository opens, the Git version exists, and the licence is as stated.',
    },
    install: {
      title: 'Installs and works',
      hint: 'Install it on a clean server and test its main features.',
    },
    uninstall: {
      title: 'Uninstalls cleanly',
      hint: 'No service, timer, port or file remains, and users are asked before their data is deleted.',
    },
    permissions: {
      title: 'Uses only the permissions it needs',
      hint: 'No root without a reason, no unrelated configuration changed, no firewall turned off.',
    },
    network: {
      title: 'Network activity is disclosed',
      hint: 'The description states where it connects and what it sends. Nothing is reported silently.',
    },
  },
} satisfies Words<typeof zh>;
