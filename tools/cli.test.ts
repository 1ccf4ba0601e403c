import { afterEach, expect, jest, test } from '@jest/globals';
import { among, commandLine, count } from './cli.ts';

afterEach(() => void jest.restoreAllMocks());

test.each([
  [[], [375, 1440]],
  [['1440'], [1440]],
  [
    ['1440', '375'],
    [375, 1440],
  ],
])('among with %j returns %j', (values, found) => {
  expect(among([375, 1440], values)).toEqual(found);
});

test.each([[['999']], [['375', '999']], [['']]])('among rejects %j', (values) => {
  expect(() => among([375, 1440], values)).toThrow('there is 375, 1440');
});

test('count accepts whole numbers from 1', () => {
  expect(count('7')).toBe(7);
  for (const value of ['', '0', '-1', '0.5', 'seven', 'Infinity'])
    expect(() => count(value)).toThrow('whole number');
});

/** Output and exit code of a command with two options and arguments. */
function typed(...args: string[]) {
  const reported = { code: null as unknown, out: '', err: '', parsed: null as unknown };
  jest.spyOn(console, 'log').mockImplementation((text: string) => void (reported.out += text));
  jest.spyOn(console, 'error').mockImplementation((text: string) => void (reported.err += text));
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw Object.assign(reported, { code });
  });
  const options = { rounds: { type: 'string', default: '3' }, write: { type: 'boolean' } } as const;
  try {
    reported.parsed = commandLine(
      'a line of usage',
      { args, options, allowPositionals: true },
      ({ values, positionals }) => [count(values.rounds), values.write, among(['a', 'b'], positionals)],
    );
  } catch (error) {
    if (error !== reported) throw error;
  }
  return reported;
}

test('passes parsed options and arguments to the command', () => {
  expect(typed('b', '--rounds', '7').parsed).toEqual([7, undefined, ['b']]);
});

test.each([['--help'], ['-h'], ['b', '--help', '--write']])('%j prints the usage', (...args) => {
  expect(typed(...args)).toEqual({ code: 0, out: 'a line of usage', err: '', parsed: null });
});

test.each([
  [['--sleep'], "error: Unknown option '--sleep': there is --rounds, --write, --help."],
  [['--write=1'], "error: Option '--write' does not take an argument"],
  [['--rounds'], "error: Option '--rounds <value>' argument missing"],
  [['--rounds', '--write'], "error: Option '--rounds' argument is ambiguous."],
  [['--rounds', 'x.5'], 'error: x.5: a whole number from 1 on is needed.'],
  [['c'], 'error: c: there is a, b.'],
])('%j is rejected with one line', (args, err) => {
  expect(typed(...args)).toEqual({ code: 2, out: '', err, parsed: null });
});

test('a command without arguments rejects one and lists its options', () => {
  const reported: string[] = [];
  jest.spyOn(console, 'error').mockImplementation((text: string) => void reported.push(text));
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  expect(() => commandLine('', { args: ['sleep'] })).toThrow('ended');
  expect(reported).toEqual(["error: Unexpected argument 'sleep': there is --help."]);
});
