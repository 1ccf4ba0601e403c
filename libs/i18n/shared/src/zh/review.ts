import type { NoticeKind, ReviewCheckItem } from '@yunduo/validation';

/** Words of the review and of what a developer is told about it; the server's alone, it hands them out. */
export const review = {
  notices: {
    changes_requested: '“{{app}}”{{version}} 需要修改后再提交',
    rejected: '“{{app}}”{{version}} 没有通过审核，可以在截止时间前申诉一次',
    rejected_final: '“{{app}}”{{version}} 没有通过审核',
    rejected_waits:
      '“{{app}}”{{version}} 没有通过审核。截止时间前可以申诉一次，要等没有别的版本在准备或审核中',
    approved: '“{{app}}”{{version}} 已通过审核，等你发布',
    approved_taken_down: '“{{app}}”{{version}} 已通过审核，应用重新上架后才能发布',
    yanked: '“{{app}}”{{version}} 已被运营人员撤下，不再提供下载',
    taken_down: '“{{app}}”已被运营人员下架，重新上架请联系我们',
    token_expiring: '令牌“{{token}}”快要过期，到期后构建服务器会被拒绝',
  } satisfies Record<NoticeKind | 'rejected_final' | 'rejected_waits' | 'approved_taken_down', string>,
  checks: {
    identity: {
      title: '名称和图标是它自己的',
      hint: '没有冒用别家的名称、图标，没有和已有应用混淆；如有名称相近的应用，会列在页面顶部。',
    },
    both_languages: {
      title: '至少一种语言完整；两种都有时，说的是同一件事',
      hint: '名称、简介、详情、版本说明、更新内容，写了的语言都要读一遍。',
    },
    pictures: { title: '截图是真实界面', hint: '与当前版本一致，没有个人信息和密钥。' },
    requirements: {
      title: '系统要求、依赖和冲突写得对',
      hint: '在声明的系统和架构里各挑一个核对。',
    },
    source: {
      title: '源码对得上',
      hint: '仓库地址能打开，Git 版本存在，许可证与声明一致。',
    },
    install: { title: '能装上，能用起来', hint: '在干净的服务器上安装并走一遍主要功能。' },
    uninstall: { title: '能卸干净', hint: '服务、定时任务、端口和文件都不留下；用户数据留不留要问过用户。' },
    permissions: {
      title: '只要它需要的权限',
      hint: '不无故使用 root，不改与自己无关的配置，不关防火墙。',
    },
    network: {
      title: '联网行为写明了',
      hint: '连了哪些地址、传了什么，在介绍里能看到；没有悄悄上报。',
    },
  } satisfies Record<ReviewCheckItem, { title: string; hint: string }>,
};
