import { describe, expect, test } from '@jest/globals';
import { commandsBelow, differences, renumbered } from './transcript.ts';

const text = `# Operations
## Runbooks
### First
\`\`\`text
$ one 4310   # a note
it works
$ two
\`\`\`
Words, and \`$ not this\`.
\`\`\`bash
$ nor this
\`\`\`
#### Deeper
\`\`\`text
$ three
\`\`\`
### Second
\`\`\`text
$ four
\`\`\`
`;

describe('commandsBelow', () => {
  test('returns the commands of a heading’s code blocks with their expected output', () => {
    expect(commandsBelow(text, 'First')).toEqual([
      { written: '$ one 4310   # a note', command: 'one 4310   # a note', expected: ['it works'] },
      { written: '$ two', command: 'two', expected: [] },
      { written: '$ three', command: 'three', expected: [] },
    ]);
    expect(commandsBelow(text, 'Second', (command) => command.toUpperCase())[0]?.command).toBe('FOUR');
  });

  test('throws for a missing heading or one without commands', () => {
    expect(() => commandsBelow(text, 'Third')).toThrow('no heading');
    expect(() => commandsBelow('# Empty\n', 'Empty')).toThrow('Nothing is typed');
  });
});

const compare = (expected: string[], output: string, code = 0): string[] =>
  differences({ written: '', command: '', expected }, { code, output }).filter(
    (line) => !line.startsWith('|'),
  );

test.each([
  [['a  b'], 'noise\n a b \nmore'],
  [['taken_at    2026-11-21T15:30:06.966Z'], 'taken_at 2027-01-01T00:00:00.000Z'],
  [['{"code":"OK",…"database":true}'], '{"code":"OK","msg":"OK","database":true}'],
  [['129ee39e46c771e8  Aszo+oDwF2ADQqPnwlhKQyzvbtXmeOR066bEuOHwhhY=  true'], '0123456789abcdef  x  true'],
  [['200'], '200'],
  [['error: none (X)     # later it answers'], 'error: none (X)'],
])('compare finds %j in %j', (expected, output) => {
  expect(compare(expected, output, expected[0]?.startsWith('error:') ? 1 : 0)).toEqual([]);
});

test.each([
  [['200'], '503', 0, ['was to say: 200']],
  [['b', 'a'], 'a\nb', 0, ['was to say: a']],
  [['x', 'x'], 'x', 0, ['was to say: x']],
  [['done'], 'done', 1, ['exit code 1 instead of 0']],
  [['error: no'], 'error: no', 0, ['exit code 0 instead of 1']],
  [['error: no', '(exit code 2)'], 'error: no', 1, ['exit code 1 instead of 2']],
  [['key  true'], 'key  false', 0, ['was to say: key  true']],
])('compare misses %j in %j with exit code %i', (expected, output, code, wrong) => {
  expect(compare(expected, output, code)).toEqual(wrong);
});

test('renumbered replaces the date in numbers by the rows’ creation date in Shanghai', () => {
  const day = `order_no  created_at
YD20261121-TNY17-TQKV1  2026-11-21T15:24:00Z
YD20261119-AJ9J5-1W0C9  2026-11-19T15:28:00Z
$ decide --no FB20261121-4T7QK
created_at 2026-11-21T05:52:00Z
`;
  const [from, to] = [Date.parse('2026-11-21T15:28:00Z'), Date.parse('2026-12-01T16:02:00Z')];
  const line = 'YD20261121-TNY17-TQKV1 YD20261119-AJ9J5-1W0C9 FB20261121-4T7QK YD20261121-OTHER-ONE';
  // 15:58, two days before at 16:02, and 06:26 in UTC; in Shanghai the next day begins at 16:00 UTC.
  expect(renumbered(day, from, to)(line)).toBe(
    'YD20261201-TNY17-TQKV1 YD20261130-AJ9J5-1W0C9 FB20261201-4T7QK YD20261121-OTHER-ONE',
  );
});
