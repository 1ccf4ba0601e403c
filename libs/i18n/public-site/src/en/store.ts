import type { Words } from '@yunduo/i18n';
import type { store as zh } from '../zh/store.ts';

export const store = {
  title: 'App store',
  title_category: '{{category}}: app store',
  title_search: 'Search for “{{q}}”: app store',
  title_page: '{{title}}, page {{page}}',
  intro:
    'Packaged and tested server software, installed on many servers at once over SSH. Manage scheduled tasks, MySQL databases and files in the same client.',
  guides: 'App guide',
  description:
    'Nginx, MySQL, Redis, Docker and more, with versions, sizes, requirements and conflicts listed. Install on many servers at once.',
  description_category:
    '{{category}} apps with versions, sizes, requirements and conflicts listed. Install on many servers at once.',
  search: {
    label: 'Search apps',
    placeholder: 'Try “nginx” or “cache”',
    submit: 'Search',
  },
  categories: {
    label: 'Categories',
    all: 'All apps',
  },
  filters: {
    title: 'Filters',
    certified: 'Certified only',
    source: 'Source',
    any_source: 'All sources',
    os: 'Operating system',
    any_os: 'All systems',
    arch: 'CPU architecture',
    any_arch: 'All architectures',
    apply: 'Show results',
    clear: 'Clear filters',
  },
  sort: {
    label: 'Sort by',
    submit: 'Sort',
  },
  list: {
    heading_search: 'Results for “{{q}}”',
    count_one: '{{count}} app',
    count_other: '{{count}} apps',
    loading: 'Loading apps',
  },
  item: {
    version: 'Version',
    size: 'Size',
    downloads: 'Downloads',
    updated: 'Updated',
  },
  empty: {
    title: 'No matching apps',
    title_beyond: 'Page not found',
    search:
      'No apps match “{{q}}”. Try another keyword, such as “database” or “monitoring”, or browse all apps.',
    filtered: 'No apps match all of these filters. Remove one or two.',
    beyond_one: 'The list has only one page.',
    beyond_other: 'The list has only {{count}} pages.',
    plain: 'No apps in this category yet. Try another category.',
    all: 'Browse all apps',
    clear: 'Clear filters',
    everywhere: 'Search all categories',
    first: 'Back to page 1',
  },
  failed: {
    title: 'The app list could not be loaded',
    text: 'Your category and filters are kept.',
    retry: 'Try again',
  },
  my: {
    signed_out_title: 'Sign in to view your apps',
    signed_out: 'Apps you saved or published appear here on any computer you sign in on.',
    sign_in: 'Sign in',
    empty_title: 'No apps yet',
    empty: 'You have not saved or published any apps yet.',
    browse: 'Browse the app store',
  },
} satisfies Words<typeof zh>;
