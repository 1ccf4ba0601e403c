import { expect, test } from '@jest/globals';
import { nameFaults, pairFaults, punctuationFaults, unusedKeys } from './i18n.ts';
import {
  commentFaults,
  documentVoiceFaults,
  markdownVoiceFaults,
  RULES,
  sourceVoiceFaults,
  voiceFaults,
} from './voice.ts';

test('reports a key, placeholder or text missing in one language', () => {
  const zh = { home: { title: '你好 {{name}}', more: '更多', empty: '' } };
  const en = { home: { title: 'Hello', empty: '', extra: 'Extra' } };
  expect(pairFaults({ name: 'w', zh, en })).toEqual([
    'w: home.title has {{name}} in Chinese, none in English',
    'w: home.more is missing in English',
    'w: home.empty is empty',
    'w: home.extra is missing in Chinese',
  ]);
});

test('requires full-width punctuation in Chinese except in numbers, versions and commands', () => {
  expect(punctuationFaults('连不上,稍后再试')).not.toEqual([]);
  expect(punctuationFaults('版本(新)')).not.toEqual([]);
  expect(punctuationFaults('他说"好"')).not.toEqual([]);
  expect(punctuationFaults('“{{app}}” 已下架')).not.toEqual([]);
  expect(punctuationFaults('将于 {{date}} 到期')).not.toEqual([]);
  expect(punctuationFaults('将于 {{date}}到期')).toEqual([]);
  expect(punctuationFaults('连不上，版本 1.2.3 (x64)，端口 80:80。')).toEqual([]);
});

test('requires “authorization code” and “customer service” instead of synonyms', () => {
  expect(nameFaults('这个授权码已到期', 'This licence has expired')).toEqual(['say “authorization code”']);
  expect(nameFaults('请联系客服', 'Contact our support')).toEqual(['say “customer service”']);
  expect(nameFaults('转让被谢绝', 'Transfer declined')).toEqual(['谢绝: say “拒绝”']);
  expect(nameFaults('授权文件已生成', 'Your licence file is ready')).toEqual([]);
  expect(nameFaults('请输入许可证，例如 MIT', 'Enter the licence, such as MIT')).toEqual([]);
});

test('rejects a full stop after inserted user text and straight quotes in English', () => {
  const pair = (zh: string, en: string) => pairFaults({ name: 'w', zh: { text: zh }, en: { text: en } });
  expect(pair('原因：{{reason}}。还在', 'Reason: {{reason}}. It stays')).toHaveLength(1);
  expect(pair('点“好”', 'Press "OK"')).toEqual(['w: text: straight quotes in English']);
  expect(pair('点“好”。原因：{{reason}}', 'Press “OK”. Reason: {{reason}}')).toEqual([]);
});

test('reports an accessible name without the visible text of its control', () => {
  const words = (label: string) => ({ send: 'Send code', send_label: label, name_label: 'Name' });
  const zh = { send: '发送', send_label: '发送给 {{email}}', name_label: '名称' };
  const errors = (label: string) => pairFaults({ name: 'w', zh, en: words(label) });
  expect(errors('Send code to {{email}}')).toEqual([]);
  expect(errors('Send a code to {{email}}')).toEqual([
    'w: send_label: its name in en leaves out “Send code”, which is seen',
  ]);
});

test('finds used keys in literal and template form, and server messages read as properties', () => {
  const zh = {
    user: { save: '保存', genders: { male: '男' }, count_one: '一', count_other: '多', gone: '无' },
  };
  const sources = [{ path: 'a.tsx', text: "t('save'); t(`genders.${gender}`); t('count', { count })" }];
  expect(unusedKeys({ name: 'w', zh, en: zh }, sources)).toEqual(['user.gone']);
  const server = [...sources, { path: 'b.ts', text: 'zh.account.gone' }];
  expect(unusedKeys({ name: 'w', zh, en: zh }, server)).toEqual(['user.gone']);
  expect(unusedKeys({ name: 'mail', zh, en: zh }, server)).toEqual([]);
  // An equal last part elsewhere is a different word.
  const more = { panel: { in_review: { loading: '…' }, loading: '…' } };
  expect(unusedKeys({ name: 'w', zh: more, en: more }, [{ path: 'c.tsx', text: "t('loading')" }])).toEqual([
    'panel.in_review.loading',
  ]);
});

test.each(
  (['zh', 'en'] as const).flatMap((language) =>
    RULES[language].map(({ example, say }) => [language, example, say] as const),
  ),
)('the avoided word is reported in %s: %s', (language, example, say) => {
  expect(voiceFaults(language, example)).toEqual([expect.stringContaining(`say “${say}”`)]);
});

test('accepts specified texts, URLs and other senses of an avoided word', () => {
  for (const text of ['登录过期，请重新登陆', '向以下账户转账', '正在取消', '打开“关于本机”', '机器人'])
    expect(voiceFaults('zh', text)).toEqual([]);
  for (const text of [
    'Please log in first',
    'Lower-case letters, digits and hyphens',
    'Download the client',
    'Copy the code ending in {{tail}}',
    'A cloned virtual machine',
    'Your queue is mail.send, your address ops@mail.example.com',
  ])
    expect(voiceFaults('en', text)).toEqual([]);
});

test('checks seeds and Markdown with line numbers, but not comments, keys and code', () => {
  const seed = [
    "// somebody's comment",
    "  zh: '每枚邀请码',",
    "  en: 'Somebody may use it.',",
    "  key: 'anew',",
  ];
  expect(sourceVoiceFaults('seed.ts', seed.join('\n'))).toEqual([
    'seed.ts:2: 枚: say “个”',
    'seed.ts:3: Somebody: say “someone, everyone, anyone”',
  ]);
  expect(markdownVoiceFaults('a.en.md', 'Fine.\n\nMend it, or run `mend`.')).toEqual([
    'a.en.md:3: Mend: say “fix”',
  ]);
  expect(markdownVoiceFaults('a.zh.md', '授权码请续费。')).toEqual(['a.zh.md:1: 续费: say “续期”']);
  // The software catalogue uses "machine" in another sense than the interface.
  expect(sourceVoiceFaults('seed.ts', "en: 'Build machines need it.'")).toEqual([]);
  expect(voiceFaults('en', 'Build machines need it.')).toHaveLength(1);
});

test('checks summaries and descriptions of an API document, but not its examples', () => {
  const schema = { description: 'True for whoever signs.', example: { description: 'anew' } };
  const document = { paths: { '/a': { summary: 'List mails', schema } }, description: { type: 'string' } };
  expect(documentVoiceFaults('a.json', document)).toEqual([
    'a.json: “List mails”: mails: say “email”',
    'a.json: “True for whoever signs.”: whoever: say “the person who”',
  ]);
});

test('reports avoided words in comments with their line, but not in code and texts', () => {
  const source = [
    '/** The key of whoever signs. */',
    "const anew = 'by now';",
    ['go();', '// It starts anew.'].join(' '),
    '  {/* Of late */}',
    '// Waits for the owner.',
    '/* Nobody mends it. */',
  ];
  expect(commentFaults('a.tsx', source.join('\n'))).toEqual([
    'a.tsx:1: whoever: write plain English',
    'a.tsx:3: anew: write plain English',
    'a.tsx:4: Of late: write plain English',
    'a.tsx:6: Nobody: write plain English',
  ]);
});
