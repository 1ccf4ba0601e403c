// The terms and the voice of docs/voice.md, as far as a program can check them without false alarms: words
// with a fixed replacement. Used by i18n.ts for the words of both apps, the seeds, the Markdown for readers,
// and the help of the operators' command line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, root } from './workspace.ts';

type Language = 'zh' | 'en';

interface Rule {
  avoid: RegExp;
  /** The replacement. */
  say: string;
  /** A text with this fault. A test checks every rule against its example. */
  example: string;
  /**
   * Applies to the interface and to emails only: the catalogue and agreements may use the word in another
   * sense.
   */
  interfaceOnly?: true;
}

/** Literal sentences of the specification, and its explanations of them. They are exempt. */
const QUOTED = new Set([
  '登录过期，请重新登陆',
  '您尚未登录，请先登录！',
  'Your login has expired, please log in again',
  'Please log in first',
  'You are not logged in yet. Please log in first!',
  'Login successful',
  'Clipboard API not supported',
]);

export const RULES: Record<Language, readonly Rule[]> = {
  zh: [
    { avoid: /谢绝/, say: '拒绝', example: '转让被谢绝' },
    { avoid: /超期/, say: '逾期', example: '审核已超期' },
    { avoid: /控制面板/, say: '控制台', example: '打开控制面板' },
    { avoid: /开发文档/, say: '开发者文档', example: '查看开发文档' },
    { avoid: /没有?(读|打)(出来|开)|没能(取|打开)/, say: '加载失败', example: '列表没有读出来' },
    { avoid: /正在(读取|取(?!消))/, say: '正在加载', example: '正在读取订单' },
    { avoid: /再[试传读]一次|再试试/, say: '重试', example: '网络断了，再试一次' },
    { avoid: /不对(?!称)/, say: '错误, 有误, 无效', example: '验证码不对', interfaceOnly: true },
    { avoid: /没有这[个条篇份张]|没有找到这/, say: 'X不存在', example: '没有这个授权码' },
    { avoid: /^看(?!板)|去看/, say: '查看', example: '看令牌' },
    { avoid: /写信|来信|信箱|确认信|封信/, say: '邮件, 发邮件, 联系', example: '请写信给我们' },
    { avoid: /写下|写上|请填写(?!此项)|起个名字/, say: '请输入', example: '请填写标题', interfaceOnly: true },
    { avoid: /工作人员/, say: '运营人员, 客服', example: '工作人员会核对' },
    { avoid: /同住|[它码]管什么/, say: '冲突, 用途', example: '不能同住一台' },
    { avoid: /体积/, say: '大小', example: '安装包体积' },
    { avoid: /源码/, say: '源代码', example: '查看源码' },
    { avoid: /搜索词/, say: '关键词', example: '最多 10 个搜索词' },
    { avoid: /适用系统/, say: '支持的系统', example: '适用系统' },
    { avoid: /处理器架构/, say: 'CPU 架构', example: '处理器架构' },
    { avoid: /枚(?!举)/, say: '个', example: '一枚授权码' },
    { avoid: /登陆/, say: '登录', example: '请登陆' },
    { avoid: /您/, say: '你', example: '欢迎您' },
    { avoid: /作废/, say: '失效, 吊销', example: '授权码已作废', interfaceOnly: true },
    { avoid: /宽限(?!期)/, say: '宽限期', example: '还有 7 天宽限' },
    { avoid: /续费/, say: '续期', example: '提前续费' },
    { avoid: /(?<!收款|对公|以下|到此|银行)账户/, say: '账号', example: '注销账户' },
    { avoid: /要留意的?改动/, say: '不兼容变更', example: '更新前有要留意的改动' },
    { avoid: /下载(数|次数)/, say: '下载量', example: '读取下载数' },
    { avoid: /再想想|不写了|先不$|留着$/, say: '取消', example: '再想想' },
    { avoid: /接手|放开/, say: '认领, 取消认领', example: '接手审核' },
    { avoid: /你的资料/, say: '个人资料', example: '修改你的资料' },
    { avoid: /发生过的事|^经过$/, say: '操作记录', example: '经过' },
    { avoid: /撤销.{0,2}(令牌|授权码)/, say: '吊销', example: '撤销令牌' },
    { avoid: /授权码.{0,2}停用|停用授权码/, say: '失效', example: '授权码已停用' },
    { avoid: /要先有|能装吗/, say: '依赖, 兼容性', example: '要先有 Docker' },
    { avoid: /我们的客服/, say: '客服', example: '请联系我们的客服' },
    { avoid: /^主页$/, say: '官网', example: '主页' },
    {
      avoid: /点(一|几)下|一眼看|(看|说)得见|就知道|装[完好]就|十有八九|撑爆/,
      say: 'the action or the result, in product language',
      example: '扩展点几下就配好',
    },
    { avoid: /^正在.*…$/, say: 'without …', example: '正在保存…' },
    {
      avoid: /机器(?!人)|(?<!关于)本机/,
      say: '服务器 (server), 电脑 (computer)',
      example: '两台机器',
      interfaceOnly: true,
    },
  ],
  en: [
    { avoid: /(?<![\w.@-])mails?\b(?![.@_-])/i, say: 'email', example: 'You get a mail' },
    { avoid: /\b(every|this|each) letter\b/i, say: 'email', example: 'A person reads every letter' },
    { avoid: /\banew\b|\bafresh\b/i, say: 'again', example: 'The term starts anew' },
    { avoid: /\b(by itself|by themselves)\b/i, say: 'automatically', example: 'It expires by itself' },
    { avoid: /\bat present\b|\bright now\b/i, say: 'now, or nothing', example: 'Not available at present' },
    { avoid: /\b(is|are|was|were) over\b/i, say: 'has ended, has expired', example: 'This transfer is over' },
    { avoid: /\bfor good\b/i, say: 'permanently', example: 'Delete for good' },
    { avoid: /\bwhoever\b/i, say: 'the person who', example: 'Ask whoever invited you' },
    {
      avoid: /\b(some|every)body\b|\banybody\b/i,
      say: 'someone, everyone, anyone',
      example: 'Somebody may know it',
    },
    {
      avoid: /\bSay (why|what|who|where|when)\b/,
      say: 'Enter a reason, Describe …',
      example: 'Say why you yank it',
    },
    { avoid: /\bno such\b/i, say: 'X not found', example: 'There is no such order' },
    { avoid: /\bdid not load\b/i, say: 'could not be loaded', example: 'The list did not load' },
    { avoid: /\bat most\b/i, say: 'up to', example: 'Use at most 40 characters' },
    {
      avoid: /^(Copy|Clear|Edit|Download|View|Send|Get|Cancel|Delete|Save|Remove) the (?!client)\w+( \w+)?$/,
      say: 'no article in a button',
      example: 'Clear the filters',
      interfaceOnly: true,
    },
    {
      avoid: /^(See|Show|Go to) the \w+( \w+)?$/,
      say: 'View X',
      example: 'See the code',
      interfaceOnly: true,
    },
    {
      avoid: /\bthe way it came\b/i,
      say: 'original payment method',
      example: 'It goes back the way it came',
    },
    {
      avoid: /\b(nobody|no one) (notices|knows|needs|uses|types|forgets)\b|\ba click away\b/i,
      say: 'the action or the result, in product language',
      example: 'A snapshot is a click away',
    },
    { avoid: /\bremarks?\b/i, say: 'note', example: 'Edit remark' },
    { avoid: /\bmachine rooms?\b|\bon[- ]premises\b/i, say: 'data centre', example: 'Team chat on premises' },
    { avoid: /\bupdate logs?\b/i, say: 'changelog', example: 'Read the update log' },
    { avoid: /\bsecurity holes?\b/i, say: 'security vulnerability', example: 'It has a security hole' },
    { avoid: /\b(mend|mends|mended)\b/i, say: 'fix', example: 'Mend it and submit again' },
    {
      avoid:
        /\b(off the shelf|out of the store|back (in|into) the store|(listed|list) (it |the app )?again|relist)\b/i,
      say: 'publish, unpublish, publish again',
      example: 'The app was taken out of the store',
    },
    { avoid: /\b(ran|runs|run) out\b/i, say: 'expire', example: 'The offer ran out' },
    { avoid: /\blapses?d?\b/i, say: 'expire', example: 'The code lapsed' },
    { avoid: /\bon its way\b/i, say: 'sent, downloading, coming soon', example: 'A code is on its way' },
    { avoid: /\blog(ged)? in\b/i, say: 'sign in', example: 'Log in to continue' },
    {
      avoid: /\b(accept|accepted) (the|our) .*agreement/i,
      say: 'agree to',
      example: 'Read and accept the agreement',
    },
    { avoid: /\bhand(s|ed|ing)? in\b(?! the)/i, say: 'submit', example: 'As it was handed in' },
    { avoid: /\btake it back\b|\btaken back\b/i, say: 'undo, withdraw', example: 'You can take it back' },
    { avoid: /\bhow it stands\b|\bwhere it stands\b/i, say: 'status', example: 'See where it stands' },
    { avoid: /\blet(s|ting)? (it )?go\b/i, say: 'unclaim, drop', example: 'Let go' },
    { avoid: /\bturn(s|ed)? down\b/i, say: 'reject, decline', example: 'The version was turned down' },
    {
      avoid: /\btak(e|es|en) (it |the app )?down\b/i,
      say: 'unpublish, withdraw',
      example: 'The app was taken down',
    },
    { avoid: /\bshut out\b/i, say: 'disable', example: 'The account is shut out' },
    { avoid: /\bsign(s|ed|ing)? up\b/i, say: 'register', example: 'Sign up for free' },
    { avoid: /\bheads-up\b/i, say: 'breaking', example: 'A heads-up before the update' },
    { avoid: /\b(CPU|processor) type\b/i, say: 'CPU architecture', example: 'Choose the CPU type' },
    {
      avoid: /\blives? beside\b|\bshare a server\b/i,
      say: 'conflicts with',
      example: 'They cannot share a server',
    },
    {
      avoid: /\baddress of the repository\b/i,
      say: 'repository URL',
      example: 'The address of the repository',
    },
    { avoid: /\bno way out\b|\bracks?\b/i, say: 'air-gapped, data centre', example: 'Office and racks' },
    { avoid: /\bnews by e?mail\b/i, say: 'newsletter', example: 'Get news by email' },
    {
      avoid: /^(what happened|Developers|Codes)$/i,
      say: 'history, developer center, authorization codes',
      example: 'Codes',
      interfaceOnly: true,
    },
    { avoid: /\bthe bind\b/i, say: 'binding', example: 'Time starts with the bind' },
    { avoid: /\bsearch words?\b/i, say: 'keywords', example: 'Up to 10 search words' },
    {
      avoid: /\b(?:\w+n[’']t|\w+[’'](?:re|ll|ve)|(?:it|that|there|here|what|let|I)[’'](?:s|m|d))\b/i,
      say: 'no contractions',
      example: 'It can’t be undone',
    },
    {
      avoid: /(?<!virtual )\bmachines?\b(?! ID\b|-id\b)/i,
      say: 'server, computer',
      example: 'Two machines answer',
      interfaceOnly: true,
    },
  ],
};

/** The faults of one text, each with its replacement. */
export function voiceFaults(language: Language, text: string, ofInterface = true): string[] {
  if (QUOTED.has(text)) return [];
  const output = text.replaceAll(/\{\{\w+\}\}/g, '');
  return RULES[language]
    .filter(({ avoid, interfaceOnly }) => (ofInterface || !interfaceOnly) && avoid.test(output))
    .map(({ avoid, say }) => `${avoid.exec(output)?.[0] ?? ''}: say “${say}”`);
}

const HAN = /\p{Script=Han}/u;
/** Two or more words that start like a sentence: neither a name nor a value of the program. */
const ENGLISH = /^[A-Z][\w’,-]* .*[a-z]/;

/** The string literals of a source file, each with its line. Comments have their own check. */
function literalsOf(source: string): { line: number; text: string }[] {
  return source.split('\n').flatMap((code, index) => {
    if (/^\s*(\/\/|\/?\*)/.test(code)) return [];
    return [...code.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
      (found) => ({
        line: index + 1,
        text: found[1] ?? found[2] ?? found[3] ?? '',
      }),
    );
  });
}

/** Faults of a source file with texts in both languages. */
export function sourceVoiceFaults(path: string, source: string): string[] {
  return literalsOf(source).flatMap(({ line, text }) => {
    const language = HAN.test(text) ? 'zh' : ENGLISH.test(text) ? 'en' : undefined;
    if (language === undefined) return [];
    return voiceFaults(language, text, false).map((fault) => `${path}:${line}: ${fault}`);
  });
}

/** Faults of a Markdown text; its file name gives its language (`questions.en.md`). */
export function markdownVoiceFaults(path: string, markdown: string): string[] {
  const language = /\.zh\.md$|\/zh\//.test(path) ? 'zh' : 'en';
  return markdown
    .split('\n')
    .flatMap((text, index) =>
      voiceFaults(language, text.replaceAll(/`[^`]*`/g, ''), false).map(
        (fault) => `${path}:${index + 1}: ${fault}`,
      ),
    );
}

/** Words that comments avoid; the terms above are those of the interface. */
const COMMENT_WORDS =
  /\b(?:whoever|anew|afresh|by now|of late|lately|mend(?:s|ed|ing)?|dear|upon|(?:some|no|every|any)body)\b/i;
/** A comment at the start of a line, or after code. */
const COMMENT = /^\s*(?:\/\/|\/?\*|\{\/\*)(.*)|\s\/\/\s(.*)/;

/** Faults in the comments of a source file, each with its line. */
export function commentFaults(path: string, source: string): string[] {
  return source.split('\n').flatMap((code, index) => {
    const [, whole, trailing] = COMMENT.exec(code) ?? [];
    const word = COMMENT_WORDS.exec(whole ?? trailing ?? '')?.[0];
    return word ? [`${path}:${index + 1}: ${word}: write plain English`] : [];
  });
}

/** Faults of the summaries and descriptions of an OpenAPI document, which the reference shows. */
export function documentVoiceFaults(path: string, document: unknown): string[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]: [string, unknown]) => {
    // An example has the words of the seed. A property can have one of these names, and is an object then.
    if (key === 'example' || key === 'examples') return [];
    if ((key === 'summary' || key === 'description') && typeof value === 'string')
      return voiceFaults('en', value, false).map((fault) => `${path}: “${value}”: ${fault}`);
    return documentVoiceFaults(path, value);
  });
}

/** Texts by users of the seeded world, who write as they like. */
const WRITTEN_BY_USERS = /\/(feedback|reviews|reports|licences|accounts|developer-apps)\.ts$|\.test\.ts$/;

/**
 * Faults of seeds, Markdown for readers, the help of the operators' command line, the API's documents, the stories
 * of the UI kit, and comments.
 */
export function writtenFaults(): string[] {
  const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
  const sources = filesOf('apps/api/src/{seed,ops}/**/*.ts').filter((path) => !WRITTEN_BY_USERS.test(path));
  const markdown = filesOf('apps/api/src/seed/**/*.{zh,en}.md').concat(
    filesOf('apps/developer-console/app/**/*.{zh,en}.md'),
    filesOf('libs/api-contract/guides/{zh,en}/*.md'),
    filesOf('docs/{publishing,webhooks,client-updates}.md'),
  );
  const documents = filesOf('libs/api-contract/openapi*.json');
  const stories = filesOf('libs/ui/src/**/*.stories.tsx');
  const commented = filesOf('{apps,libs,tools,e2e}/**/*.{ts,tsx,mjs,css}');
  return [
    ...commented.flatMap((path) => commentFaults(path, textOf(path))),
    ...[...sources, ...stories].flatMap((path) => sourceVoiceFaults(path, textOf(path))),
    ...documents.flatMap((path) => documentVoiceFaults(path, JSON.parse(textOf(path)))),
    ...markdown.flatMap((path) => markdownVoiceFaults(path, textOf(path))),
  ];
}
