import type { Words } from '@yunduo/i18n';
import type { protocol as zh } from '../zh/protocol.ts';

export const protocol = {
  title: '{{title}} (version {{version}})',
  description: '{{title}}, version {{version}}, effective {{date}}.',
  version: 'Version',
  version_value: 'Version {{version}}',
  published: 'Effective date',
  published_value: 'Effective {{date}}',
  contents: 'Contents',
  hash: 'Checksum of the text (SHA-256)',
  copy_hash: 'Copy checksum',
  older: 'You are reading an older version, {{version}}.',
  to_current: 'View current version',
  versions: 'All versions',
  pick: 'Select a version',
  show: 'View',
  current: 'Current',
  print: 'Print or save as PDF',
  others: 'Other agreements',
  slugs: {
    'user-agreement': 'User agreement',
    'privacy-policy': 'Privacy policy',
    'client-download': 'Client download and use agreement',
    'developer-agreement': 'Developer agreement',
  },
} satisfies Words<typeof zh>;
