/** The texts on link cards, by page. */
export const cards = {
  home: {
    title: '一百台服务器，\n一双手管得过来。',
    text: '可视化 Linux 服务器运维客户端：终端、文件、MySQL 和计划任务。',
  },
  about: { title: '关于我们', text: '我们是谁，为什么做这款客户端，如何联系我们。' },
  'client-download': {
    title: '下载客户端',
    text: '支持 Windows 10/11 和 macOS，每个文件都提供 SHA-256 校验值。',
  },
  private: { title: '私有部署', text: '数据不出内网，3 到 5 分钟装好，何时升级由你决定。' },
  auth: { title: '购买授权', text: '一个授权码激活一台服务器，首次绑定服务器时开始计时。' },
  application: { title: '官方应用指南', text: '每个官方应用的用途、系统要求、安装步骤和升级须知。' },
  store: { title: '应用商店', text: '经过打包和测试的服务器软件，一次安装到多台服务器。' },
  activity: { title: '活动', text: '正在进行的活动、规则和参加方式。' },
  feedback: { title: '提交反馈', text: '向产品团队提交功能建议、产品缺陷和文档问题。' },
  protocol: { title: '协议与政策', text: '每个版本的全文、生效日期和校验值。' },
  'developer-center': {
    title: '你写的应用，\n装到真正的服务器上。',
    text: '提交版本，审核通过后由你发布，不收上架费，不抽成。',
  },
  developers: { title: '接口文档', text: '每个接口的参数、返回和错误码，附示例和测试向量。' },
} as const;
