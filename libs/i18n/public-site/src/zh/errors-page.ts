/** Titles of the error pages; their text is in the shared words (`shell`). */
export const errorsPage = {
  not_found_title: '页面不存在',
  server_error_title: '页面加载失败',
} as const;
