/** The developer center's frame: rail, phone header, error pages. */
export const frame = {
  title: '开发者中心',
  skip: '跳到正文',
  nav: '开发者中心',
  home: '概览',
  applications: '应用',
  documents: '开发文档',
  to_site: '回到官网',
  other_language: 'English',
  sign_in: '登录',
  account: '我的账号',
  loading: '正在打开',
  new_build: {
    heading: '开发者中心有新版本',
    text: '刷新后就用上，填到一半的可以先存。',
    reload: '刷新',
    later: '以后再说',
  },
  not_found: {
    title: '没有这一页',
    heading: '这里什么也没有',
    text: '{{path}} 不在开发者中心里，可能是地址写错了，也可能已经搬走。',
    home: '回到概览',
    applications: '看我的应用',
  },
  failed: {
    title: '页面出错了',
    heading: '这一页没能打开',
    text: '问题出在我们这里。再试一次，还不行就换一页。',
    retry: '再试一次',
    home: '回到概览',
  },
} as const;
