/** The page that the newsletter's links open. */
export const newsletter = {
  title: { confirm: '确认订阅', unsubscribe: '退订更新邮件' },
  description: '确认或取消订阅更新邮件。',
  confirm: {
    heading: '确认订阅更新邮件',
    lead: '只在有重要更新时发送邮件，可随时退订。',
    submit: '确认订阅',
    busy: '正在确认',
    done: '{{email}} 会收到更新邮件。',
  },
  unsubscribe: {
    heading: '退订更新邮件？',
    lead: '退订后，此邮箱不再收到更新邮件，账号和订单邮件不受影响。',
    submit: '退订',
    busy: '正在退订',
    done_heading: '已退订',
    done: '{{email}} 不再收到更新邮件。',
    mistake: '误操作？{{minutes}} 分钟内可以恢复。',
    undo: '恢复订阅',
    undoing: '正在恢复',
    undone_heading: '已恢复订阅',
  },
  no_token: '链接不完整，请从邮件中重新打开，或完整复制链接。',
  again: '重新订阅',
  home: '返回首页',
} as const;
