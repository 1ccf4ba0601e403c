import type { Words } from '../words.ts';
import type { storeAnswers as zh } from '../zh/store-answers.ts';

export const storeAnswers = {
  check: {
    unmet: {
      os: '{{name}} runs on {{needs}}, not on {{has}}',
      os_version: '{{name}} needs {{needs}}; this server runs {{has}}',
      arch: '{{name}} is packaged for {{needs}}, not for {{has}}',
      mem: '{{name}} needs at least {{needs}} of memory; this server has {{has}}',
      disk: '{{name}} needs at least {{needs}} of disk space; this server has {{has}} left',
      cores: '{{name}} needs at least {{needs}}; this server has {{has}}',
    },
    together: {
      mem: 'Together these apps need at least {{needs}} of memory; this server has {{has}}',
      disk: 'Together these apps need at least {{needs}} of disk space; this server has {{has}} left',
    },
    cores_one: '1 CPU core',
    cores_other: '{{count}} CPU cores',
    join: ', ',
    twice: 'A server can have only one version of an app',
  },
  unpublished: '“{{app}}” is no longer published',
  replaced: '“{{app}}” is no longer published. “{{other}}” replaces it.',
  feed: {
    new_title: '{{brand}} App Store: new apps',
    new_subtitle: 'New apps, newest first',
    updated_title: '{{brand}} App Store: updates',
    updated_subtitle: 'Apps with a new version, newest first',
    entry: '{{name}} {{version}}',
  },
} satisfies Words<typeof zh>;
