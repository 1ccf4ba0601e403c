/** The store's list. */
export const store = {
  title: '应用商店',
  title_category: '{{category}}：应用商店',
  title_search: '搜索“{{q}}”：应用商店',
  title_page: '{{title}}（第 {{page}} 页）',
  intro:
    '经过打包和测试的服务器软件，通过 SSH 一次安装到多台服务器。安装后，计划任务、MySQL 数据库和文件也在同一个客户端中管理。',
  description:
    'Nginx、MySQL、Redis、Docker 等服务器软件，版本、大小、系统要求和冲突一目了然，一次安装到多台服务器。',
  description_category: '“{{category}}”类应用：版本、大小、系统要求和冲突一目了然，一次安装到多台服务器。',
  search: {
    label: '搜索应用',
    placeholder: '名称或用途，例如“缓存”',
    submit: '搜索',
  },
  categories: {
    label: '分类',
    all: '全部应用',
  },
  filters: {
    title: '筛选',
    certified: '只看已认证',
    source: '来源',
    any_source: '全部来源',
    os: '操作系统',
    any_os: '全部系统',
    arch: 'CPU 架构',
    any_arch: '全部架构',
    apply: '应用筛选',
    clear: '清除筛选',
  },
  sort: {
    label: '排序',
    submit: '排序',
  },
  list: {
    heading_search: '“{{q}}”的搜索结果',
    count_one: '{{count}} 个应用',
    count_other: '{{count}} 个应用',
    loading: '正在加载应用列表',
  },
  item: {
    version: '版本',
    size: '大小',
    downloads: '下载量',
    updated: '更新时间',
  },
  empty: {
    title: '没有符合条件的应用',
    title_beyond: '页面不存在',
    search: '没有找到与“{{q}}”相关的应用。换个关键词试试，例如“数据库”“监控”，或浏览全部应用。',
    filtered: '没有同时符合这些条件的应用，请减少筛选条件。',
    beyond: '列表共 {{pages}} 页，没有这一页。',
    plain: '这个分类下还没有应用，看看其他分类。',
    all: '查看全部应用',
    clear: '清除筛选',
    everywhere: '在全部分类中搜索',
    first: '返回第一页',
  },
  failed: {
    title: '应用列表加载失败',
    text: '服务器暂无响应，你的分类和筛选已保留，请稍后重试。',
    retry: '重试',
  },
  my: {
    signed_out_title: '登录后查看我的应用',
    signed_out: '收藏和发布的应用会显示在这里，换电脑登录也能看到。',
    sign_in: '登录',
    empty_title: '暂无应用',
    empty: '还没有收藏或发布过应用，去应用商店看看。',
    browse: '浏览应用商店',
  },
} as const;
