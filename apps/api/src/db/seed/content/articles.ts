import type { Db } from '../../client.ts';
import { RUN_SCRIPT, runImage } from '../../../modules/private-deploy/present.ts';
import { createArticle, type ArticleInput } from '../builders.ts';
import { SAMPLE_IMAGE } from '../download.ts';

type ArticleSeed = Omit<ArticleInput, 'now' | 'position'>;

const fact = (zh: readonly [string, string], en: readonly [string, string]) => ({
  label: { zh: zh[0], en: en[0] },
  value: { zh: zh[1], en: en[1] },
});

/**
 * The home page's argument, in its order: what it is, see it, why it is calm, what it does daily, what you can put on a
 * server, it may live in your own machine room, check us, who else, take it, not today. In a section the article
 * without a picture is the headline; those with one are its cells or slides.
 */
const ARTICLES: readonly ArticleSeed[] = [
  {
    place: 'top_description',
    title: { zh: '看得见的 Linux 服务器运维', en: 'A visual client for Linux servers' },
    intro: {
      zh: '一个窗口，经 SSH 连着你所有的服务器：开终端、传文件、查 MySQL、排计划任务。没事的机器不出声，出事的那台自己站出来。',
      en: 'Terminal, files, MySQL and scheduled tasks in one window, straight over SSH. It watches every machine and bothers you about the one that needs you.',
    },
  },
  {
    place: 'banner',
    title: { zh: '一百台服务器，\n一双手管得过来。', en: 'A hundred servers,\none pair of hands.' },
    intro: {
      zh: '客户端的三个画面：总览、装应用、排任务。',
      en: 'Three views of the client: overview, installing an app, scheduling tasks.',
    },
  },
  {
    place: 'introduction',
    title: { zh: '九十六台服务器，\n要你管的只有两台。', en: 'Ninety-six machines.\nTwo need you.' },
    intro: {
      zh: '罗盘上一格是一台服务器。平安的缩在圈里，出了状况的探出圈外。点那一格，它的终端、文件和数据库一起打开。',
      en: 'Each server has its mark on the dial. The healthy ones keep quiet; the one in trouble sticks out. Click it, and terminal, files and database are all on that machine.',
    },
    facts: [
      fact(
        ['web-17', '13:59 之后没有回应，已经 3 分钟'],
        ['web-17', 'No answer for 3 minutes, last heard at 13:59'],
      ),
      fact(
        ['db-03', '/data 用了 91%，照这样写，6 天后满'],
        ['db-03', '/data is 91% full and will last six more days'],
      ),
      fact(
        ['其余 94 台', '都好。出了状况才会上这张名单'],
        ['The other 94', 'Fine. They appear here when they are not'],
      ),
    ],
  },
  {
    place: 'benefits',
    title: { zh: '天天要做的几样，\n都在手边。', en: 'The daily round,\nin one window.' },
  },
  {
    place: 'benefits',
    picture: 'terminal',
    title: { zh: '终端', en: 'Terminal' },
    intro: {
      zh: '勾几台，命令打一遍。每台的输出各占一栏，报错的那台排到最前。',
      en: 'Send one command to the machines you picked. Output stays apart, and the one that failed stands out.',
    },
  },
  {
    place: 'benefits',
    picture: 'files',
    title: { zh: '文件', en: 'Files' },
    intro: {
      zh: '拖进拖出、改名、就地编辑，和本机的文件夹一个用法。存配置之前先自动留底，改坏了点一下还原。',
      en: 'Drag, rename and edit as if they were local. A configuration is backed up before it changes, and comes back whenever you like.',
    },
  },
  {
    place: 'benefits',
    picture: 'mysql',
    title: { zh: 'MySQL', en: 'MySQL' },
    intro: {
      zh: '翻表、查数、改值、导出，不必背参数。会动到几行，执行之前就写在按钮旁边。',
      en: 'Browse tables, write queries, change a row, take a dump. You are told how many rows it touches before it runs.',
    },
  },
  {
    place: 'benefits',
    picture: 'tasks',
    title: { zh: '计划任务', en: 'Scheduled tasks' },
    intro: {
      zh: '一天二十四小时摊成一把尺，任务钉在各自的钟点上。哪次没跑、哪次跑慢了、当时说了什么，翻得到。',
      en: 'They sit on a scale of hours. Whether it ran, how long it took and what it said: all of it is kept.',
    },
  },
  {
    place: 'selection',
    title: { zh: '服务器上常用的，\n先挑了八样。', en: 'What most servers need,\npicked for you.' },
    intro: {
      zh: '多大、要什么系统、和谁抢端口，装之前都看得到。勾上几台，一次装完。',
      en: 'Version, size, requirements and conflicts in plain sight. Pick the servers, then install on all of them at once.',
    },
    link: { text: { zh: '去应用商店看全部', en: 'See every app in the store' }, href: '/store' },
  },
  {
    place: 'self_hosting',
    title: { zh: '数据出不了机房，\n我们就进机房。', en: 'If data must stay in,\nso can we.' },
    intro: {
      zh: '服务端跑在你自己的机器上，客户端还是那一个，只把地址改成内网的。',
      en: 'The server for your own premises speaks to the same client; only the address is yours.',
    },
    link: { text: { zh: '看版本和安装命令', en: 'See versions and commands' }, href: '/private' },
  },
  {
    place: 'self_hosting',
    picture: 'bash',
    title: { zh: '一行命令，3 到 5 分钟装好', en: 'One command, 3 to 5 minutes' },
    intro: {
      zh: '脚本先看系统、架构和写入权限，再核对安装包的 SHA-256；不合适就停下，说清差在哪里。',
      en: 'The script looks at system, architecture and permissions and compares the SHA-256 of the package; if anything is off, it stops and says what.',
    },
    facts: [fact(['Bash', RUN_SCRIPT], ['Bash', RUN_SCRIPT])],
  },
  {
    place: 'self_hosting',
    picture: 'docker',
    title: { zh: '用 Docker，就多一个容器', en: 'Docker at hand? One more container' },
    intro: {
      zh: '数据留在自己的卷里。升级换掉镜像，卷原样接上。',
      en: 'Data lives in one volume. An upgrade changes the image and leaves the data alone.',
    },
    facts: [fact(['Docker', runImage(SAMPLE_IMAGE)], ['Docker', runImage(SAMPLE_IMAGE)])],
  },
  {
    place: 'self_hosting',
    picture: 'image',
    title: { zh: '不联网的机房，带着镜像去', en: 'No way out? Carry the image in' },
    intro: {
      zh: '在能上网的机器上拉好镜像，用 docker save 存成文件带进去，再推到内网的镜像仓库。',
      en: 'Pull the image where there is a network, save it to a file, and load it into your own registry.',
    },
    facts: [fact(['镜像', 'docker load -i yunduo.tar'], ['Image', 'docker load -i yunduo.tar'])],
  },
  {
    place: 'credentials',
    title: { zh: '信不信得过，\n自己查。', en: 'Check us\nbefore you install.' },
    facts: [
      fact(
        ['Windows 代码签名', '安装包有代码签名，签名人在文件属性的“数字签名”一页'],
        ['Signed for Windows', 'The installer carries a code signature: see who signed it under Properties'],
      ),
      fact(
        ['Apple 公证', '两种芯片的安装包都送 Apple 公证过，双击就能开'],
        ['Notarised for macOS', 'Both builds are notarised by Apple, so no warning has to be waved away'],
      ),
      fact(
        ['校验值', '每个版本公布 SHA-256，一键复制，装之前对一遍'],
        ['Checksums', 'Each version comes with its SHA-256, to copy and compare before you install'],
      ),
      fact(
        ['软件著作权', '计算机软件著作权登记证书（示例编号 2026SR0000000）'],
        ['Copyright', 'Registered software copyright (sample number 2026SR0000000)'],
      ),
    ],
  },
  {
    place: 'partners',
    title: { zh: '一起出海的人。', en: 'In good company.' },
    intro: {
      zh: '托管商、安全团队和软件作者，和我们一起把应用打包、测试、修好。',
      en: 'Hosters, security teams and software authors who package, test and mend apps with us.',
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
    title: { zh: '你用哪种电脑？', en: 'Pick your computer.' },
    intro: {
      zh: '下载要凭邀请码。装的时候别选 Program Files，路径里也别带中文。',
      en: 'An invitation code opens the download. Keep it out of Program Files, and out of folders with Chinese characters in their path.',
    },
    facts: [
      fact(['Windows 10/11', '64 位'], ['Windows 10/11', '64-bit']),
      fact(['Mac，Apple 芯片', 'M1 及以后'], ['Mac, Apple chip', 'M1 and later']),
      fact(['Mac，Intel 芯片', 'Intel 处理器'], ['Mac, Intel chip', 'Intel processor']),
      fact(['Linux', '即将推出'], ['Linux', 'On its way']),
    ],
  },
  {
    place: 'email',
    title: { zh: '新版本出来，\n信箱里见。', en: 'A letter\nwhen a version is out.' },
    intro: {
      zh: '每月最多两封，说清改了什么、要不要现在升级。',
      en: 'Two a month at most: what changed, and whether to upgrade now.',
    },
  },
  {
    place: 'about',
    title: { zh: '我们为什么做云舵', en: 'Why we make Yunduo' },
    intro: {
      zh: '一群管过服务器的人，做一个自己愿意整天开着的窗口。',
      en: 'People who have run servers, making the window they would keep open all day.',
    },
    html: {
      zh: '<p>管十台服务器的人，桌面上是十个终端；管一百台的人，桌面上还是十个终端，另外九十台靠运气。出事的永远是没在看的那一台。</p><p>云舵想把这件事倒过来：机器自己待着，有事的那台来找你。连接走 SSH，服务器上不装常驻程序，密钥留在你的电脑里。</p><h2>我们守着的几条</h2><ul><li>改配置之前先留备份，任何一步都能退回。</li><li>危险的动作先告诉你会影响什么，再问一次。</li><li>收集的数据写在隐私政策里，一条一条，多一条都不收。</li></ul>',
      en: '<p>Run ten servers and you have ten terminals open. Run a hundred and you still have ten, and luck for the other ninety. Trouble always starts on the one nobody watches.</p><p>Yunduo turns that round: the machines keep to themselves, and the one in trouble comes to you. Connections are SSH, nothing resident runs on the servers, and your keys stay on your computer.</p><h2>What we hold to</h2><ul><li>A backup before each change of a configuration, and a way back from every step.</li><li>Anything dangerous says what it will touch, then asks once more.</li><li>What we collect stands in the privacy policy, line by line, and nothing else is collected.</li></ul>',
    },
  },
];

export async function seedArticles(db: Db, now: Date): Promise<void> {
  for (const [position, article] of ARTICLES.entries())
    await createArticle(db, { ...article, position, now });
}
