import { describe, expect, test } from '@jest/globals';
import { asvsFaults, countsOf, evidenceOf, LEFT_OUT, REQUIRED, rowsOf, titlesOf } from './asvs.ts';

const FILES: Record<string, string> = {
  'a/b.test.ts': "test('a stranger is refused at the door', () => expect(1).toBe(1));",
  'docs/x.md': '# X',
};
const read = (path: string): string | null => FILES[path] ?? null;

const MET = '`a/b.test.ts` “stranger is refused”; `docs/x.md`';
const rowOf = (id: string, level: string, status = 'met', output = MET): string =>
  `| ${id} | ${level} | What is asked for | ${status} | ${output} |`;
/** A document without faults, in which a test may replace one row. */
const document = (change: (line: string, id: string) => string[] = (line) => [line]): string =>
  [
    ...LEFT_OUT.map(
      (chapter) => `- **${chapter} Something**: ${'nothing of it is part of the product '.repeat(2)}`,
    ),
    ...[...REQUIRED].flatMap(([id, level]) => change(rowOf(id, level), id)),
  ].join('\n');
const faultsWith = (line: string, at = 'V1.1.1'): string[] =>
  asvsFaults(
    document((own, id) => [id === at ? line : own]),
    read,
  );

test('ASVS 5.0 has 210 requirements of level 1 and 2 in the covered chapters', () => {
  expect(REQUIRED.size).toBe(210);
  expect([...REQUIRED.values()].filter((level) => level === '1')).toHaveLength(61);
});

test('a complete document has no faults', () => {
  expect(asvsFaults(document(), read)).toEqual([]);
});

describe('reports', () => {
  test('a missing, duplicate or unknown requirement', () => {
    const without = document((line, id) => (id === 'V6.2.4' ? [] : [line]));
    const twice = document((line, id) => (id === 'V6.2.4' ? [line, line] : [line]));
    expect(asvsFaults(without, read)).toEqual(['V6.2.4 is missing']);
    expect(asvsFaults(twice, read)).toEqual(['V6.2.4 stands there twice']);
    expect(faultsWith(`${rowOf('V1.1.1', '2')}\n${rowOf('V1.9.9', '2')}`)).toEqual([
      'V1.9.9 is no requirement of level 1 or 2',
    ]);
    expect(faultsWith(`${rowOf('V1.1.1', '2')}\n${rowOf('V1.5.3', '3')}`)).toEqual([
      'V1.5.3 is no requirement of level 1 or 2',
    ]);
  });

  test('a wrong level or an unknown status', () => {
    expect(faultsWith(rowOf('V1.1.1', '1'))).toEqual(['V1.1.1 is of level 2, not 1']);
    expect(faultsWith(rowOf('V1.1.1', '2', 'mostly'))).toEqual(['V1.1.1 has the unknown status "mostly"']);
  });

  test('a missing file, or a title that no test in it has', () => {
    expect(faultsWith(rowOf('V1.1.1', '2', 'met', '`a/gone.test.ts` “stranger is refused”'))).toEqual([
      'V1.1.1 names a/gone.test.ts, which does not exist',
    ]);
    expect(faultsWith(rowOf('V1.1.1', '2', 'met', '`a/b.test.ts` “stranger is welcome”'))).toEqual([
      'V1.1.1 names “stranger is welcome”, which no test of a/b.test.ts is called',
    ]);
    expect(faultsWith(rowOf('V1.1.1', '2', 'met', '`a/b.test.ts`'))).toEqual([
      'V1.1.1 names a/b.test.ts without the title of a test',
    ]);
    expect(faultsWith(rowOf('V1.1.1', '2', 'met', '`a/b.test.ts` “a stranger”'))).toEqual([
      'V1.1.1 names “a stranger”, which could be any test',
    ]);
    expect(faultsWith(rowOf('V1.1.1', '2', 'met', '`docs/x.md` “stranger is refused”'))).toEqual([
      'V1.1.1 names a test in docs/x.md, which holds none',
    ]);
  });

  test('“met” without evidence, and any other status without a reason', () => {
    expect(faultsWith(rowOf('V1.1.1', '2', 'met', 'We are careful everywhere.'))).toEqual([
      'V1.1.1 is met, and names no file and no test',
    ]);
    expect(faultsWith(rowOf('V1.1.1', '2', 'deviation', `${'It is too much work. '.repeat(3)}`))).toEqual([
      'V1.1.1 is a deviation without a reason, or without what makes up for it',
    ]);
    expect(faultsWith(rowOf('V1.1.1', '2', 'absent', 'No.'))).toEqual([
      'V1.1.1 is absent without a word about it',
    ]);
    expect(
      faultsWith(
        rowOf(
          'V1.1.1',
          '2',
          'deviation',
          'The specification asks for another form of it. **Instead:** `a/b.test.ts` “stranger is refused” holds the door.',
        ),
      ),
    ).toEqual([]);
  });

  test('an omitted chapter without a reason', () => {
    const silent = document().replace(/^- \*\*V10 .*$/m, '- **V10 OAuth**');
    expect(asvsFaults(silent, read)).toEqual(['V10 is left out without a reason']);
  });
});

test('titlesOf returns only titles of tests that run', () => {
  const source = `
    import { test } from '@jest/globals';
    const note = 'a text that is no title';
    describe('[R1.05] the door', () => {
      test('refuses a stranger', () => expect('a text inside of a test').toBe(note));
      test.each([['a row of a table']])('refuses %s as well', () => undefined);
      it(\`waits \${LIMIT} seconds\`, () => undefined);
      test.skip('was given up', () => undefined);
      test.todo('will be written');
    });
    describe.skip('nobody', () => test('runs this one', () => undefined));
    (server ? describe : describe.skip)('on PostgreSQL', () => undefined);
    const alone = server ? test.skip : test;
    const firstOf = <T>(list: readonly T[]) => list[0];
    alone('on this machine', () => undefined);
  `;
  expect(titlesOf(source)).toEqual([
    '[R1.05] the door',
    'refuses a stranger',
    'refuses %s as well',
    'waits … seconds',
    'on PostgreSQL',
    'on this machine',
  ]);
});

test('parses rows, their evidence and the count of each status', () => {
  const rows = rowsOf(['# Title', rowOf('V1.1.1', '2'), '| ID | L |', '| --- |'].join('\n'));
  expect(rows).toEqual([{ id: 'V1.1.1', level: '2', asked: 'What is asked for', status: 'met', said: MET }]);
  expect(evidenceOf(MET)).toEqual([
    { path: 'a/b.test.ts', title: 'stranger is refused' },
    { path: 'docs/x.md', title: null },
  ]);
  expect(evidenceOf('`SIGNING_KEY` and `no-store` are no files')).toEqual([]);
  expect(countsOf(rows)).toEqual({ met: 1, deviation: 0, absent: 0 });
});
