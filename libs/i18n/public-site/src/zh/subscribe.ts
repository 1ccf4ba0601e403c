/** Where the links of the newsletter's mails lead. */
export const subscribe = {
  title: { confirm: '确认订阅', unsubscribe: '退订更新邮件' },
  description: '确认或取消订阅更新邮件。',
  confirm: {
    heading: '确认订阅更新邮件',
    lead: '新版本值得一读时，才写一封信。随时可以退订。',
    submit: '确认订阅',
    busy: '正在确认',
    done: '{{email}} 会收到更新邮件。',
  },
  unsubscribe: {
    heading: '不想再收更新邮件？',
    lead: '退订以后，这个邮箱不会再收到更新邮件。账号和订单的邮件不受影响。',
    submit: '退订',
    busy: '正在退订',
    done_heading: '已退订',
    done: '{{email}} 不会再收到更新邮件。',
    mistake: '点错了？{{minutes}} 分钟内可以恢复。',
    undo: '恢复订阅',
    undoing: '正在恢复',
    undone_heading: '已恢复订阅',
  },
  no_token: '这个链接不完整。请从邮件里重新打开，或者整段复制。',
  again: '重新订阅',
  home: '去首页',
} as const;
