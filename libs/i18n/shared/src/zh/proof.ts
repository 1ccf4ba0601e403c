/** The question that comes before money, roles, addresses and the like: who is at the screen. */
export const proof = {
  title: '确认是你本人',
  lead: '这一步比较重要。登录有一会儿了，再确认一次，然后从你停下的地方继续。',
  password: '登录密码',
  totp: '验证器应用里的 6 位数字',
  recovery: '恢复码',
  use_totp: '改用验证器应用',
  use_recovery: '手机不在身边？用恢复码',
  code_wrong: '验证码不对，请等下一个数字再试',
  recovery_wrong: '恢复码不对，或已用过',
  show_password: '显示密码',
  hide_password: '隐藏密码',
  required: '请填写这一项',
  password_wrong: '密码不对，请再试一次',
  confirm: '确认并继续',
  confirming: '正在确认',
} as const;
