import type {
  AppSource,
  AppStatus,
  Architecture,
  ChangeKind,
  OperatingSystem,
  ReviewStatus,
  StoreCategory,
  StoreSort,
} from '@yunduo/validation';

/** The store's vocabulary, said once: the server writes `cate_name` with it, pages label filters and badges. */
export const storeTerms = {
  category: {
    recommend: '推荐',
    system: '系统',
    runtime: '运行环境',
    practical: '实用工具',
    my: '我的应用',
  } satisfies Record<StoreCategory, string>,
  os: {
    debian: 'Debian',
    ubuntu: 'Ubuntu',
    centos: 'CentOS',
    rocky: 'Rocky Linux',
    alma: 'AlmaLinux',
    opensuse: 'openSUSE',
  } satisfies Record<OperatingSystem, string>,
  arch: { x86_64: 'x86_64', arm64: 'ARM64' } satisfies Record<Architecture, string>,
  source: { official: '官方', user: '社区' } satisfies Record<AppSource, string>,
  badge: {
    certified: '已认证',
    uncertified: '未认证',
    free: '免费',
  },
  sort: {
    recommend: '推荐',
    newest: '最新上架',
    updated: '最近更新',
    downloads: '下载最多',
    name: '名称',
  } satisfies Record<StoreSort, string>,
  change: {
    breaking: '要留意',
    security: '安全',
    feature: '新增',
    fix: '修复',
    performance: '性能',
  } satisfies Record<ChangeKind, string>,
  status: {
    pending_release: '待发布',
    published: '已上架',
    unpublished: '已下架',
  } satisfies Record<AppStatus, string>,
  review: {
    draft: '草稿',
    in_review: '审核中',
    changes_requested: '需要修改',
    withdrawn: '已撤回',
    rejected: '未通过',
    approved: '已通过',
    released: '已发布',
    superseded: '已被新版本取代',
    yanked: '已撤下',
  } satisfies Record<ReviewStatus, string>,
} as const;
