/** The operators' desk: its rooms, who may come in, what lists and forms of all rooms say. */
export const operatorDesk = {
  description: '运营人员的工作台：内容、订单、反馈、邀请码和版本、用户、操作日志。',
  heading: '运营台',
  rooms: '运营台的页面',
  loading: '正在加载',
  room: {
    today: '今日',
    content: '内容',
    orders: '订单',
    feedback: '反馈和举报',
    releases: '邀请码和版本',
    people: '用户',
    audit: '操作日志',
  },
  not_operator: {
    heading: '运营台只对运营人员开放',
    text: '你的账号没有运营权限。需要权限请联系管理员。',
    action: '返回应用',
  },
  staff_factor: {
    heading: '请先开启两步验证',
    text: '运营操作涉及他人的订单和账号，只凭密码不够。请在账号中开启两步验证，然后回到这里。',
    action: '去开启',
  },
  list: {
    filters: '筛选',
    submit: '筛选',
    none: '没有符合条件的记录',
    none_text: '请减少筛选条件，或清除全部筛选。',
    clear: '清除筛选',
  },
  cancel: '取消',
  nobody: '账号已注销',
} as const;
