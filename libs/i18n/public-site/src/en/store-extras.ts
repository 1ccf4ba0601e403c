import type { Words } from '@yunduo/i18n';
import type { storeExtras as zh } from '../zh/store-extras.ts';

export const storeExtras = {
  check: {
    heading: 'Does {{app}} fit my server?',
    lead: 'Fill in what you know; what you leave empty is not checked. It serves this one answer and is not kept on our side.',
    os: 'System',
    os_version: 'System version',
    arch: 'CPU type',
    cores: 'CPU cores',
    mem_gb: 'Memory (GB)',
    disk_gb: 'Free disk (GB)',
    installed: 'Apps already there',
    installed_hint: 'One app ID on each line, with its version if you know it.',
    not_said: 'Not sure',
    example: 'Such as {{value}}',
    submit: 'Check',
    checking: 'Checking',
    change: 'Change and check again',
  },
  result: {
    fits: '{{app}} fits',
    stops: '{{app}} cannot be installed yet',
    unsaid: 'Left empty and not checked: {{facts}}.',
    unmet: 'What the server lacks',
    missing: 'Install first',
    needed_by: '{{app}} needs it.',
    too_old: 'Your {{version}} is too old.',
    instead: '{{apps}} will do as well.',
    conflicting: 'Cannot share a server',
    packages: 'System packages it also needs',
    unknown: 'Not in the store, so not judged',
  },
  report: {
    heading: 'Report {{app}}',
    reason: 'What is wrong',
    text: 'Tell us more',
    text_hint:
      '{{min}} to {{max}} characters. Which version, and how you noticed: details make it quick to check.',
    email: 'Email (optional)',
    email_hint: 'We write only if we have a question.',
    send: 'Send the report',
    sending: 'Sending',
    thanks: 'Thank you, it has arrived. We check it first, and act on what we find.',
    again:
      'You have reported this app today already, and that report is being looked at. Nothing more to do.',
    done: 'Close',
  },
} satisfies Words<typeof zh>;
