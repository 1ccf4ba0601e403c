/** Titles of the error pages; what they say stands in the shared words (`shell`). */
export const errorsPage = {
  not_found_title: '没有这一页',
  server_error_title: '这一页没能打开',
} as const;
