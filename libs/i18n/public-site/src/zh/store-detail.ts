/** The store page of an app. */
export const storeDetail = {
  title: '{{app}}：应用商店',
  save: { sign_in: '登录后收藏', save: '收藏', saved: '已收藏', done: '已收藏，可在“我的应用”中查看' },
  check: '检查兼容性',
  report: '举报此应用',
  log: {
    from_label: '你的版本',
    from_any: '选择你的版本',
    from_submit: '查看变更',
    since: '{{version}} 以来的重要变更',
    behind_one: '你的版本 {{version}}，落后 {{count}} 个版本',
    behind_other: '你的版本 {{version}}，落后 {{count}} 个版本',
    latest: '当前版本 {{version}} 已是最新',
    clear: '取消比较',
    failed: '变更加载失败，完整的更新日志在下方。',
  },
  more: { heading: '同类应用', all: '全部“{{category}}”应用' },
  share: {
    heading: '分享',
    share: '分享此应用',
    copy: '复制链接',
  },
} as const;
