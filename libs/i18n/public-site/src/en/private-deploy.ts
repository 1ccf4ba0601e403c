import type { Words } from '@yunduo/i18n';
import type { privateDeploy as zh } from '../zh/private-deploy.ts';

export const privateDeploy = {
  title: 'Private deployment of {{name}}',
  description:
    'Install the {{name}} server on a machine of your own with one command, in 3 to 5 minutes. Bash or Docker, every file with its checksum.',
  heading: 'Private deployment',
  lead: 'The {{name}} server on a machine of your own. Your data stays in your network, and you decide when to upgrade.',
  version: 'Version',
  published: 'Published',
  estimate: 'Takes about',
  minutes: '{{from}} to {{to}} minutes',
  older: 'This is the older version {{version}}, kept for those who still run it.',
  to_current: 'Show the current one',
  gone: {
    title: 'Download link does not exist',
    text: 'That version may have been withdrawn. The packages on offer are below.',
  },
  current: 'Current',
  notes: 'What {{version}} changed',
  versions: 'All versions',
  bash: {
    heading: 'With Bash',
    text: 'The script is saved as a file, compared with its checksum, and only then run. One byte off, and it stops before anything happens.',
    label: 'Bash command that installs it',
    copy: 'Copy the install command',
    read: 'Rather read the script first?',
    open: 'Open the install script',
    copy_hash: 'Copy the checksum of the script',
  },
  docker: {
    heading: 'With Docker',
    text: 'The image is pinned by its digest, not by a tag: what you pull tomorrow is what you pulled today.',
    label: 'Docker command that installs it',
    copy: 'Copy the Docker command',
    image: 'Image',
    digest: 'Digest',
    copy_image: 'Copy the name of the image',
    copy_digest: 'Copy the digest',
  },
  items: {
    heading: 'Packages',
    text: 'No way out of your network? Download a package, compare its checksum, carry it over.',
    file: 'File',
    arch: 'Architecture',
    size: 'Size',
    copy: 'Copy the checksum of {{file}}',
  },
  sketch: {
    label:
      'Sketch: the clients on two computers reach your own server, which reaches three machines in your network.',
    network: 'Your network',
    client: 'Client',
    server: 'Server',
    yours: 'your own',
  },
  none: {
    title: 'Nothing to deploy yet',
    text: 'The first version is being prepared. To evaluate it before, write to {{email}}.',
  },
} satisfies Words<typeof zh>;
