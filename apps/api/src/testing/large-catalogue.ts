import {
  APP_CATEGORIES,
  ARCHITECTURES,
  DAY,
  OPERATING_SYSTEMS,
  type AppCategory,
  type Architecture,
  type OperatingSystem,
} from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from '../db/client.ts';
import type { Bilingual } from '../db/schema/bilingual.ts';
import * as schema from '../db/schema/index.ts';
import { apps, appVersions } from '../db/schema/store.ts';
import { searchColumns } from '../modules/store/search-text.ts';
import { versionKey } from '../modules/store/version-key.ts';

/** Words by frequency: the first occur in most texts, the last in few. */
const ENGLISH =
  `server data your backup database log file user time web security network cache docker monitor cluster service
  disk memory container certificate domain proxy traffic alert chart report mail queue message storage index search
  replica snapshot restore schedule token password login audit permission role group upload download image video
  editor template theme plugin script runtime compiler package release branch commit review deploy rollback pipeline
  build test coverage metric trace dashboard widget form table query slow lock transaction migration schema column
  backup-window archive compress encrypt decrypt key secret vault firewall port scan intrusion block allow list rate
  limit throttle balance upstream health check retry timeout socket stream event webhook callback cron job worker
  thread process signal kernel module driver mount volume partition quota usage invoice billing customer ticket forum
  wiki blog shop cart payment survey calendar contact meeting note task kanban sprint roadmap bookmark feed podcast
  radio photo gallery map weather translate dictionary recipe budget ledger inventory warehouse shipping label printer
  scanner barcode sensor thermostat camera doorbell garden aquarium telescope sundial lighthouse harbour compass
  anchor rudder mast sail keel buoy tide current island lagoon coral penguin walrus heron falcon otter badger`.split(
    /\s+/,
  );
const CHINESE =
  `服务器 数据 备份 数据库 日志 文件 用户 时间 网站 安全 网络 缓存 容器 监控 集群 服务 磁盘 内存 证书 域名 代理 流量 告警
  图表 报告 邮件 队列 消息 存储 索引 搜索 副本 快照 恢复 计划 令牌 密码 登录 审计 权限 角色 分组 上传 下载 图片 视频 编辑器
  模板 主题 插件 脚本 运行环境 编译 安装包 版本 分支 提交 评审 部署 回滚 流水线 构建 测试 覆盖率 指标 链路 仪表盘 组件 表单
  表格 查询 慢查询 锁 事务 迁移 结构 归档 压缩 加密 解密 密钥 防火墙 端口 扫描 入侵 拦截 放行 名单 限速 负载均衡 上游 健康检查
  重试 超时 连接 推送 事件 回调 定时任务 进程 信号 内核 模块 驱动 挂载 分区 配额 用量 发票 账单 客户 工单 论坛 知识库 博客 商城
  购物车 支付 问卷 日历 通讯录 会议 笔记 待办 看板 迭代 路线图 书签 订阅 播客 电台 相册 地图 天气 翻译 词典 菜谱 预算 账本 库存
  仓库 物流 标签 打印机 扫描仪 条码 传感器 温控 摄像头 门铃 花园 鱼缸 望远镜 日晷 灯塔 港口 罗盘 船锚 船舵 桅杆 风帆 龙骨 浮标
  潮汐 洋流 岛屿 泻湖 珊瑚 企鹅 海象 苍鹭 猎鹰 水獭 獾`.split(/\s+/);
/** Pairs of these form the rare words. */
const CHARACTERS = [
  ...'天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈剑号巨阙珠称夜光果珍李柰菜重芥姜海咸河淡鳞潜羽翔',
];
const SYLLABLES = 'ba ce di fo gu ha jo ka le mi no pa qi ro su ta vu we xi yo zan ber cor den fil gar'.split(
  ' ',
);

/** Deterministic pseudo-random numbers (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface LargeCatalogue {
  count: number;
  now: Date;
}

/** Name of an app in the generated catalogue, for queries. */
export const generatedName = (index: number): string => nameOf(index, drawn(index * 2_654_435_761)).en;

function nameOf(index: number, next: () => number): Bilingual {
  const brand = Array.from({ length: 3 }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join('');
  const kind = Math.floor(next() ** 2 * ENGLISH.length);
  const zh = CHINESE[kind % CHINESE.length] ?? '';
  const title = brand.slice(0, 1).toUpperCase() + brand.slice(1);
  return { zh: `${title}${zh}${index}`, en: `${title} ${ENGLISH[kind] ?? ''} ${index}` };
}

/** As `fillCatalogue`, without the server's time limits, and with statistics as autovacuum would collect them. */
export async function fillDatabase(url: string, catalogue: LargeCatalogue): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillCatalogue(drizzle(client, { schema }) as unknown as Db, catalogue);
    await client.query('vacuum (analyze) apps');
    await client.query('vacuum (analyze) listed_apps');
    await client.query('vacuum (analyze) app_versions');
  } finally {
    await client.end();
  }
}

