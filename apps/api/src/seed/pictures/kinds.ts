import type { Kind, Pair } from '../catalogue/define.ts';

/** Common to apps of one kind: the figures of their overview, and a list of managed items. */
export interface KindScene {
  labels: readonly [Pair, Pair, Pair];
  chart: Pair;
  title: Pair;
  server: string;
  alt: Pair;
  columns: readonly Pair[];
  /** A leading ●, ◆ or ■ becomes a status mark: ok, warning, error. */
  rows: readonly (readonly (string | Pair)[])[];
}

const FINE: Pair = ['● 正常', '● Fine'];
const LOOK: Pair = ['◆ 要看一眼', '◆ Needs a look'];

export const KIND_SCENES: Record<Kind, KindScene> = {
  web: {
    labels: [
      ['请求', 'Requests'],
      ['响应时间', 'Response time'],
      ['连接', 'Connections'],
    ],
    chart: ['每秒请求，24 小时', 'Requests per second, 24 hours'],
    title: ['站点', 'Sites'],
    server: 'web-01',
    alt: [
      '截图：站点列表，六个域名的证书到期日、后端和状态',
      'Screenshot: six sites with certificate expiry, backend and state',
    ],
    columns: [
      ['域名', 'Domain'],
      ['证书到期', 'Certificate'],
      ['后端', 'Backend'],
      ['状态', 'State'],
    ],
    rows: [
      ['shop.example.com', '2027-02-18', '10.0.3.21:8080', FINE],
      ['api.example.com', '2027-02-17', '127.0.0.1:3000', FINE],
      ['blog.example.com', '2026-12-02', '/srv/blog', LOOK],
      ['static.example.com', '2027-01-30', '/srv/static', FINE],
      ['mail.example.com', '2027-01-11', '127.0.0.1:8025', FINE],
      ['docs.example.com', '2027-01-11', '/srv/docs', FINE],
    ],
  },
  database: {
    labels: [
      ['每秒查询', 'Queries / s'],
      ['连接', 'Connections'],
      ['数据', 'Data'],
    ],
    chart: ['每秒查询，24 小时', 'Queries per second, 24 hours'],
    title: ['慢查询', 'Slow queries'],
    server: 'db-01',
    alt: [
      '截图：慢查询按总耗时排序，第一条要看一眼',
      'Screenshot: slow queries by total time, the first one needs a look',
    ],
    columns: [
      ['语句', 'Statement'],
      ['平均', 'Average'],
      ['次数', 'Calls'],
      ['状态', 'State'],
    ],
    rows: [
      ['select … from orders', '412 ms', '1,204', ['◆ 缺索引', '◆ No index']],
      ['update stock set …', '96 ms', '860', FINE],
      ['select … join users', '71 ms', '3,112', FINE],
      ['insert into events', '38 ms', '22,940', FINE],
      ['delete from sessions', '31 ms', '48', FINE],
      ['select count(*) …', '28 ms', '510', FINE],
    ],
  },
  cache: {
    labels: [
      ['内存', 'Memory'],
      ['命中率', 'Hit rate'],
      ['连接', 'Connections'],
    ],
    chart: ['键数，24 小时', 'Keys, 24 hours'],
    title: ['键', 'Keys'],
    server: 'cache-01',
    alt: [
      '截图：键按前缀分组，列出数量、内存和过期时间',
      'Screenshot: keys by prefix with count, memory and expiry',
    ],
    columns: [
      ['前缀', 'Prefix'],
      ['数量', 'Keys'],
      ['内存', 'Memory'],
      ['过期', 'Expiry'],
    ],
    rows: [
      ['session:*', '48,210', '312 MB', ['30 分钟', '30 min']],
      ['cart:*', '12,004', '96 MB', ['7 天', '7 days']],
      ['page:*', '8,733', '420 MB', ['10 分钟', '10 min']],
      ['stock:*', '6,120', '18 MB', ['不过期', 'Never']],
      ['rate:*', '2,918', '4 MB', ['1 分钟', '1 min']],
      ['lock:*', '14', '2 KB', ['30 秒', '30 s']],
    ],
  },
  search: {
    labels: [
      ['文档', 'Documents'],
      ['分片', 'Shards'],
      ['堆内存', 'Heap'],
    ],
    chart: ['每秒检索，24 小时', 'Searches per second, 24 hours'],
    title: ['索引', 'Indexes'],
    server: 'search-01',
    alt: ['截图：索引列表，文档数、大小和健康', 'Screenshot: indexes with documents, size and health'],
    columns: [
      ['索引', 'Index'],
      ['文档', 'Documents'],
      ['大小', 'Size'],
      ['健康', 'Health'],
    ],
    rows: [
      ['logs-2026.11.20', '9.2 M', '6.1 GB', FINE],
      ['logs-2026.11.19', '9.8 M', '6.4 GB', FINE],
      ['products', '412,003', '1.2 GB', FINE],
      ['orders', '2.6 M', '3.8 GB', ['◆ 少一个副本', '◆ A copy is missing']],
      ['users', '188,240', '240 MB', FINE],
      ['audit-2026.11', '640,118', '910 MB', FINE],
    ],
  },
  queue: {
    labels: [
      ['消息', 'Messages'],
      ['积压', 'Waiting'],
      ['消费者', 'Consumers'],
    ],
    chart: ['每秒消息，24 小时', 'Messages per second, 24 hours'],
    title: ['队列', 'Queues'],
    server: 'mq-01',
    alt: ['截图：队列按积压排序，mail.send 积压 46 条', 'Screenshot: queues by what waits, mail.send has 46'],
    columns: [
      ['队列', 'Queue'],
      ['积压', 'Waiting'],
      ['消费者', 'Consumers'],
      ['状态', 'State'],
    ],
    rows: [
      ['mail.send', '46', '4', LOOK],
      ['order.created', '0', '8', FINE],
      ['order.paid', '0', '8', FINE],
      ['stock.sync', '2', '3', FINE],
      ['image.resize', '12', '6', FINE],
      ['audit.write', '0', '3', FINE],
    ],
  },
  storage: {
    labels: [
      ['已用', 'Used'],
      ['对象', 'Objects'],
      ['今天写入', 'Written today'],
    ],
    chart: ['用量，30 天', 'Usage, 30 days'],
    title: ['桶', 'Buckets'],
    server: 'store-01',
    alt: ['截图：桶列表，对象数、大小和保留期', 'Screenshot: buckets with objects, size and retention'],
    columns: [
      ['桶', 'Bucket'],
      ['对象', 'Objects'],
      ['大小', 'Size'],
      ['保留', 'Retention'],
    ],
    rows: [
      ['backup', '18,204', '1.9 TB', ['30 天', '30 days']],
      ['images', '6.2 M', '840 GB', ['不限', 'None']],
      ['logs', '1.1 M', '410 GB', ['90 天', '90 days']],
      ['invoices', '88,120', '42 GB', ['10 年', '10 years']],
      ['exports', '2,310', '96 GB', ['7 天', '7 days']],
    ],
  },
  runtime: {
    labels: [
      ['版本', 'Version'],
      ['进程', 'Processes'],
      ['内存', 'Memory'],
    ],
    chart: ['CPU，24 小时', 'CPU, 24 hours'],
    title: ['进程', 'Processes'],
    server: 'app-02',
    alt: ['截图：进程列表，端口、内存和运行时间', 'Screenshot: processes with port, memory and uptime'],
    columns: [
      ['名称', 'Name'],
      ['端口', 'Port'],
      ['内存', 'Memory'],
      ['状态', 'State'],
    ],
    rows: [
      ['shop-api', '8080', '412 MB', FINE],
      ['shop-admin', '8081', '288 MB', FINE],
      ['worker-mail', '—', '160 MB', FINE],
      ['worker-image', '—', '720 MB', LOOK],
      ['scheduler', '—', '96 MB', FINE],
    ],
  },
  container: {
    labels: [
      ['运行中', 'Running'],
      ['镜像', 'Images'],
      ['可清理', 'Reclaimable'],
    ],
    chart: ['CPU，24 小时', 'CPU, 24 hours'],
    title: ['容器', 'Containers'],
    server: 'docker-02',
    alt: ['截图：容器列表，镜像、内存和健康', 'Screenshot: containers with image, memory and health'],
    columns: [
      ['容器', 'Container'],
      ['镜像', 'Image'],
      ['内存', 'Memory'],
      ['健康', 'Health'],
    ],
    rows: [
      ['shop-api', 'shop-api:4.12.0', '412 MB', FINE],
      ['shop-db', 'postgres:18', '1.4 GB', FINE],
      ['shop-cache', 'redis:8.4', '220 MB', FINE],
      ['mailer', 'mailer:2.3.1', '96 MB', ['■ 反复重启', '■ Restarting']],
      ['proxy', 'nginx:1.29', '38 MB', FINE],
      ['backup', 'restic:0.18', '12 MB', FINE],
    ],
  },
  security: {
    labels: [
      ['今天', 'Today'],
      ['正在生效', 'Active'],
      ['规则', 'Rules'],
    ],
    chart: ['事件，24 小时', 'Events, 24 hours'],
    title: ['记录', 'Record'],
    server: 'bastion-01',
    alt: ['截图：事件记录，来源、原因和处理结果', 'Screenshot: events with source, reason and outcome'],
    columns: [
      ['来源', 'Source'],
      ['原因', 'Reason'],
      ['时间', 'Time'],
      ['结果', 'Outcome'],
    ],
    rows: [
      ['203.0.113.77', ['密码错 5 次', '5 wrong passwords'], '13:58', ['● 已封', '● Banned']],
      ['198.51.100.9', ['密码错 5 次', '5 wrong passwords'], '13:41', ['● 已封', '● Banned']],
      ['192.0.2.210', ['扫描端口', 'Port scan'], '12:06', ['● 已封', '● Banned']],
      ['10.0.4.18', ['证书过期', 'Certificate expired'], '09:30', LOOK],
      ['203.0.113.4', ['密码错 5 次', '5 wrong passwords'], '08:12', ['● 已解封', '● Lifted']],
    ],
  },
  monitor: {
    labels: [
      ['主机', 'Hosts'],
      ['指标', 'Metrics'],
      ['告警', 'Alerts'],
    ],
    chart: ['CPU 平均，24 小时', 'Average CPU, 24 hours'],
    title: ['告警', 'Alerts'],
    server: 'mon-01',
    alt: ['截图：告警列表，对象、持续时间和级别', 'Screenshot: alerts with target, duration and level'],
    columns: [
      ['对象', 'Target'],
      ['原因', 'Reason'],
      ['持续', 'For'],
      ['级别', 'Level'],
    ],
    rows: [
      ['web-17', ['连不上', 'Unreachable'], ['3 分钟', '3 min'], ['■ 要处理', '■ Act']],
      ['db-03 /data', ['磁盘 91%', 'Disk 91%'], ['42 分钟', '42 min'], ['◆ 要留意', '◆ Watch']],
      ['cache-01', ['内存 78%', 'Memory 78%'], ['—', '—'], ['● 已恢复', '● Over']],
      ['lb-01', ['5xx 偏多', 'Many 5xx'], ['—', '—'], ['● 已恢复', '● Over']],
      ['mq-01', ['积压', 'Backlog'], ['—', '—'], ['● 已恢复', '● Over']],
    ],
  },
  code: {
    labels: [
      ['仓库', 'Repositories'],
      ['今天构建', 'Builds today'],
      ['成功率', 'Success'],
    ],
    chart: ['构建用时，24 小时', 'Build time, 24 hours'],
    title: ['构建', 'Builds'],
    server: 'ci-01',
    alt: ['截图：构建列表，分支、用时和结果', 'Screenshot: builds with branch, time and result'],
    columns: [
      ['项目', 'Project'],
      ['分支', 'Branch'],
      ['用时', 'Time'],
      ['结果', 'Result'],
    ],
    rows: [
      ['shop-api', 'main', '3 m 12 s', ['● 通过', '● Passed']],
      ['shop-web', 'feature/cart', '2 m 40 s', ['● 通过', '● Passed']],
      ['mailer', 'main', '58 s', ['■ 失败', '■ Failed']],
      ['docs', 'main', '31 s', ['● 通过', '● Passed']],
      ['infra', 'upgrade-18', '6 m 05 s', ['● 通过', '● Passed']],
    ],
  },
  site: {
    labels: [
      ['今天访问', 'Visits today'],
      ['页面用时', 'Page time'],
      ['待更新', 'Updates'],
    ],
    chart: ['访问，30 天', 'Visits, 30 days'],
    title: ['更新', 'Updates'],
    server: 'web-04',
    alt: ['截图：插件和主题的更新列表', 'Screenshot: updates of plugins and themes'],
    columns: [
      ['名称', 'Name'],
      ['现在', 'Now'],
      ['新版本', 'New'],
      ['状态', 'State'],
    ],
    rows: [
      ['core', '6.8.2', '6.8.3', ['◆ 安全更新', '◆ Security']],
      ['theme-harbour', '2.4.0', '2.4.1', FINE],
      ['plugin-forms', '5.1.9', '5.2.0', FINE],
      ['plugin-cache', '3.0.4', '3.0.4', FINE],
      ['plugin-seo', '21.7.0', '21.8.2', FINE],
    ],
  },
  team: {
    labels: [
      ['用户', 'Users'],
      ['在线', 'Online'],
      ['存储', 'Storage'],
    ],
    chart: ['活跃用户，30 天', 'Active users, 30 days'],
    title: ['用户', 'Users'],
    server: 'app-05',
    alt: ['截图：用户列表，上次登录、占用和状态', 'Screenshot: users with last sign-in, storage and state'],
    columns: [
      ['账号', 'Account'],
      ['上次登录', 'Last sign-in'],
      ['占用', 'Storage'],
      ['状态', 'State'],
    ],
    rows: [
      ['wei.chen', '13:20', '18 GB', FINE],
      ['ana.lopez', '12:58', '6.4 GB', FINE],
      ['li.na', '11:02', '41 GB', ['◆ 快满了', '◆ Nearly full']],
      ['tom.baker', '09:47', '2.1 GB', FINE],
      ['old.account', '2026-03-02', '0.4 GB', ['■ 已停用', '■ Disabled']],
    ],
  },
};
