import type { Words } from '@yunduo/i18n';
import type { clientDownload as zh } from '../zh/client-download.ts';

export const clientDownload = {
  title: 'Download {{name}}',
  description:
    'The {{name}} client for Windows 10/11 and Mac, on Intel and Apple chips. By invitation, with SHA-256 checksums.',
  heading: 'Download {{name}}',
  lead: 'An invitation code opens the download. Every file has its checksum, to compare before you install.',
  systems: 'Computers it runs on',
  platforms: {
    'windows-x64': 'Windows',
    'mac-arm64': 'Mac, Apple chip',
    'mac-x64': 'Mac, Intel chip',
  },
  linux: 'Linux',
  linux_coming: 'On its way',
  yours: 'Your system',
  size: 'Size',
  copy_hash: 'Copy the checksum',
  notes: 'What {{version}} changed',
  older: 'Earlier versions',
  gone: {
    title: 'Download link does not exist',
    text: 'It may have expired: a link lives for ten minutes. Get a new one below.',
  },
  claim: {
    heading: 'Download with your invitation',
    code: 'Invitation code',
    code_hint: 'Capitals, spaces and dashes make no difference',
    ask: 'No code yet?',
    ask_subject: 'Invitation code for the client',
    platform: 'Which computer is it for?',
    agree: 'I have read and accept the ',
    agreement: 'client download and use agreement',
    submit: 'Get the download link',
    busy: 'Checking the code',
    closed: 'Not open yet',
    closed_text:
      'The download agreement has not been published. To try the client before it is, write to {{email}}.',
  },
  claimed: {
    started: '{{file}} is on its way',
    minutes:
      'Nothing happening? Press the button. The link lives for {{minutes}} minutes, and a broken download goes on where it stopped.',
    over: 'The link to {{file}} has expired',
    over_text:
      'Send the form again for a new one. Within 24 hours that costs no further use of your invitation.',
    again: 'Download the file',
  },
  install: {
    heading: 'Before you install',
    program_files: 'Not under Program Files',
    program_files_why:
      'Its permissions make updates and local backups fail. The default folder in your profile is fine.',
    chinese_path: 'No Chinese characters in the path',
    chinese_path_why:
      'Keep to Latin letters and digits in the folder and those above it: some parts of Windows read nothing else.',
    mac: 'On a Mac, look at the chip first',
    mac_why:
      'Apple menu, About This Mac. If the line “Chip” says Apple, take the Apple one; if it says Intel, the other.',
  },
  checksums: {
    heading: 'Check the file',
    text: 'Compute the SHA-256 after the download. If it matches to the letter, it is the file that we published.',
    copy: 'Copy the checksum of {{file}}',
    on: 'On {{system}}:',
    command: 'Command that computes the checksum on {{system}}',
  },
  none: {
    title: 'Nothing to download yet',
    text: 'The first version is being prepared. To hear of it, write to {{email}}.',
  },
} satisfies Words<typeof zh>;
