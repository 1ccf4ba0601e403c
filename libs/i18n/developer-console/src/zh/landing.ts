/** The landing page: what the platform offers, how publishing goes, how long review takes. */
export const landing = {
  title: '开发者中心：把应用放进服务器的应用商店',
  description:
    '提交一个版本，{{days}} 个工作日内得到审核答复，通过后由你发布。应用会出现在官网的应用商店和桌面客户端里。',
  hero: {
    headline: '你写的应用，\n装到真正的服务器上。',
    lead: '提交一个版本，{{days}} 个工作日内答复，通过后由你按下发布。管着成百台 Linux 服务器的人，会在商店里找到它。',
    applications: '进入我的应用',
    docs: '看开发者文档',
    drawing: '示意图：左边是仓库里的三个版本，1.4.1 正走过审核的刻度，右边是一排服务器，其中四台已经装上。',
  },
  drawing: { repository: '仓库', review: '审核', servers: '服务器' },
  offers: {
    heading: '平台替你做的',
    list: {
      shelf: {
        title: '摆在管服务器的人面前',
        text: '官网的应用商店和桌面客户端里都有它，按分类、系统和架构都找得到。两种语言各写各的。',
      },
      checks: {
        title: '装之前先核对',
        text: '系统、架构、依赖和冲突由你写明，客户端安装前逐条核对，装不上的机器不会装到一半。',
      },
      log: {
        title: '更新日志有人看',
        text: '不兼容的改动和安全修复排在最前，用户从自己的版本看到最新版，再决定升不升。',
      },
      numbers: {
        title: '下载量不掺水',
        text: '同一台客户端、同一个版本，一天只算一次。你看到的就是真的。',
      },
    },
  },
  steps: {
    heading: '从仓库到服务器，五步',
    list: {
      listing: {
        title: '填资料',
        text: '名称 {{name_min}} 到 {{name_max}} 个字符，一句话简介不超过 {{intro_max}} 个字符，截图最多 {{shots}} 张，每张小于 3 MB。',
      },
      version: {
        title: '交一个版本',
        text: '版本号写成 x.x.x，说清楚这一版改了什么，附上仓库地址和 Git 版本。',
      },
      review: {
        title: '等审核',
        text: '{{days}} 个工作日内答复。要改的地方，意见就挂在那一项上；提交后也可以撤回。',
      },
      release: {
        title: '你来发布',
        text: '通过不等于上架。挑个合适的时候，自己按下发布。',
      },
      keep: {
        title: '接着更新',
        text: '新版本走同样的路。出了问题就撤下这一版，上一个好版本自动顶上。',
      },
    },
  },
  review: {
    heading: '{{days}} 个工作日，算得清楚',
    text: '从提交那一刻起算，周末和法定节假日不算。轮到你修改时，时钟停下来等你。',
    clock: '审核的钟：一圈分成三格，每格一个工作日，现在走到第三格',
    left: '剩 {{hours}} 小时',
    rules: {
      suggestion: '每条意见都指向具体的一项，改好一条勾掉一条。',
      fair: '没有人审核自己的应用。',
      diff: '再次提交时，只看改过的地方。',
      appeal: '没通过，{{days}} 天内可以申诉。',
    },
  },
  questions: '开发者常问的',
  start: {
    heading: '第一个版本，今天就能交',
    text: '用官网的账号登录，不用另外注册。',
    action: '进入我的应用',
    agreement: '先读开发者协议',
  },
} as const;
