/** A trial's page for an unconfigured link; the hosts send it (`link-unset.ts`). */
export const linkUnset = {
  preview_name: '预览',
  preview: '预览：页面中含有尚未发布的草稿，访客看不到。',
  demo: '在线演示',
  forum: '官方论坛',
  dev_docs: '开发者文档',
  title: '{{name}}尚未设置地址',
  text: '将环境变量 {{variable}} 设置为以 https:// 开头的地址，然后重新启动。',
  production: '正式环境不显示未设置的入口，也没有这个页面。',
  home: '返回首页',
} as const;
