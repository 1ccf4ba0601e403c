/** Sections of the sign-in page that links in security emails open. */
export const mailLinks = {
  no_token: '链接不完整，请从邮件中重新打开，或完整复制链接。',
  undo: {
    heading: '撤销更换邮箱',
    lead: '账号的邮箱已被更换。如果不是你本人的操作，请撤销：邮箱会恢复，所有设备退出登录。',
    submit: '撤销更换',
    busy: '正在撤销',
    done_heading: '邮箱已恢复',
    done: '账号邮箱已恢复为 {{email}}。你的密码可能已泄露，请立即修改。',
    go_password: '重置密码',
    leave: '去登录',
  },
  not_me: {
    heading: '不是我登录的',
    lead: '点击按钮让该设备退出登录，然后设置新密码。',
    submit: '让该设备退出登录',
    busy: '正在退出',
    done_heading: '该设备已退出登录',
    done: '{{email}} 的密码可能已泄露，请立即修改。',
    go_password: '设置新密码',
    leave: '是我本人，无需处理',
  },
  other: {
    text: '当前登录的是 {{email}}，需要先退出登录。',
    submit: '退出登录并重置密码',
    busy: '正在退出',
  },
} as const;
