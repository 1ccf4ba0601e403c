/** What the server shows in the place of an attachment that cannot be opened any more. */
export const feedbackFile = {
  gone_title: '链接已失效',
  gone_text: '附件链接只在几分钟内有效。请回到“我的反馈”重新打开。',
  gone_link: '去我的反馈',
} as const;
