import type { Db } from '../../db/client.ts';
import { ORIGIN } from '../../modules/content/present.ts';
import { downloadAndRun, runImage } from '../../modules/private-deployment/present.ts';
import { createArticle, type ArticleInput } from '../builders.ts';
import { SAMPLE_IMAGE } from '../download.ts';

type ArticleSeed = Omit<ArticleInput, 'now' | 'position'>;

const fact = (zh: readonly [string, string], en: readonly [string, string]) => ({
  label: { zh: zh[0], en: en[0] },
  value: { zh: zh[1], en: en[1] },
});

/**
 * The home page's argument, in order: what it is, see it, why it is calm, daily use, what can be installed, your own
 * data centre, verify us, other users, get it, not today. In a section the article without a picture is the headline;
 * those with one are its cells or slides.
 */
const ARTICLES: readonly ArticleSeed[] = [
  {
    place: 'top_description',
    title: { zh: '可视化 Linux 服务器运维客户端', en: 'A visual client for Linux servers' },
    intro: {
      zh: '在一个窗口里通过 SSH 管理所有服务器：终端、文件、MySQL、计划任务。正常时不打扰，异常时及时提醒。',
      en: 'Terminal, files, MySQL and scheduled tasks for all your servers in one window, over SSH. It stays quiet until a server needs attention.',
    },
  },
  {
    place: 'banner',
    title: { zh: '一百台服务器，\n一双手管得过来。', en: 'A hundred servers,\none pair of hands.' },
    intro: {
      zh: '客户端的三个界面：总览、安装应用、计划任务。',
      en: 'Three views of the client: overview, app installation and scheduled tasks.',
    },
  },
  {
    place: 'introduction',
    title: { zh: '九十六台服务器，\n需要处理的只有两台。', en: 'Ninety-six servers.\nTwo need attention.' },
    intro: {
      zh: '表盘上每一格代表一台服务器，异常的会突出显示。点击即可打开它的终端、文件和数据库。',
      en: 'Each mark on the dial is a server, and the ones with problems stand out. Click one to open its terminal, files and databases.',
    },
    facts: [
      fact(
        ['web-17', '无响应 3 分钟，最后在线 13:59'],
        ['web-17', 'No response for 3 minutes, last seen 13:59'],
      ),
      fact(['db-03', '/data 已用 91%，预计 6 天后写满'], ['db-03', '/data is 91% full, about 6 days left']),
      fact(['其余 94 台', '运行正常'], ['The other 94', 'All healthy']),
    ],
  },
  {
    place: 'benefits',
    title: { zh: '日常运维，\n一个窗口完成。', en: 'Everyday server work,\nin one window.' },
  },
  {
    place: 'benefits',
    picture: 'terminal',
    title: { zh: '终端', en: 'Terminal' },
    intro: {
      zh: '选中多台服务器，命令只输入一次。各台的输出分栏显示，报错的排在最前。',
      en: 'Run one command on every server you select. Output is shown per server, with failures first.',
    },
  },
  {
    place: 'benefits',
    picture: 'files',
    title: { zh: '文件', en: 'Files' },
    intro: {
      zh: '拖放、重命名、直接编辑，和本地文件夹一样用。保存配置前自动备份，改错了一键还原。',
      en: 'Drag, rename and edit files as if they were local. Config files are backed up before every change and restored in one click.',
    },
  },
  {
    place: 'benefits',
    picture: 'mysql',
    title: { zh: 'MySQL', en: 'MySQL' },
    intro: {
      zh: '浏览表、写查询、改数据、导出备份，不用记命令参数。执行前会显示影响的行数。',
      en: 'Browse tables, run queries, edit rows and export dumps. You see how many rows a statement affects before it runs.',
    },
  },
  {
    place: 'benefits',
    picture: 'tasks',
    title: { zh: '计划任务', en: 'Scheduled tasks' },
    intro: {
      zh: '任务按 24 小时时间轴排列。每次是否执行、用时多久、输出什么，都有记录。',
      en: 'See tasks on a 24-hour timeline. Every run keeps its result, duration and output.',
    },
  },
  {
    place: 'selection',
    title: { zh: '服务器常用软件，\n精选八款。', en: 'Eight apps\nmost servers need.' },
    intro: {
      zh: '大小、系统要求和端口冲突，安装前一目了然。选中多台服务器，一次装好。',
      en: 'Version, size, requirements and conflicts before you install. Select several servers and install on all of them at once.',
    },
    link: { text: { zh: '查看全部应用', en: 'Browse all apps' }, href: '/store' },
  },
  {
    place: 'self_hosting',
    title: { zh: '数据不出机房，\n服务端部署到你的机房。', en: 'Your data stays\non your network.' },
    intro: {
      zh: '服务端部署在你自己的服务器上，客户端不变，只需改成内网地址。',
      en: 'Run the Yunduo server on your own hardware. The client stays the same; point it at your internal address.',
    },
    link: { text: { zh: '查看版本和安装命令', en: 'View versions and commands' }, href: '/private' },
  },
  {
    place: 'self_hosting',
    picture: 'bash',
    title: { zh: '一行命令，3 到 5 分钟装好', en: 'One command, 3 to 5 minutes' },
    intro: {
      zh: '脚本先检查系统、架构和写入权限，再核对安装包的 SHA-256，不符即停止。',
      en: 'The script checks the system, architecture and permissions, then the SHA-256 of the package. If anything does not match, it stops and tells you why.',
    },
    facts: [fact(['Bash', downloadAndRun(ORIGIN, 'zh')], ['Bash', downloadAndRun(ORIGIN, 'en')])],
  },
  {
    place: 'self_hosting',
    picture: 'docker',
    title: { zh: '使用 Docker，只多一个容器', en: 'With Docker: just one more container' },
    intro: {
      zh: '数据在独立的卷中，升级只换镜像。示例镜像。',
      en: 'Data has its own volume; an upgrade only replaces the image. Sample image, not published.',
    },
    // Placeholder image name, not published, as the text says: editors replace both.
    facts: [fact(['Docker', runImage(SAMPLE_IMAGE)], ['Docker', runImage(SAMPLE_IMAGE)])],
  },
  {
    place: 'self_hosting',
    picture: 'image',
    title: { zh: '离线环境，导入镜像即可', en: 'Air-gapped? Import the image' },
    intro: {
      zh: '在联网的电脑上用 docker save 保存镜像，再导入内网。',
      en: 'Pull the image on a computer with internet access, save it to a file, and load it into your own registry.',
    },
    facts: [fact(['镜像', 'docker load -i yunduo.tar'], ['Image', 'docker load -i yunduo.tar'])],
  },
  {
    place: 'credentials',
    title: { zh: '安装之前，\n可自行验证。', en: 'Verify us\nbefore you install.' },
    facts: [
      fact(
        ['Windows 代码签名', '安装包已做代码签名，可在文件属性的“数字签名”页查看签名者'],
        [
          'Signed for Windows',
          'The installer is code-signed. See the signer under Properties, Digital Signatures.',
        ],
      ),
      fact(
        ['Apple 公证', '两种芯片的安装包均已通过 Apple 公证，双击即可打开'],
        ['Notarised for macOS', 'Both builds are notarised by Apple and open without warnings.'],
      ),
      fact(
        ['校验值', '每个版本都提供 SHA-256，安装前可复制核对'],
        ['Checksums', 'Every version has a SHA-256 to copy and verify before you install.'],
      ),
      fact(
        ['软件著作权', '计算机软件著作权登记证书（示例编号 2026SR0000000）'],
        ['Copyright', 'The software copyright is registered in China (sample number 2026SR0000000).'],
      ),
    ],
  },
  {
    place: 'partners',
    title: { zh: '合作伙伴', en: 'Our partners' },
    intro: {
      zh: '云服务商、安全团队和软件作者与我们一起打包、测试和维护应用。',
      en: 'Hosting providers, security teams and software authors package, test and maintain apps with us.',
    },
    facts: (
      [
        ['星港云', 'Starport Cloud'],
        ['北岸数据', 'North Shore Data'],
        ['灯塔安全', 'Beacon Security'],
        ['长帆科技', 'Longsail'],
        ['潮汐网络', 'Tidal Networks'],
        ['石桥托管', 'Stonebridge Hosting'],
      ] as const
    ).map(([zh, en]) => fact([zh, ''], [en, ''])),
  },
  {
    place: 'download',
    title: { zh: '下载客户端', en: 'Download the client' },
    intro: {
      zh: '下载需要邀请码。请勿安装到 Program Files 目录或含中文字符的路径下。',
      en: 'You need an invitation code to download. Do not install under Program Files or in a path with Chinese characters.',
    },
    facts: [
      fact(['Windows 10/11', '64 位'], ['Windows 10/11', '64-bit']),
      fact(['Mac（Apple 芯片）', 'M1 及以后'], ['Mac (Apple silicon)', 'M1 and later']),
      fact(['Mac（Intel 芯片）', 'Intel 处理器'], ['Mac (Intel)', 'Intel processor']),
      fact(['Linux', '即将推出'], ['Linux', 'Coming soon']),
    ],
  },
  {
    place: 'email',
    title: { zh: '新版本发布，\n邮件通知你。', en: 'An email\nwhen a new version is out.' },
    intro: {
      zh: '每月最多两封，介绍更新内容和升级建议。',
      en: 'Up to two a month: what changed, and whether to upgrade now.',
    },
  },
  {
    place: 'about',
    title: { zh: '我们为什么做云舵', en: 'Why we build Yunduo' },
    intro: {
      zh: '我们都做过运维，想做一个自己愿意天天用的工具。',
      en: 'We have all run servers. We are building the tool we want to use every day.',
    },
    html: {
      zh: '<p>管理十台服务器，桌面上开着十个终端；管理一百台，桌面上还是十个终端，其余九十台无人查看。出问题的往往是没在看的那一台。</p><p>云舵改变了这种方式：正常的服务器不用盯，有问题的会主动提醒你。通过 SSH 连接，服务器上不安装常驻程序，密钥保存在你的电脑上。</p>',
      en: '<p>Run ten servers and you have ten terminals open. Run a hundred and you still have ten, with the other ninety out of sight. Trouble usually starts on the one nobody is watching.</p><p>Yunduo turns that around: you stop watching, and the server with a problem alerts you. Connections use SSH, no agent is installed on your servers, and your keys stay on your computer.</p>',
    },
  },
  {
    place: 'about',
    title: { zh: '我们的原则', en: 'Our principles' },
    html: {
      zh: '<ul><li>修改配置前自动备份，每一步都可以撤销。</li><li>危险操作会先说明影响范围，再请你确认。</li><li>收集的数据逐条写在隐私政策中，不收集其他数据。</li><li>离开云舵，服务器照常运行：没有常驻程序，也没有私有格式。</li></ul>',
      en: '<ul><li>A backup before every configuration change, and every step can be undone.</li><li>Dangerous actions show what they affect and ask you to confirm.</li><li>What we collect is listed in the privacy policy, and we collect nothing else.</li><li>Your servers run the same without Yunduo: no agent, no private formats.</li></ul>',
    },
  },
  {
    place: 'about',
    title: { zh: '我们是谁', en: 'Who we are' },
    facts: [
      fact(
        ['团队', '12 人：系统运维、客户端、应用打包和客服（示例）'],
        ['Team', '12 people: operations, client, app packaging and support (sample)'],
      ),
      fact(['成立时间', '2022 年 3 月（示例）'], ['Founded', 'March 2022 (sample)']),
      fact(
        ['所在地', '上海，部分成员在成都远程工作（示例）'],
        ['Where', 'Shanghai, with remote colleagues in Chengdu (sample)'],
      ),
      fact(
        ['收入来源', '授权码和私有部署；没有广告，不出售数据'],
        ['How we earn', 'Authorization codes and private deployments; no advertising, no sale of data'],
      ),
    ],
  },
  {
    place: 'about',
    title: { zh: '资质与许可', en: 'Registrations and licences' },
    facts: [
      fact(
        ['软件著作权', '登记号 2026SR0000000（示例）'],
        ['Copyright', 'Registered software, number 2026SR0000000 (sample)'],
      ),
      fact(
        ['安装包签名', 'Windows 代码签名，macOS 公证，每个文件提供 SHA-256'],
        ['Signed packages', 'Windows code signing, macOS notarisation, a SHA-256 for every file'],
      ),
      fact(
        ['应用许可证', '应用商店中的软件保留各自的开源许可证，写在应用页面上'],
        ['App licences', 'Software in the app store keeps its own licence, shown on its page'],
      ),
    ],
  },
];

export async function seedArticles(db: Db, now: Date): Promise<void> {
  for (const [position, article] of ARTICLES.entries())
    await createArticle(db, { ...article, position, now });
}