/**
 * Fills the store with generated apps in both languages, in which common words are common and rare ones rare.
 * Deterministic. The caller runs `vacuum analyze` afterwards, as autovacuum would eventually.
 */
async function fillCatalogue(db: Db, { count, now }: LargeCatalogue): Promise<void> {
  const part = 250;
  for (let from = 0; from < count; from += part) {
    const rows = Array.from({ length: Math.min(part, count - from) }, (_, offset) =>
      appOf(from + offset, now),
    );
    const stored = await db
      .insert(apps)
      .values(rows.map(({ app }) => app))
      .returning({ id: apps.id });
    await db.insert(appVersions).values(
      stored.map(({ id }, index) => {
        const version = rows[index]?.version ?? '1.0.0';
        const at = rows[index]?.app.lastReleasedAt ?? now;
        return {
          appId: id,
          version,
          versionKey: versionKey(version),
          gitVersion: `v${version}`,
          size: 1_000_000 + id * 997,
          reviewStatus: 'released' as const,
          description: { zh: '', en: '' },
          changes: [],
          submittedAt: at,
          decidedAt: at,
          releasedAt: at,
          createdAt: at,
        };
      }),
    );
    await db.execute(sql`update ${apps} set status = 'published', current_version_id = v.id
      from ${appVersions} v where v.app_id = ${apps.id} and ${apps.id} between ${stored[0]?.id} and ${stored.at(-1)?.id}`);
  }
}

function appOf(index: number, now: Date) {
  const next = drawn(index * 2_654_435_761);
  const name = nameOf(index, next);
  const any = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? '';
  const seldom = (list: readonly string[]): string =>
    list === ENGLISH ? any(SYLLABLES) + any(SYLLABLES) + any(SYLLABLES) : any(CHARACTERS) + any(CHARACTERS);
  // Zipf-like distribution, as in natural language: the first words of a list occur in most texts.
  const word = (list: readonly string[]): string =>
    next() < 0.5 ? (list[Math.floor(next() ** 1.6 * list.length)] ?? '') : seldom(list);
  const words = (list: readonly string[], length: number): string[] =>
    Array.from({ length }, () => word(list));
  const sentence = (zh: number, en: number): Bilingual => ({
    zh: `${words(CHINESE, zh).join('的')}。`,
    en: `${words(ENGLISH, en).join(' ')}.`,
  });
  const intro = sentence(8, 10);
  const about = Array.from({ length: 6 }, () => sentence(10, 14));
  const text = {
    name,
    intro,
    description: {
      zh: about.map(({ zh }) => `<p>${zh}</p>`).join(''),
      en: about.map(({ en }) => `<p>${en}</p>`).join(''),
    },
    keywords: words(ENGLISH, 3).map((keyword) => keyword.toLowerCase()),
  };
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY - index * 1000);
  const published = Math.floor(next() * 2000) + 1;
  const some = <T>(list: readonly T[]): T[] => {
    const chosen = list.filter(() => next() < 0.7);
    return chosen.length > 0 ? chosen : list.slice(0, 1);
  };
  const categories = APP_CATEGORIES.slice(1);
  const category: AppCategory = categories[Math.floor(next() * categories.length)] ?? 'practical';
  const nothing = { zh: '不需要', en: 'None' };
  return {
    version: `${Math.floor(next() * 9)}.${Math.floor(next() * 30)}.${Math.floor(next() * 20)}`,
    app: {
      ...text,
      ...searchColumns(text),
      appKey: `generated-${index}`,
      category,
      os: some<OperatingSystem>(OPERATING_SYSTEMS),
      arch: some<Architecture>(ARCHITECTURES),
      certified: next() < 0.2,
      source: next() < 0.1 ? ('official' as const) : ('user' as const),
      requirements: {
        os: nothing,
        gpu: nothing,
        hard_disk: nothing,
        mem: nothing,
        cpu: nothing,
        network_card: nothing,
      },
      licence: 'MIT',
      recommendedRank: null,
      downloadCount: Math.floor(next() ** 6 * 200_000),
      firstPublishedAt: daysAgo(published),
      lastReleasedAt: daysAgo(Math.floor(next() * published)),
      createdAt: now,
      updatedAt: now,
    },
  };
}
