/** Shown by the server instead of JSON when a link that a person opened fails. */
export const openedLink = {
  gone_title: '链接已失效',
  gone_text: '链接不完整或已过期，请从原来的页面或邮件重新打开。',
  gone_link: '返回首页',
  busy_text: '链接暂时无法打开。',
  busy_link: '重试',
} as const;
