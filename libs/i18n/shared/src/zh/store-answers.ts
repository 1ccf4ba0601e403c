import type { ServerRequirement } from '@yunduo/validation';

/** The server's texts about apps: the compatibility check, and the feeds. */
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
    /** The conjunction in a list of systems. */
    join: '、',
    twice: '每台服务器只能安装同一应用的一个版本',
  },
  unpublished: '“{{app}}”已下架',
  replaced: '“{{app}}”已下架，由“{{other}}”替代',
  feed: {
    new_title: '{{brand}}应用商店：新上架',
    new_subtitle: '新上架的应用，按时间倒序',
    updated_title: '{{brand}}应用商店：最近更新',
    updated_subtitle: '新发布版本的应用，按时间倒序',
    entry: '{{name}} {{version}}',
  },
};
