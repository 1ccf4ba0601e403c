import type { Words } from '../words.ts';
import type { downloadAnswers as zh } from '../zh/download-answers.ts';

export const downloadAnswers = {
  system: {
    'windows-x64': 'Windows 10/11 (64-bit)',
    'mac-x64': 'macOS (Intel chip)',
    'mac-arm64': 'macOS (Apple chip)',
  },
  install: {
    title: 'Yunduo private deployment {{version}}, installation script',
    what: 'Downloads one package and compares it with the SHA-256 written below; if a single byte differs, it stops before anything of it is run.',
    usage: 'Usage: sh yunduo-install.sh [--prefix DIR]',
    usage_prefix: 'install into this folder, /opt/yunduo by default',
    usage_help: 'show this text',
    missing_tool: 'The command %s is missing. Install it first.',
    missing_download: 'Nothing to download with: install curl or wget first.',
    missing_checksum: 'Nothing to compare checksums with: install sha256sum, shasum or openssl first.',
    prefix_missing: '--prefix needs a folder.',
    unknown_option: 'Unknown option: %s',
    unsupported_system: 'This installs on Linux servers only; this machine runs %s.',
    unsupported_arch: 'This version has no package for %s. Supported: {{archs}}',
    not_writable: 'No permission to write to %s. Run this with sudo, or choose a folder with --prefix.',
    no_temporary: 'No temporary folder could be made. Check the disk space.',
    downloading: 'Downloading %s (%s, %s)',
    download_failed: 'The download failed; nothing was installed. Check the network and try again.',
    checking: 'Comparing the SHA-256',
    checksum_wrong:
      'The checksum is wrong: this is not the file that was published. Nothing of it was run.\\n  expected %s\\n  received %s\\nTry again. If it stays so, do not install it, and tell us.',
    unpack_failed: 'The package could not be unpacked; nothing was installed.',
    no_installer: 'The package holds no installer; nothing was installed.',
    installing: 'The checksum is right. Installing into %s',
    installer_failed: 'The installer did not finish. See what it says above.',
    done: '%s is installed in %s',
  },
} satisfies Words<typeof zh>;
