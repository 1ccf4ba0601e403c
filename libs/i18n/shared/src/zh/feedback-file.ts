/** Shown by the server instead of an attachment that cannot be opened any more. */
export const feedbackFile = {
  gone_title: '链接已失效',
  gone_text: '附件链接已过期，请在“我的反馈”中重新打开。',
  gone_link: '查看我的反馈',
} as const;
