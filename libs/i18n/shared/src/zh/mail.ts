/** Mails of the server. Each says what happened, what to do, and what to do when it was somebody else. */
export const mail = {
  greeting: '你好，',
  code_label: '验证码',
  code_expiry: '{{minutes}} 分钟内有效，只能用一次。请勿告诉任何人，我们的客服也不会向你索要。',
  footer: '这封邮件由系统自动发送，请勿直接回复。',
  register_code: {
    subject: '{{brand}}注册验证码：{{code}}',
    title: '注册{{brand}}账号',
    text: '请在注册页面输入下面的验证码。',
    otherwise: '如果不是你本人在注册，忽略这封邮件即可，不会创建任何账号。',
  },
  register_known: {
    subject: '你已经有{{brand}}账号了',
    title: '这个邮箱已经注册过',
    text: '有人用这个邮箱申请注册{{brand}}账号，而它已经有账号了，所以没有发送验证码。你可以直接登录；忘记密码时可以重置。',
    action: '去登录',
    otherwise: '如果不是你本人的操作，忽略这封邮件即可，你的账号没有任何变化。',
  },
  reset_code: {
    subject: '{{brand}}密码重置验证码：{{code}}',
    title: '重置密码',
    text: '请在重置密码页面输入下面的验证码。重置后，所有设备都需要重新登录。',
    otherwise: '如果不是你本人的操作，忽略这封邮件即可，你的密码没有变化。',
  },
  reset_unknown: {
    subject: '这个邮箱没有{{brand}}账号',
    title: '没有可以重置的账号',
    text: '有人申请重置{{brand}}账号的密码，但这个邮箱还没有注册。你可能用的是另一个邮箱。',
    action: '去注册',
    otherwise: '如果不是你本人的操作，忽略这封邮件即可。',
  },
  change_verify_code: {
    subject: '{{brand}}更换邮箱验证码：{{code}}',
    title: '验证当前邮箱',
    text: '你正在更换{{brand}}账号的邮箱。请输入下面的验证码，证明是你本人。',
    otherwise: '如果不是你本人的操作，请立即修改密码。',
  },
  change_confirm_code: {
    subject: '{{brand}}新邮箱验证码：{{code}}',
    title: '验证新邮箱',
    text: '请输入下面的验证码，确认把这个邮箱用作{{brand}}账号。',
    otherwise: '如果不是你本人的操作，忽略这封邮件即可，没有验证码就无法使用你的邮箱。',
  },
  change_taken: {
    subject: '这个邮箱已有{{brand}}账号',
    title: '无法更换到这个邮箱',
    text: '有人想把另一个{{brand}}账号的邮箱换成这个邮箱，而它已经有账号了，所以没有发送验证码。',
    otherwise: '如果不是你本人的操作，忽略这封邮件即可，你的账号没有任何变化。',
  },
  email_changed: {
    subject: '你的{{brand}}账号邮箱已更换',
    title: '邮箱已更换',
    text: '你的{{brand}}账号邮箱已换成 {{new_email}}，其他设备已退出登录。',
    action: '不是我，撤销更换',
    otherwise:
      '如果不是你本人的操作，请在 {{hours}} 小时内点击上面的按钮：邮箱会换回来，所有设备退出登录，然后请重置密码。',
  },
  password_changed: {
    subject: '你的{{brand}}账号密码已修改',
    title: '密码已修改',
    text: '你的{{brand}}账号密码已修改，其他设备已退出登录。',
    action: '不是我，重置密码',
    otherwise: '如果不是你本人的操作，请立即重置密码。',
  },
};
