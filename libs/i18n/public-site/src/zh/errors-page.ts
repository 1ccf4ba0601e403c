/** Titles of the error pages; their text is in the shared words (`shell`). */
export const errorsPage = {
  not_found_title: '页面不存在',
  server_error_title: '页面加载失败',
  store: '前往应用商店',
  unpublished: '已安装的用户不受影响，商店中可搜索其他应用',
  replacement: '前往替代应用“{{app}}”',
} as const;
