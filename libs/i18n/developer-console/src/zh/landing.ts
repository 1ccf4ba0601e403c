/** The landing page: offers of the platform, steps of publishing, review times. */
export const landing = {
  title: '开发者中心：将应用发布到应用商店',
  description:
    '提交版本，{{days}} 个工作日内获得审核结果，通过后由你发布，应用将出现在官网应用商店和桌面客户端。',
  hero: {
    headline: '你写的应用，\n装到真正的服务器上。',
    lead: '提交版本，{{days}} 个工作日内答复，通过后由你发布。管理大量 Linux 服务器的用户会在应用商店找到它。',
    publish: '发布第一个应用',
    applications: '进入我的应用',
    docs: '查看开发者文档',
    drawing: '示意图：端口巡检 1.4.0 提交后进入审核，剩余 20 小时，通过后在商店上架，下载量 4,216。',
  },
  route: {
    app: '端口巡检',
    intro: '每晚扫描开放的端口，次日早上通知新增。',
    submitted: '已提交',
    review: '审核中',
    store: '已上架',
  },
  facts: { wait: '个工作日内答复', fee: '元费用，无抽成', appeal: '天申诉期' },
  offers: {
    heading: '平台提供的服务',
    list: {
      shelf: {
        title: '面向服务器管理者',
        text: '应用出现在官网应用商店和桌面客户端，可按分类、系统和架构查找。',
      },
      checks: {
        title: '安装前检查',
        text: '你声明系统、架构、依赖和冲突，客户端在安装前逐条核对，避免安装中断。',
      },
      log: {
        title: '清晰的更新日志',
        text: '不兼容变更和安全修复排在最前，升级前可以看到全部变更。',
      },
      numbers: {
        title: '真实的下载量',
        text: '同一客户端下载同一版本，每天只计一次。',
      },
    },
  },
  steps: {
    heading: '五步发布应用',
    list: {
      listing: {
        title: '填写应用资料',
        text: '名称 {{name_min}} 到 {{name_max}} 个字符，一句话简介不超过 {{intro_max}} 个字符，截图最多 {{shots}} 张，每张小于 3 MB。',
      },
      version: {
        title: '提交版本',
        text: '填写版本号（x.x.x）、更新内容、仓库地址和 Git 版本。',
      },
      review: {
        title: '等待审核',
        text: '{{days}} 个工作日内答复。修改意见标注在对应字段，审核期间可以撤回。',
      },
      release: {
        title: '发布',
        text: '通过不等于上架，由你选择发布时间。',
      },
      keep: {
        title: '持续更新',
        text: '新版本流程相同。有问题可撤下版本，自动恢复上一个可用版本。',
      },
    },
  },
  review: {
    heading: '{{days}} 个工作日内完成审核',
    text: '从提交时起算，周末、法定节假日和等待你修改的时间不计。',
    clock: '审核时钟：一圈三格，每格一个工作日，指针在第三格',
    left: '剩余 {{hours}} 小时',
    rules: {
      suggestion: '每条意见都对应具体字段，逐条处理即可。',
      fair: '审核员不能审核自己的应用。',
      diff: '再次提交时，只审核修改过的内容。',
      appeal: '未通过审核，{{days}} 天内可以申诉。',
    },
  },
  questions: '常见问题',
  start: {
    heading: '今天就能提交第一个版本',
    text: '使用官网账号登录，无需另外注册。',
    agreement: '查看《开发者协议》',
    api: '查看接口文档',
  },
} as const;
