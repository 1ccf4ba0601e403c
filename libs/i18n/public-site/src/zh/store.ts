/** The store's list. */
export const store = {
  title: '应用商店',
  title_category: '{{category}}：应用商店',
  title_search: '搜索“{{q}}”：应用商店',
  title_page: '{{title}}（第 {{page}} 页）',
  intro:
    '打包好、验过的服务器软件，走 SSH 一次装到多台。装好以后，计划任务、MySQL 数据库和文件，也在同一个客户端里管理。',
  description:
    '版本、体积、系统要求和冲突都写在明处的服务器软件：Nginx、MySQL、Redis、Docker 等，一次装到多台服务器。',
  description_category:
    '应用商店的“{{category}}”分类：版本、体积、系统要求和冲突都写在明处，一次装到多台服务器。',
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
    os: '系统',
    any_os: '任意系统',
    arch: 'CPU 架构',
    any_arch: '任意架构',
    apply: '按此筛选',
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
    loading: '正在读取应用列表',
  },
  item: {
    version: '版本',
    size: '体积',
    downloads: '下载',
    updated: '更新',
  },
  empty: {
    title: '没有符合条件的应用',
    title_beyond: '没有这一页',
    search: '没有找到和“{{q}}”有关的应用。换个词试试，例如“数据库”“监控”，或者看看全部应用。',
    filtered: '这几项筛选放在一起，没有应用全都满足。去掉一两项再看。',
    beyond: '这一页没有内容：列表只有 {{pages}} 页。',
    plain: '这个分类里还没有应用，先看看别的分类。',
    all: '看全部应用',
    clear: '清除筛选',
    everywhere: '在全部分类里搜索',
    first: '回到第一页',
  },
  failed: {
    title: '列表没有读出来',
    text: '服务器暂时没有回应。你选的分类和筛选都还在，过一会儿再试。',
    retry: '再试一次',
  },
  my: {
    signed_out_title: '登录后看你的应用',
    signed_out: '你收藏过的、自己发布的应用会列在这里，换一台电脑也在。',
    sign_in: '登录',
    empty_title: '这里还空着',
    empty: '还没有收藏或发布过应用。去商店里挑几个常用的。',
    browse: '逛逛商店',
  },
} as const;
