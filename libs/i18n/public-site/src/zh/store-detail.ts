/** One app of the store. */
export const storeDetail = {
  title: '{{app}}：应用商店',
  save: { sign_in: '登录后收藏', save: '收藏', saved: '已收藏', done: '已收藏，可在“我的应用”里找到' },
  check: '我的服务器能装吗',
  report: '举报这个应用',
  log: {
    from_label: '你的版本',
    from_any: '选你在用的版本',
    from_submit: '看变化',
    since: '自 {{version}} 以来，值得你知道的',
    behind_one: '你的版本 {{version}}，落后 {{count}} 个版本',
    behind_other: '你的版本 {{version}}，落后 {{count}} 个版本',
    latest: '你的版本 {{version}} 已是最新',
    clear: '不比较',
    failed: '变化没有读出来，完整的更新日志在下面。',
  },
  share: {
    heading: '分享',
    share: '分享这个应用',
    copy: '复制链接',
  },
} as const;
