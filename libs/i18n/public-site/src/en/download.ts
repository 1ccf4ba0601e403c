import type { Words } from '@yunduo/i18n';
import type { download as zh } from '../zh/download.ts';

export const download = {
  title: 'Download the client',
  description:
    'The {{name}} client for Windows 10/11 and Mac (Intel and Apple silicon). An invitation code is required. SHA-256 checksums included.',
  heading: 'Download the client',
  lead: 'You need an invitation code. Every file has a SHA-256 checksum you can verify before installing.',
  platforms: {
    'windows-x64': 'Windows',
    'mac-arm64': 'Mac (Apple silicon)',
    'mac-x64': 'Mac (Intel)',
  },
  requires: {
    'windows-x64': 'Windows 10/11 (64-bit)',
    'mac-arm64': 'M1 and later',
    'mac-x64': 'Intel processor',
  },
  linux: 'Linux',
  linux_coming: 'Coming soon',
  yours: 'Your system',
  size: 'Size',
  copy_hash: 'Copy checksum',
  notes: 'Changes in {{version}}',
  older: 'Earlier versions',
  gone: {
    title: 'Download link does not exist',
    text: 'Links are valid for 10 minutes, so it may have expired. Get a new one below.',
  },
  phone: {
    text: 'On a phone? The client runs on a computer. Email the link to this page to yourself.',
    subject: 'Download {{name}}',
    send: 'Email link',
  },
  claim: {
    heading: 'Download with an invitation code',
    code: 'Invitation code',
    code_hint: 'Not case-sensitive. Spaces and hyphens are optional.',
    ask: 'Request a code',
    platform: 'Choose a platform',
    agree: 'I have read and agree to the ',
    agreement: 'client download and use agreement',
    submit: 'Get download link',
    busy: 'Checking the code',
    closed: 'Downloads are not open yet',
    closed_text: 'The download agreement is not published yet. To try the client earlier, email {{email}}.',
  },
  invite: {
    heading: 'Request an invitation code',
    lead: 'Tell us how you plan to use the client. We send codes by email.',
    email: 'Email',
    email_example: 'name@example.com',
    purpose: 'Purpose',
    purpose_hint: 'For example, how many servers, which systems and what for. Use up to {{max}} characters.',
    consent:
      'By sending, you agree that we use this address to reply. Requests are kept for up to {{days}} days. See the ',
    privacy: 'privacy policy',
    submit: 'Send request',
    busy: 'Sending',
    sent: 'Request sent',
    sent_text:
      'We sent a confirmation to {{email}}. Our reply goes to the same address. Not there? Check your spam folder.',
    another: 'Send another request',
    no_script: 'You can also email {{email}} to request a code.',
  },
  claimed: {
    started: '{{file}} is downloading',
    minutes:
      'Download not starting? Click the button. The link is valid for {{minutes}} minutes, and interrupted downloads can resume.',
    over: 'The link to {{file}} has expired',
    over_text:
      'Submit the form again for a new one. In the same browser and network this does not use up your invitation code again within 24 hours.',
    again: 'Download file',
  },
  install: {
    heading: 'Before you install',
    program_files: 'Do not install under Program Files',
    program_files_why:
      'Its permissions make updates and local backups fail. Use the default folder in your user profile.',
    chinese_path: 'Do not use Chinese characters in the path',
    chinese_path_why:
      'Use only Latin letters and digits in the folder and its parents. Some Windows components cannot read other characters.',
    mac: 'On a Mac, check the chip first',
    mac_why:
      'Open the Apple menu and choose About This Mac. If it shows “Chip: Apple …”, choose Apple silicon. If it shows “Processor: Intel …”, choose Intel.',
  },
  steps: {
    heading: 'After the download',
    install: 'Install',
    install_text: 'Unpack the file and open the installer. On Windows, keep the default folder.',
    sign_in: 'Sign in',
    sign_in_text:
      'The client shows a device code. Enter it in your browser and confirm. The client needs no password.',
    sign_in_link: 'Open device sign-in',
    server: 'Add a server',
    server_text:
      'Enter its address and connect over SSH with your own key. Activating a server needs an authorization code.',
    server_link: 'View prices',
  },
  checksums: {
    heading: 'Check the file',
    text: 'Run the command in the download folder. If PowerShell on Windows prints True, or Terminal on a Mac prints OK, it is the file we published.',
    copy: 'Copy checksum of {{file}}',
    command: 'Command that checks {{file}}',
  },
  none: {
    title: 'Nothing to download yet',
    text: 'A version is being prepared. To be notified, email {{email}}.',
  },
} satisfies Words<typeof zh>;
