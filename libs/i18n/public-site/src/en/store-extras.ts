import type { Words } from '@yunduo/i18n';
import type { storeExtras as zh } from '../zh/store-extras.ts';

export const storeExtras = {
  check: {
    heading: 'Check compatibility of {{app}}',
    lead: 'Fill in what you know. Empty fields are not checked, and nothing is stored.',
    os: 'Operating system',
    os_version: 'System version',
    arch: 'CPU architecture',
    cores: 'CPU cores',
    mem_gb: 'Memory (GB)',
    disk_gb: 'Free disk (GB)',
    installed: 'Installed apps',
    installed_hint: 'One app ID per line, optionally with its version.',
    not_said: 'Not sure',
    example: 'For example, {{value}}',
    submit: 'Check',
    checking: 'Checking',
    change: 'Edit and check again',
  },
  result: {
    fits: '{{app}} is compatible',
    stops: '{{app}} cannot be installed yet',
    unsaid: 'Left empty and not checked: {{facts}}.',
    unmet: 'Requirements not met',
    missing: 'Install first',
    needed_by: '{{app}} needs it.',
    other_version: 'You have {{version}}, which does not match.',
    instead: 'You can also use {{apps}}.',
    conflicting: 'Conflicts with installed apps',
    packages: 'System packages also required',
    unknown: 'Not in the store, not checked',
    withdrawn: 'This version was withdrawn: {{reason}}',
    unpublished: '{{app}} is no longer published.',
    replaced: '{{app}} replaces it.',
  },
  report: {
    heading: 'Report {{app}}',
    reason: 'Reason',
    text: 'Details',
    text_hint:
      '{{min}} to {{max}} characters. Include the version and how you noticed. Details help us check faster.',
    email: 'Email (optional)',
    email_hint: 'We email you only if we have a question.',
    send: 'Send report',
    sending: 'Sending',
    thanks: 'Thank you. We will check your report and act on it if it is confirmed.',
    again:
      'This app was already reported today from your account or network. We are looking into it, and did not add this report.',
    done: 'Close',
  },
} satisfies Words<typeof zh>;
