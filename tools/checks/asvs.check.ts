import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './workspace.ts';

// docs/asvs.md lists each requirement of OWASP ASVS 5.0, levels 1 and 2, once, with a file or a test that exists.

/** Of the chapters that apply, by the standard. */
const OF_LEVEL_1 = 61;
const OF_BOTH_LEVELS = 210;
/** Chapters that apply to no part of the product; the document gives the reasons. */
const LEFT_OUT = ['V9', 'V10', 'V17'];
/** `absent`: the product does not use the technology that the requirement concerns. */
const STATUSES = ['met', 'deviation', 'absent'];
/** A shorter part of a title would match unrelated ones. */
const TITLE_PART_MIN = 12;

const document = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

/** The rows: `| V1.2.3 | 1 | requirement | met | evidence |`. */
const rows = document.split('\n').flatMap((line) => {
  const [, id = '', level = '', asked = '', status = '', said = ''] = line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return /^V\d+\.\d+\.\d+$/.test(id) ? [{ id, level, asked, status, said }] : [];
});

const textOf = (path: string): string | null =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;

/** The fault of `` `path` `` or `` `path` “part of a test’s title” ``. A skipped test is refused by ESLint. */
function evidenceFault(path: string, title: string | undefined): string[] {
  const text = textOf(path);
  if (text === null) return [`${path} does not exist`];
  const isTest = /\.(test|check|e2e|engine)\.tsx?$/.test(path);
  if (isTest !== (title !== undefined)) return [`${path}: the title of a test belongs to a test file`];
  if (title === undefined) return [];
  if (title.length < TITLE_PART_MIN) return [`“${title}” could be any test`];
  return text.replaceAll(/\$\{[^}]*\}/g, '…').includes(title)
    ? []
    : [`no test of ${path} is called “${title}”`];
}

function faultsOf({ asked, level, status, said }: Omit<(typeof rows)[number], 'id'>): string[] {
  const evidence = [...said.matchAll(/`([\w.-]+(?:\/[\w.$-]+)*\.\w+)`(?:\s+“([^”]+)”)?/g)];
  const faults = evidence.flatMap(([, path = '', title]) => evidenceFault(path, title));
  if (asked.length < 10 || !/^[12]$/.test(level) || !STATUSES.includes(status)) faults.push('is malformed');
  if (status === 'met' && evidence.length === 0) faults.push('is met, and names no file and no test');
  // The reason, and the mitigation.
  if (status === 'deviation' && !/^.{30,}\*\*Instead:\*\* .{30,}$/.test(said))
    faults.push('is a deviation without a reason, or without what makes up for it');
  if (status === 'absent' && said.length < 20) faults.push('is absent without a reason');
  return faults;
}

test('docs/asvs.md covers each requirement of ASVS 5.0 level 1 and 2 once, with evidence or a reason', () => {
  expect(rows.flatMap(({ id, ...row }) => faultsOf(row).map((fault) => `${id} ${fault}`))).toEqual([]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect([rows.length, rows.filter(({ level }) => level === '1').length]).toEqual([
    OF_BOTH_LEVELS,
    OF_LEVEL_1,
  ]);
  for (const chapter of LEFT_OUT) expect(document).toMatch(new RegExp(`^- \\*\\*${chapter} .{40}`, 'm'));
});

const MET = '`tools/checks/asvs.check.ts` “states the number of each status”';
test.each([
  ['a test and a file', 'met', `${MET}; \`docs/asvs.md\``, []],
  ['no evidence', 'met', 'We are careful everywhere.', ['is met, and names no file and no test']],
  ['a missing file', 'met', '`a/gone.ts`', ['a/gone.ts does not exist']],
  [
    'a test file without a title',
    'met',
    '`tools/cli.test.ts`',
    [expect.stringContaining('the title of a test')],
  ],
  ['a title of no test', 'met', MET.replace('each', 'no'), [expect.stringContaining('no test of tools/')]],
  ['an unknown status', 'mostly', MET, ['is malformed']],
  [
    'a deviation without mitigation',
    'deviation',
    'Too much work, we think.',
    [expect.stringMatching(/reason/)],
  ],
  ['an absence without a reason', 'absent', 'No.', ['is absent without a reason']],
])('of a row with %s the faults are found', (_, status, said, faults) => {
  expect(faultsOf({ level: '2', asked: 'What is asked for', status, said })).toEqual(faults);
});

test('docs/asvs.md states the number of each status', () => {
  const [met, deviation, absent] = STATUSES.map((one) => rows.filter(({ status }) => status === one).length);
  expect(document).toContain(
    `${OF_BOTH_LEVELS} requirements: ${met} met, ${deviation} deviations, ${absent} absent`,
  );
});

/** Packages that indicate LDAP, XPath, LaTeX, memcache, GraphQL, WebSockets, SAML or telephone messages. */
const ABSENT =
  /(^|\/|-)(ldap(js|ts)?|xpath|libxmljs2?|latex|mathjax|memcached|memjs|graphql|apollo|socket\.io|ws|websocket|websockets|saml|passport|openid-client|twilio|jsonwebtoken|jose|wrtc)(-|$)/;

test('no production dependency has a technology that the document calls absent', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const shipped = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && !dev && !devOptional)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter((name) => ABSENT.test(name))).toEqual([]);
  expect(
    ['ldapjs', 'ws', '@fastify/websocket', 'graphql-request'].filter((name) => ABSENT.test(name)),
  ).toHaveLength(4);
});
