import { describe, expect, test } from '@jest/globals';
import { commandsBelow, differences } from './transcript.ts';

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

describe('commands below a heading', () => {
  test('are those of its blocks, with what stands below them, up to the next heading', () => {
    expect(commandsBelow(text, 'First')).toEqual([
      { written: '$ one 4310   # a note', command: 'one 4310   # a note', expected: ['it works'] },
      { written: '$ two', command: 'two', expected: [] },
      { written: '$ three', command: 'three', expected: [] },
    ]);
    expect(commandsBelow(text, 'Second', (command) => command.toUpperCase())[0]?.command).toBe('FOUR');
  });

  test('must be there', () => {
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
])('%j is heard in %j', (expected, output) => {
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
])('%j is missed in %j with exit code %i', (expected, output, code, wrong) => {
  expect(compare(expected, output, code)).toEqual(wrong);
});
