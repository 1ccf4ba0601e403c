import type { NoticeKind, ReviewCheckItem } from '@yunduo/validation';

/** Words of the review and of a developer's notices about it; only the server has them and sends them. */
export const review = {
  notices: {
    changes_requested: '“{{app}}”{{version}} 需要修改后重新提交',
    rejected: '“{{app}}”{{version}} 未通过审核，可以在截止时间前申诉一次',
    rejected_final: '“{{app}}”{{version}} 未通过审核',
    rejected_waits: '“{{app}}”{{version}} 未通过审核。没有其他版本在准备或审核中时，可以在截止时间前申诉一次',
    approved: '“{{app}}”{{version}} 已通过审核，待你发布',
    approved_unpublished: '“{{app}}”{{version}} 已通过审核，应用重新上架后才能发布',
    yanked: '“{{app}}”{{version}} 已被运营人员撤下，不再提供下载',
    taken_down: '“{{app}}”已被运营人员下架，如需重新上架请联系我们',
    taken_down_early: '运营人员决定“{{app}}”暂时不能上架，如有疑问请联系我们',
    token_expiring: '令牌“{{token}}”即将到期，到期后构建服务器会被拒绝',
  } satisfies Record<
    NoticeKind | 'rejected_final' | 'rejected_waits' | 'approved_unpublished' | 'taken_down_early',
    string
  >,
  checks: {
    identity: {
      title: '名称和图标没有冒用',
      hint: '没有冒用他人的名称和图标，也不会与已有应用混淆；名称相似的应用列在页面顶部。',
    },
    both_languages: {
      title: '至少一种语言完整；有两种语言时内容一致',
      hint: '逐一阅读每种语言的名称、简介、详情、版本说明和更新内容。',
    },
    pictures: { title: '截图是真实界面', hint: '与当前版本一致，不含个人信息和密钥。' },
    requirements: {
      title: '系统要求、依赖和冲突正确',
      hint: '在声明的系统和架构中各选一个核对。',
    },
    source: {
      title: '源代码一致',
      hint: '仓库地址可以打开，Git 版本存在，许可证与声明一致。',
    },
    install: { title: '可以安装和使用', hint: '在干净的服务器上安装，并走一遍主要功能。' },
    uninstall: { title: '可完全卸载', hint: '不残留服务、定时任务、端口和文件；删除用户数据前会询问用户。' },
    permissions: {
      title: '仅使用必要的权限',
      hint: '不无故使用 root，不修改无关的配置，不关闭防火墙。',
    },
    network: {
      title: '已说明联网行为',
      hint: '应用介绍中写明了连接的地址和传输的数据，没有隐蔽上报。',
    },
  } satisfies Record<ReviewCheckItem, { title: string; hint: string }>,
};
