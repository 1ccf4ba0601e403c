import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { OpsError } from './command.ts';
import { allCommands, GROUPS, isForServer } from './index.ts';
import { runOps, type OpsHost } from './program.ts';

const commands = await allCommands();
// Help is as wide as the terminal that the tests run in.
process.stdout.isTTY = false;

/** Splits a line into words like a shell, without the redirection. */
const words = (line: string): string[] =>
  [...(line.split(' > ')[0] ?? '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/** Reaches the command itself, and no further. */
const nowhere: OpsHost = {
  withSession: () => Promise.reject(new OpsError('reached')),
  environment: () => Promise.reject(new OpsError('reached')),
};

async function typed(line: readonly string[]) {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    cwd: '/',
    user: 'root',
    locale: 'en' as const,
  };
  return { code: await runOps(line, io, nowhere), out, err };
}

test('command names are unique, and have one or two words', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*(?: [a-z][a-z-]*)?$/);
});

test('the general help lists each group with its verbs', async () => {
  const { code, out } = await typed(['--help']);
  expect(code).toBe(0);
  for (const [group, { verbs, about }] of Object.entries(GROUPS)) {
    const own = commands.filter(({ name }) => name.split(' ')[0] === group);
    expect(own.map(({ name }) => name)).toEqual(
      about === undefined ? verbs.map((verb) => `${group} ${verb}`) : [group],
    );
    if (about !== undefined) expect(own[0]?.about).toBe(about);
    expect(out).toMatch(new RegExp(`^  ${group} `, 'm'));
  }
  // No command is missing from its group's list.
  const loaded = await Promise.all(Object.values(GROUPS).map(({ load }) => load()));
  expect(new Set(loaded.flat()).size).toBe(commands.length);
});

test('a running server runs every command that needs no data folder of its own, and nothing else', () => {
  const names = commands.map(({ name }) => name);
  const alone = commands.filter((command) => 'runAlone' in command).map(({ name }) => name);
  expect(names.filter((name) => !isForServer(name.split(' ')))).toEqual(alone);
  expect(isForServer(['--lang', 'role', 'list'])).toBe(true);
  for (const line of [[], ['--help'], ['sleep'], ['constructor']]) expect(isForServer(line)).toBe(false);
});

test('“help” before or after a group is the same as --help', async () => {
  for (const [line, same] of [
    [['help'], ['--help']],
    [
      ['help', 'order'],
      ['order', '--help'],
    ],
    [
      ['order', 'help', 'list'],
      ['order', 'list', '--help'],
    ],
  ] as const) {
    const answer = await typed(line);
    expect({ line, ...answer }).toEqual({ line, ...(await typed(same)) });
    expect(answer).toMatchObject({ code: 0, err: '' });
  }
});

test.each([
  [['sleep'], "unknown command 'sleep'"],
  [['constructor'], "unknown command 'constructor'"],
  [['role', 'sleep'], "unknown command 'sleep'"],
  [['role', '--sleep'], "unknown option '--sleep'"],
  [['role', 'list', 'sleep'], 'sleep'],
  [['backup', '--to'], "option '--to <file>' argument missing"],
])('%j reports its error and points to --help', async (line, wrong) => {
  const { code, out, err } = await typed(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.split('\n', 1)[0]).toContain(wrong);
  expect(err).toContain('(--help shows how it is used)');
});

test.each([
  ['feedback', 'list', '--q', 'a\0b'],
  ['order', 'show', '--no', '\ud83d'],
  ['calendar', 'set', 'a\0b', '--working'],
])('%s %s %s with half a character is a usage error, before the database is asked', async (...line) => {
  const { code, out, err } = await typed(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^error: a character of \w+ cannot be stored\.\n$/);
});

test('the operations manual names the deciding account wherever a command needs it', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const deciding = commands.filter((command) => 'run' in command && command.decides === 'always');
  // Outside of code blocks, whose output shows what is missing; an ellipsis says that something is left out.
  const lines = [
    ...manual.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`(?:npm run (?:-s )?ops -- )?([^`\n]+)`/g),
  ]
    .map(([, line = '']) => line)
    .filter((line) => line.includes(' --') && !line.endsWith('…'))
    .filter((line) => deciding.some(({ name }) => line.startsWith(`${name} `)));
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => !line.includes('--as '))).toEqual([]);
});

describe.each(commands.map((command) => [command.name, command] as const))('%s', (name, command) => {
  test('help shows usage, options and examples', async () => {
    const help = await typed([...name.split(' '), '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatchSnapshot();
    expect(help.out.includes('--yes')).toBe(command.destructive !== undefined);
    expect(command.about).not.toMatch(/\.$/);
    // A list without its option is one page long, starts at the first, and a thing is done once.
    for (const [text, option] of help.out.matchAll(
      /^ {2}--(limit|page|quantity|uses) <number>.*(?:\n {10,}.*)*/gm,
    ))
      expect(text).toContain(`(default: ${option === 'limit' ? 50 : 1})`);
    for (const example of command.examples) {
      expect(help.out).toContain(`npm run -s ops -- ${example}`);
      expect(example.startsWith(name)).toBe(true);
    }
  });

  test.each(command.examples.map((example) => [example]))('accepts its example: %s', async (example) => {
    expect(await typed(words(example))).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining('reached'),
    });
  });

  if ('run' in command && command.decides) {
    test('help says that --as is needed', async () => {
      expect((await typed([...name.split(' '), '--help'])).out.replace(/\s+/g, ' ')).toContain('needed');
    });
  }
  if ('run' in command && command.decides === 'always') {
    test('is rejected without --as', async () => {
      const line = words(command.examples[0]);
      const at = line.indexOf('--as');
      expect(at).toBeGreaterThan(0);
      const nobody = await typed([...line.slice(0, at), ...line.slice(at + 2)]);
      expect(nobody).toEqual({
        code: 2,
        out: '',
        err: 'error: this decides about a person: name the account that decides with --as.\n',
      });
    });
  }

  if (command.destructive !== undefined) {
    test('is rejected without --yes', async () => {
      const line = words(command.examples[0]).filter((word) => word !== '--yes');
      const request = await typed(line);
      expect(request.code).toBe(2);
      expect(request.err).toContain('Add --yes to agree.');
    });
  }
});
