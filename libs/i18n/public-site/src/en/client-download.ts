import type { Words } from '@yunduo/i18n';
import type { clientDownload as zh } from '../zh/client-download.ts';

export const clientDownload = {
  title: 'Download the client',
  description:
    'The {{name}} client for Windows 10/11 and Mac, on Intel and Apple chips. By invitation, with SHA-256 checksums.',
  heading: 'Download {{name}}',
  lead: 'You need an invitation code. Every file has a SHA-256 checksum you can verify before installing.',
  platforms: {
    'windows-x64': 'Windows',
    'mac-arm64': 'Mac (Apple silicon)',
    'mac-x64': 'Mac (Intel)',
  },
  linux: 'Linux',
  linux_coming: 'Coming soon',
  yours: 'Your system',
  size: 'Size',
  copy_hash: 'Copy the checksum',
  notes: 'What {{version}} changed',
  older: 'Earlier versions',
  gone: {
    title: 'Download link does not exist',
    text: 'It may have expired: a link lives for ten minutes. Get a new one below.',
  },
  phone: {
    text: 'On a phone? The client runs on a computer. Email the link to this page to yourself.',
    subject: 'Download {{name}}',
    send: 'Email the link',
  },
  claim: {
    heading: 'Download with your invitation',
    code: 'Invitation code',
    code_hint: 'Not case-sensitive. Spaces and hyphens are optional.',
    ask: 'No code yet?',
    platform: 'Choose a platform',
    agree: 'I have read and accept the ',
    agreement: 'client download and use agreement',
    submit: 'Get the download link',
    busy: 'Checking the code',
    closed: 'Downloads are not open yet',
    closed_text:
      'The download agreement has not been published. To try the client before it is, write to {{email}}.',
  },
  invite: {
    heading: 'Request an invitation code',
    lead: 'No code yet? Tell us how you plan to use the client. We send codes by email.',
    email: 'Email',
    email_example: 'name@example.com',
    purpose: 'What you will use it for',
    purpose_hint:
      'For example how many servers, which systems and what you do on them. Use up to {{max}} characters.',
    consent:
      'By sending the request you agree that we use this address to answer it. Requests are kept for up to {{days}} days. See the ',
    privacy: 'privacy policy',
    submit: 'Send request',
    busy: 'Sending',
    sent: 'Request sent',
    sent_text:
      'We sent a confirmation to {{email}}. Our answer goes to the same address. Not there? Check your spam folder.',
    another: 'Send another request',
    no_script: 'You can also email {{email}} to request a code.',
  },
  claimed: {
    started: '{{file}} is downloading',
    minutes:
      'Download not starting? Click the button. The link is valid for {{minutes}} minutes, and interrupted downloads can resume.',
    over: 'The link to {{file}} has expired',
    over_text:
      'Send the form again for a new one. Within 24 hours that costs no further use of your invitation.',
    again: 'Download the file',
  },
  install: {
    heading: 'Before you install',
    program_files: 'Do not install under Program Files',
    program_files_why:
      'Its permissions make updates and local backups fail. Use the default folder in your user profile.',
    chinese_path: 'No Chinese characters in the path',
    chinese_path_why:
      'Keep to Latin letters and digits in the folder and those above it: some parts of Windows read nothing else.',
    mac: 'On a Mac, look at the chip first',
    mac_why:
      'Open the Apple menu and choose About This Mac. If it shows “Chip: Apple …”, choose Apple silicon. If it shows “Processor: Intel …”, choose Intel.',
  },
  checksums: {
    heading: 'Check the file',
    text: 'Compute the SHA-256 of the downloaded file. If it matches the value here exactly, it is the file we published.',
    copy: 'Copy the checksum of {{file}}',
    on: 'On {{system}}:',
    command: 'Command that computes the checksum on {{system}}',
  },
  none: {
    title: 'Nothing to download yet',
    text: 'The first version is being prepared. To hear of it, write to {{email}}.',
  },
} satisfies Words<typeof zh>;
