import type { Words } from '../words.ts';
import type { linkUnset as zh } from '../zh/link-unset.ts';

export const linkUnset = {
  preview_name: 'Preview',
  preview: 'Preview: this page shows a draft that visitors do not see yet.',
  demo: 'Online demo',
  forum: 'Official forum',
  dev_docs: 'Developer docs',
  title: '{{name}}: no address set',
  text: 'Set the variable {{variable}} to an address that starts with https:// and restart.',
  production: 'In production, entries without an address are hidden and this page does not exist.',
  home: 'Go to home page',
} satisfies Words<typeof zh>;
