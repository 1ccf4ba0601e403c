/** The page behind the link of a mail that its reader may switch off. */
export const mailMute = {
  title: '不再接收这类邮件？',
  text: '确认后，不再发送“{{kind}}”邮件，其他邮件不受影响。',
  submit: '不再接收',
  done_title: '已关闭这类邮件',
  done_text: '不再发送“{{kind}}”邮件，可随时在账号设置中重新开启。',
  settings: '打开邮件设置',
  kinds: {
    review_success: '应用审核通过',
    licence_reminder: '授权码即将到期',
    feedback_answer: '反馈有答复',
  },
} as const;
