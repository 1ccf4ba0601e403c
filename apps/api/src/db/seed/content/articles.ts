import type { Db } from '../../client.ts';
import { createArticle, type ArticleInput } from '../builders.ts';

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
    title: { zh: 'Linux 服务器可视化运维客户端', en: 'A visual client for Linux servers' },
    intro: {
      zh: '终端、文件、MySQL、计划任务，都停在同一个窗口里。经 SSH 直连，看得见每一台，也只打扰你该动的那台。',
      en: 'Terminal, files, MySQL and scheduled tasks in one window, straight over SSH. It watches every machine and bothers you about the one that needs you.',
    },
  },
  {
    place: 'banner',
    title: { zh: '上百台服务器，\n一手掌舵。', en: 'A hundred servers.\nOne helm.' },
    intro: {
      zh: '客户端的三个画面：总览、装应用、排任务。',
      en: 'Three views of the client: overview, installing an app, scheduling tasks.',
    },
  },
  {
    place: 'introduction',
    title: { zh: '九十六台机器，\n你只需要看两台。', en: 'Ninety-six machines.\nTwo need you.' },
    intro: {
      zh: '每台服务器在罗盘上占一格。正常的安静待着，要你处理的才伸出来。点一下，终端、文件和数据库就都停在那台机器上。',
      en: 'Each server has its mark on the dial. The healthy ones keep quiet; the one in trouble sticks out. Click it, and terminal, files and database are all on that machine.',
    },
    facts: [
      fact(
        ['web-17', '3 分钟连不上，上次响应 13:59'],
        ['web-17', 'No answer for 3 minutes, last heard at 13:59'],
      ),
      fact(
        ['db-03', '/data 占用 91%，按现在的速度还能写 6 天'],
        ['db-03', '/data is 91% full: 6 days left at this pace'],
      ),
      fact(
        ['其余 94 台', '正常。有事时才会出现在这里'],
        ['The other 94', 'Fine. They appear here when they are not'],
      ),
    ],
  },
  {
    place: 'benefits',
    title: { zh: '每天要做的事，\n不用再换窗口。', en: 'The daily round,\nin one window.' },
  },
  {
    place: 'benefits',
    picture: 'terminal',
    title: { zh: '终端', en: 'Terminal' },
    intro: {
      zh: '一条命令，同时发给选中的几台。输出分开显示，谁报错一眼看到。',
      en: 'Send one command to the machines you picked. Output stays apart, and the one that failed stands out.',
    },
  },
  {
    place: 'benefits',
    picture: 'files',
    title: { zh: '文件', en: 'Files' },
    intro: {
      zh: '像在本机一样拖动、改名、编辑。改配置前先留一份备份，随时退回。',
      en: 'Drag, rename and edit as if they were local. A configuration is backed up before it changes, and comes back whenever you like.',
    },
  },
  {
    place: 'benefits',
    picture: 'mysql',
    title: { zh: 'MySQL', en: 'MySQL' },
    intro: {
      zh: '看表、写查询、改一行、导出备份。执行前告诉你会影响多少行。',
      en: 'Browse tables, write queries, change a row, take a dump. You are told how many rows it touches before it runs.',
    },
  },
  {
    place: 'benefits',
    picture: 'tasks',
    title: { zh: '计划任务', en: 'Scheduled tasks' },
    intro: {
      zh: '按钟点排在刻度上。跑没跑、跑了多久、输出了什么，都留着记录。',
      en: 'They sit on a scale of hours. Whether it ran, how long it took and what it said: all of it is kept.',
    },
  },
  {
    place: 'selection',
    title: { zh: '常装的，已经替你挑好。', en: 'What most servers need,\npicked for you.' },
    intro: {
      zh: '版本、体积、系统要求和冲突都写在明处。选好服务器再装，一次可以装多台。',
      en: 'Version, size, requirements and conflicts in plain sight. Pick the servers, then install on all of them at once.',
    },
    link: { text: { zh: '看商店里的全部应用', en: 'See every app in the store' }, href: '/store' },
  },
  {
    place: 'self_hosting',
    title: { zh: '数据不能出机房，\n就装在机房里。', en: 'If data must stay in,\nso can we.' },
    intro: {
      zh: '私有部署的服务端和客户端说同一种话，只是地址换成你自己的。',
      en: 'The server for your own premises speaks to the same client; only the address is yours.',
    },
  },
  {
    place: 'self_hosting',
    picture: 'bash',
    title: { zh: '一条命令，3 到 5 分钟', en: 'One command, 3 to 5 minutes' },
    intro: {
      zh: '脚本先查系统、端口和磁盘，缺什么说什么，再开始装。',
      en: 'The script looks at system, ports and disk, says what is missing, and only then begins.',
    },
    facts: [
      fact(
        ['Bash', 'curl -fsSL https://get.example.com/install.sh | sudo bash'],
        ['Bash', 'curl -fsSL https://get.example.com/install.sh | sudo bash'],
      ),
    ],
  },
  {
    place: 'self_hosting',
    picture: 'docker',
    title: { zh: '已有 Docker，就再起一个容器', en: 'Docker at hand? One more container' },
    intro: {
      zh: '数据放在一个卷里，升级只换镜像，不动数据。',
      en: 'Data lives in one volume. An upgrade changes the image and leaves the data alone.',
    },
    facts: [
      fact(
        ['Docker', 'docker run -d -p 8443:8443 -v yunduo:/data yunduo/server:6.2.0'],
        ['Docker', 'docker run -d -p 8443:8443 -v yunduo:/data yunduo/server:6.2.0'],
      ),
    ],
  },
  {
    place: 'self_hosting',
    picture: 'image',
    title: { zh: '不通外网，带镜像进去', en: 'No way out? Carry the image in' },
    intro: {
      zh: '下载离线镜像，核对 SHA-256，导入你自己的仓库。',
      en: 'Download the offline image, compare its SHA-256, load it into your own registry.',
    },
    facts: [
      fact(
        ['镜像', 'docker load -i yunduo-server-6.2.0.tar'],
        ['Image', 'docker load -i yunduo-server-6.2.0.tar'],
      ),
    ],
  },
  {
    place: 'credentials',
    title: { zh: '装之前，先验一验。', en: 'Check us\nbefore you install.' },
    facts: [
      fact(
        ['Windows 签名', '安装包带代码签名，右键“属性”里可以看到签名者'],
        ['Signed for Windows', 'The installer carries a code signature: see who signed it under Properties'],
      ),
      fact(
        ['macOS 公证', '两种芯片的安装包都经 Apple 公证，打开时不必绕过提示'],
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
    title: { zh: '同行的人。', en: 'In good company.' },
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
    title: { zh: '选你的电脑。', en: 'Pick your computer.' },
    intro: {
      zh: '下载需要邀请码。安装时请避开 Program Files，也不要用带中文的路径。',
      en: 'An invitation code opens the download. Keep it out of Program Files, and out of folders with Chinese characters in their path.',
    },
    facts: [
      fact(['Windows 10/11', '6.2.0 · 86 MB · .exe'], ['Windows 10/11', '6.2.0 · 86 MB · .exe']),
      fact(['Mac，Apple 芯片', '6.2.0 · 92 MB · .dmg'], ['Mac, Apple chip', '6.2.0 · 92 MB · .dmg']),
      fact(['Mac，Intel 芯片', '6.2.0 · 95 MB · .dmg'], ['Mac, Intel chip', '6.2.0 · 95 MB · .dmg']),
      fact(['Linux', '即将推出'], ['Linux', 'On its way']),
    ],
  },
  {
    place: 'email',
    title: { zh: '出新版本，写信告诉你。', en: 'A letter\nwhen a version is out.' },
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
      zh: '<p>管十台服务器的人，桌面上是十个终端；管一百台的人，桌面上还是十个终端，另外九十台靠运气。出事的永远是没在看的那一台。</p><p>云舵想把这件事倒过来：机器自己待着，有事的那台来找你。连接走 SSH，服务器上不装常驻程序，密钥留在你的电脑里。</p><h3>我们守着的几条</h3><ul><li>改配置之前先留备份，任何一步都能退回。</li><li>危险的动作先告诉你会影响什么，再问一次。</li><li>收集的数据写在隐私政策里，一条一条，多一条都不收。</li></ul>',
      en: '<p>Run ten servers and you have ten terminals open. Run a hundred and you still have ten, and luck for the other ninety. Trouble always starts on the one nobody watches.</p><p>Yunduo turns that round: the machines keep to themselves, and the one in trouble comes to you. Connections are SSH, nothing resident runs on the servers, and your keys stay on your computer.</p><h3>What we hold to</h3><ul><li>A backup before each change of a configuration, and a way back from every step.</li><li>Anything dangerous says what it will touch, then asks once more.</li><li>What we collect stands in the privacy policy, line by line, and nothing else is collected.</li></ul>',
    },
  },
];

export async function seedArticles(db: Db, now: Date): Promise<void> {
  for (const [position, article] of ARTICLES.entries())
    await createArticle(db, { ...article, position, now });
}
