import type { ServerRequirement } from '@yunduo/validation';

/** What the server itself says about apps: the check of an installation, and the feeds. */
export const storeAnswers = {
  check: {
    unmet: {
      os: '{{name}} 支持 {{needs}}，不支持 {{has}}',
      os_version: '{{name}} 需要 {{needs}}，这台服务器是 {{has}}',
      arch: '{{name}} 有 {{needs}} 的安装包，没有 {{has}} 的',
      mem: '{{name}} 至少需要 {{needs}} 内存，这台服务器有 {{has}}',
      disk: '{{name}} 至少需要 {{needs}} 硬盘空间，这台服务器还剩 {{has}}',
      cores: '{{name}} 至少需要 {{needs}}，这台服务器有 {{has}}',
    } satisfies Record<ServerRequirement, string>,
    together: {
      mem: '这些应用一起至少需要 {{needs}} 内存，这台服务器有 {{has}}',
      disk: '这些应用一起至少需要 {{needs}} 硬盘空间，这台服务器还剩 {{has}}',
    },
    cores_one: '1 核',
    cores_other: '{{count}} 核',
    /** How the systems of a list are joined. */
    join: '、',
    twice: '同一个应用在一台服务器上只能装一个版本',
  },
  feed: {
    new_title: '{{brand}}应用商店：新上架',
    new_subtitle: '刚刚上架的应用，新的在前',
    updated_title: '{{brand}}应用商店：最近更新',
    updated_subtitle: '刚刚发布新版本的应用，新的在前',
    entry: '{{name}} {{version}}',
  },
};
