/** The question that comes before money, roles, addresses and the like: who is at the screen. */
export const proof = {
  title: '确认是你本人',
  lead: '这一步比较重要。登录有一会儿了，再确认一次，然后从你停下的地方继续。',
  password: '登录密码',
  show_password: '显示密码',
  hide_password: '隐藏密码',
  required: '请填写这一项',
  password_wrong: '密码不对，请再试一次',
  confirm: '确认并继续',
  confirming: '正在确认',
} as const;
