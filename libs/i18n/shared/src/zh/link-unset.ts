/** A trial's page for a link that leads nowhere yet; the hosts send it (`link-unset.ts`). */
export const linkUnset = {
  preview_name: '预览',
  preview: '预览：页面中含有尚未发布的草稿，访客看不到。',
  demo: '在线演示',
  forum: '官方论坛',
  dev_docs: '开发者文档',
  title: '{{name}}还没有设置地址',
  text: '给产品设好环境变量 {{variable}}（一个以 https:// 开头的地址）再启动，这个入口就会打开它。',
  production: '正式环境里没有设置的入口不显示，这个地址也不存在。',
  home: '回到首页',
} as const;
