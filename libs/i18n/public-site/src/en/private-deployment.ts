import type { Words } from '@yunduo/i18n';
import type { privateDeployment as zh } from '../zh/private-deployment.ts';

export const privateDeployment = {
  title: 'Private deployment',
  description:
    'Install the {{name}} server on your own hardware with one command, in 3 to 5 minutes. Bash or Docker, with checksums for every file.',
  heading: 'Private deployment',
  lead: 'Run the {{name}} server on your own hardware. Your data stays on your network, and you decide when to upgrade.',
  version: 'Version',
  published: 'Published',
  estimate: 'Install time',
  minutes: '{{from}} to {{to}} minutes',
  older: 'This is an older version, {{version}}, kept for existing installations.',
  to_current: 'View latest version',
  gone: {
    title: 'Download link does not exist',
    text: 'That version may have been withdrawn. Current packages are below.',
  },
  current: 'Current',
  notes: 'Changes in {{version}}',
  versions: 'All versions',
  needs: {
    heading: 'Requirements',
    system: 'Operating system',
    system_text: 'Linux on {{archs}}',
    bash_text: 'curl or wget, tar and gzip; a writable installation folder (/opt/yunduo by default)',
    docker_text: 'A free port 8080; data is kept in the volume yunduo-data',
  },
  parts: {
    heading: 'Architecture',
    client: 'The client runs on each person’s computer and connects to your Yunduo server',
    server: 'The Yunduo server is one program or one container, with its data on your disk',
    servers: 'The Yunduo server reaches the servers on your network over SSH',
  },
  price: {
    heading: 'Price',
    text: 'Quoted by size. Tell us how many servers you have and where they run, then pay under My orders.',
    subject: 'Quote for a private deployment',
    ask: 'Contact us: {{email}}',
  },
  keep: {
    heading: 'After the installation',
    connect: 'Connect the client',
    connect_text: 'In the client, enter the internal address of your server. With Docker, add port 8080.',
    backup: 'Back up',
    backup_text: 'Packs the data volume of a Docker deployment into the current folder.',
    backup_command: 'Command that backs up the data volume',
    copy_backup: 'Copy backup command',
    upgrade: 'Upgrade',
    upgrade_text:
      'Downloads {{version}}, then removes the old container and starts the new one on the same volume. With Bash, run the install command again.',
    upgrade_command: 'Command that upgrades a Docker deployment',
    copy_upgrade: 'Copy upgrade command',
  },
  bash: {
    heading: 'Install with Bash',
    text: 'The script is downloaded and checked against its checksum before it runs. If a single byte differs, nothing is executed.',
    label: 'Bash install command',
    copy: 'Copy install command',
    read: 'Read the script first',
    open: 'Open the install script',
    copy_hash: 'Copy checksum of the script',
  },
  docker: {
    heading: 'Install with Docker',
    text: 'The image is pinned by digest, not by tag, so every pull gets the same image.',
    sample:
      'Sample image: its name and digest are for demonstration. No registry has it, so the command does not run.',
    label: 'Docker install command',
    copy: 'Copy Docker command',
    image: 'Image',
    digest: 'Digest',
    copy_image: 'Copy image name',
    copy_digest: 'Copy digest',
  },
  items: {
    heading: 'Packages',
    text: 'No internet access? Download a package, verify its checksum and copy it to the server.',
    file: 'File',
    arch: 'Architecture',
    size: 'Size',
    copy: 'Copy checksum of {{file}}',
  },
  sketch: {
    label:
      'Diagram: the clients on two computers connect to your Yunduo server, which connects to three servers on your network.',
    network: 'Your network',
    client: 'Client',
    server: 'Server',
    yours: 'run by you',
  },
  none: {
    title: 'Nothing to deploy yet',
    text: 'A version is being prepared. To evaluate it earlier, email {{email}}.',
  },
} satisfies Words<typeof zh>;
