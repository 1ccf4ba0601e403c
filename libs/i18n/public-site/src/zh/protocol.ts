/** The legal texts. */
export const protocol = {
  title: '{{title}}（{{version}} 版）',
  description: '{{title}}，{{version}} 版，{{date}} 起生效。',
  version: '版本',
  published: '发布',
  hash: '正文校验值（SHA-256）',
  copy_hash: '复制校验值',
  older: '你在看旧版本 {{version}}。',
  to_current: '看现行版本',
  versions: '全部版本',
  pick: '选一个版本',
  show: '看这个版本',
  current: '现行',
  print: '打印或存为 PDF',
  others: '其他协议',
  slugs: {
    'user-agreement': '用户协议',
    'privacy-policy': '隐私政策',
    'client-download': '客户端下载协议',
    'developer-agreement': '开发者协议',
  },
} as const;
