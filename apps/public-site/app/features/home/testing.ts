import type { Article } from '@yunduo/api-contract';

let lastId = 0;

export function article(use_to: Article['use_to'], title: string, changes: Partial<Article> = {}): Article {
  lastId += 1;
  return { id: lastId, use_to, title, intro: '', html: '', picture: null, link: null, facts: [], ...changes };
}

/** Articles of a home page, as short as possible with every section filled. */
export const ARTICLES: Article[] = [
  article('top_description', 'A visual client for Linux servers', {
    intro: 'Terminal, files and MySQL in one window.',
  }),
  article('banner', 'A hundred servers,\none pair of hands.'),
  article('introduction', 'Ninety-six machines.', {
    facts: [
      { label: 'web-17', value: 'No answer for 3 minutes' },
      { label: 'db-03', value: '91% of the disk used' },
      { label: 'the other 94', value: 'Fine' },
    ],
  }),
  article('benefits', 'The daily round'),
  article('benefits', 'Terminal', { picture: 'terminal', intro: 'One command to several servers.' }),
  article('benefits', 'Files', { picture: 'files', intro: 'Edit as if it were local.' }),
  article('benefits', 'MySQL', { picture: 'mysql', intro: 'Tables, queries, backups.' }),
  article('benefits', 'Scheduled tasks', { picture: 'tasks', intro: 'Every run leaves a record.' }),
  article('selection', 'What most servers need'),
  article('self_hosting', 'In your own machine room'),
  article('self_hosting', 'One command', {
    picture: 'bash',
    facts: [{ label: 'Command', value: 'curl -fsSL https://get.example.com/install.sh | sudo bash' }],
  }),
  article('self_hosting', 'One container', {
    picture: 'docker',
    facts: [{ label: 'Command', value: 'docker run yunduo' }],
  }),
  article('self_hosting', 'One image', {
    picture: 'image',
    facts: [{ label: 'Command', value: 'docker load -i y.tar' }],
  }),
  article('credentials', 'Check us', { facts: [{ label: 'Checksums', value: 'SHA-256 of every version' }] }),
  article('partners', 'In good company', {
    facts: [
      'Starport Cloud',
      'North Shore Data',
      'Beacon Security',
      'Longsail',
      'Tidal Networks',
      'Stonebridge',
    ].map((label) => ({ label, value: '' })),
  }),
  article('download', 'Pick your computer', {
    facts: [
      { label: 'Windows 10/11', value: '.exe' },
      { label: 'Mac, Apple chip', value: '.dmg' },
      { label: 'Mac, Intel chip', value: '.dmg' },
      { label: 'Linux', value: 'On its way' },
    ],
  }),
  article('email', 'A letter when a version is out'),
];
