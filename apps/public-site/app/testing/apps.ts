import type { AppDetail, AppItem, AppRelease } from '@yunduo/api-contract';

/** A small store for tests: an official app with all fields, and a community app with the minimum. */
const item: AppItem = {
  id: 7,
  app_key: 'redis',
  name: 'Redis',
  intro: 'In-memory data store for caches, queues and sessions.',
  logo: null,
  cate: 'runtime',
  cate_name: 'Runtime',
  certified: true,
  source: 'official',
  free: true,
  version: '8.4.0',
  size: 7_654_321,
  human_size: '7.3 MB',
  download_num: 154_930,
  human_download_num: '154,930',
  updated_at: '2026-11-18T02:00:00.000Z',
  os: ['debian', 'ubuntu'],
  arch: ['x86_64', 'arm64'],
};

export const appItem = (changes: Partial<AppItem> = {}): AppItem => ({ ...item, ...changes });
/** An app with a logo whose name and intro exist in the other language only. */
export const foreignItem = (changes: Partial<AppItem> = {}): AppItem =>
  appItem({ logo: '/uploads/logo.webp', untranslated: ['name', 'intro'], ...changes });

const release = (version: string, changes: AppRelease['changes']): AppRelease => ({
  version,
  git_version: `v${version}`,
  git_commit: '5d41402abc4b2a76b9719d911017c592ae2f5c1b',
  package_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  released_at: '2026-11-18T02:00:00.000Z',
  size: 7_654_321,
  human_size: '7.3 MB',
  changes,
});

export const RELEASES: AppRelease[] = [
  release('8.4.0', [
    { kind: 'feature', text: 'Slow queries in the client' },
    { kind: 'breaking', text: 'save "" no longer turns AOF off' },
  ]),
  release('8.2.3', [{ kind: 'security', text: 'Two holes in the Lua sandbox closed' }]),
  release('8.2.1', [{ kind: 'feature', text: 'Runs on ARM64' }]),
];

export const appDetail = (changes: Partial<AppDetail> = {}): AppDetail => ({
  ...item,
  description: '<p>A key-value store that lives in memory.</p>',
  screenshots: [
    {
      src: '/uploads/1-1280.webp',
      srcset: '/uploads/1-640.webp 640w',
      width: 1280,
      height: 800,
      alt: 'Overview',
    },
    {
      src: '/uploads/2-1280.webp',
      srcset: '/uploads/2-640.webp 640w',
      width: 1280,
      height: 800,
      alt: 'Keys',
    },
  ],
  update_log: RELEASES,
  requirements: {
    os: 'Debian 11+, Ubuntu 20.04+',
    gpu: 'None',
    hard_disk: '200 MB',
    mem: '512 MB',
    cpu: '1 core',
    network_card: '100 Mbit/s',
  },
  dependencies: [{ name: 'OpenSSL', id: null, constraint: '3.0+', note: 'comes with the system' }],
  conflicts: [{ name: 'Valkey', id: 31, constraint: '', note: 'listens on port 6379 too' }],
  developer: 'Redis Ltd.',
  licence: 'AGPL-3.0',
  homepage: 'https://redis.io/',
  repo_url: 'https://github.com/redis/redis',
  first_published_at: '2026-01-05T02:00:00.000Z',
  ...changes,
});
