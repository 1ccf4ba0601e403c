import type { Words } from '../words.ts';
import type { downloadAnswers as zh } from '../zh/download-answers.ts';

export const downloadAnswers = {
  system: {
    'windows-x64': 'Windows 10/11 (64-bit)',
    'mac-x64': 'macOS (Intel)',
    'mac-arm64': 'macOS (Apple silicon)',
  },
  install: {
    title: 'Yunduo private deployment {{version}}, installation script',
    what: 'Downloads the package and checks it against the SHA-256 below. If a single byte differs, nothing is executed.',
    usage: 'Usage: sh yunduo-install.sh [--prefix DIR]',
    usage_prefix: 'install into this folder, /opt/yunduo by default',
    usage_help: 'show this text',
    missing_tool: 'The command %s is missing. Install it first.',
    missing_download: 'No download tool found. Install curl or wget first.',
    missing_checksum: 'No checksum tool found. Install sha256sum, shasum or openssl first.',
    prefix_missing: '--prefix needs a folder.',
    unknown_option: 'Unknown option: %s',
    unsupported_system: 'Only Linux servers are supported; this one runs %s.',
    unsupported_arch: 'This version has no package for %s. Supported: {{archs}}',
    not_writable: 'No permission to write to %s. Run this with sudo, or choose a folder with --prefix.',
    no_temporary: 'Could not create a temporary folder. Check the disk space.',
    downloading: 'Downloading %s (%s, %s)',
    download_failed: 'Download failed. Nothing was installed. Check the network and try again.',
    checking: 'Verifying the SHA-256',
    checksum_wrong:
      'Checksum mismatch: this is not the file that was published. Nothing was executed.\\n  expected %s\\n  received %s\\nTry again. If it fails again, do not install it and contact us.',
    unpack_failed: 'The package could not be unpacked; nothing was installed.',
    no_installer: 'The package contains no installer; nothing was installed.',
    installing: 'Checksum verified. Installing into %s',
    installer_failed: 'The installation did not finish. See the messages above.',
    done: '%s is installed in %s',
  },
} satisfies Words<typeof zh>;
