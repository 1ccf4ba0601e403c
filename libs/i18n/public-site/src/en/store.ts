import type { Words } from '@yunduo/i18n';
import type { store as zh } from '../zh/store.ts';

export const store = {
  title: 'App store',
  title_category: '{{category}}: app store',
  title_search: 'Search for “{{q}}”: app store',
  title_page: '{{title}}, page {{page}}',
  intro:
    'Tested software, installed on many servers at once over SSH. The same client then looks after scheduled tasks, MySQL databases and files.',
  description:
    'Server software with versions, sizes, requirements and conflicts in plain sight: Nginx, MySQL, Redis, Docker and more, installed on many servers at once.',
  description_category:
    'The category “{{category}}” of the app store: versions, sizes, requirements and conflicts in plain sight, installed on many servers at once.',
  search: {
    label: 'Search the store',
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
    any_source: 'Any source',
    os: 'System',
    any_os: 'Any system',
    arch: 'CPU',
    any_arch: 'Any CPU',
    apply: 'Apply filters',
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
    loading: 'Loading the list',
  },
  item: {
    version: 'Version',
    size: 'Size',
    downloads: 'Downloads',
    updated: 'Updated',
  },
  empty: {
    title: 'No matching apps',
    title_beyond: 'There is no such page',
    search:
      'Nothing in the store matches “{{q}}”. Try another word, such as “database” or “monitoring”, or look through every app.',
    filtered: 'No app meets all of these filters at once. Take one or two away.',
    beyond: 'There is nothing on this page: the list ends at page {{pages}}.',
    plain: 'No app is in this category yet. The others have some.',
    all: 'See every app',
    clear: 'Clear filters',
    everywhere: 'Search every category',
    first: 'Back to page 1',
  },
  failed: {
    title: 'The list did not load',
    text: 'The server gave no answer. Your category and filters are kept; try again in a moment.',
    retry: 'Try again',
  },
  my: {
    signed_out_title: 'Sign in to see your apps',
    signed_out: 'The apps you saved or published are listed here, on any computer you sign in on.',
    sign_in: 'Sign in',
    empty_title: 'Nothing here yet',
    empty: 'You have not saved or published an app. The store has a few worth keeping.',
    browse: 'Browse the store',
  },
} satisfies Words<typeof zh>;
