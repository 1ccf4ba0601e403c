/** What the links of security mails lead to on the sign-in page. */
export const mailLinks = {
  undo: {
    heading: '撤销更换邮箱',
    lead: '有人把这个账号的邮箱换掉了。如果不是你，撤销后邮箱恢复原样，所有设备退出登录。',
    submit: '撤销更换',
    busy: '正在撤销',
    done_heading: '邮箱已恢复',
    done: '账号的邮箱又是 {{email}} 了。密码可能也被人知道了，现在换一个。',
    go_reset: '重置密码',
    no_token: '这个链接不完整。请从邮件里重新打开，或者整段复制。',
    go_sign_in: '去登录',
  },
  not_me: {
    heading: '不是我登录的',
    lead: '按下按钮，那台设备就退出登录。接着换一个密码，对方就进不来了。',
    submit: '让那台设备退出',
    busy: '正在退出',
    done_heading: '那台设备已退出登录',
    done: '对方可能知道 {{email}} 的密码，现在换一个。',
    go_password: '设置新密码',
    was_me: '是我，不用处理',
  },
} as const;
