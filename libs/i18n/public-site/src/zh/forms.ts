/** What forms of several pages say: addresses, codes by mail, passwords. */
export const forms = {
  email: '邮箱',
  email_example: 'name@example.com',
  password_confirm: '确认密码',
  show_password: '显示密码',
  hide_password: '隐藏密码',
  code: '邮箱验证码',
  code_example: '{{digits}} 位数字',
  code_hint: '{{minutes}} 分钟内有效。没收到？请查看垃圾邮件。',
  send_code: '发送验证码',
  send_code_again: '重新发送',
  sending_code: '正在发送',
  resend_in: '{{seconds}} 秒后重新发送',
  too_soon: '操作太频繁，请等倒计时结束后再试。',
  captcha_title: '发送前请完成安全验证',
} as const;
