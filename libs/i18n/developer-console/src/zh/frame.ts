/** The developer center's frame: rail, phone header, error pages. */
export const frame = {
  title: '开发者中心',
  skip: '跳到正文',
  nav: '开发者中心',
  home: '概览',
  applications: '应用',
  control_panel: '控制台',
  review: '审核台',
  documents: '开发文档',
  to_site: '回到官网',
  sign_in: '登录',
  account: '我的账号',
  not_found_title: '没有这一页',
  not_found_text: '开发者中心里没有这个地址，可能写错了，也可能已经搬走。',
  not_found_applications: '看我的应用',
  failed_title: '页面出错了',
  failed_text: '问题出在我们这里。再试一次，还不行就换一页。',
} as const;
