import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql, type SQL } from 'drizzle-orm';
import { invitationRequests, licenceFiles, totpFactors } from '../db/schema/index.ts';
import { tarGz, zip } from '../seed/download-archives.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { testFolder } from '../testing/environment.ts';
import { opsOf } from '../testing/ops.ts';
import { masked, written } from '../testing/recorded.ts';
import { human } from './human.ts';
import { allCommands } from './index.ts';

/**
 * What commands print about the seeded world, for people and as JSON, and what those that change something leave in the
 * audit log and mail. Texts are recorded by their script only. After an intended change, run with `-u` and read the
 * difference.
 */

const both = (text: string) => ({ zh: `${text}文`, en: text });
/** Files that command lines name. */
const FILES: Record<string, string | Buffer> = {
  'article.json': JSON.stringify({ use_to: 'banner', title: both('Harbour'), html: both('<p>Day</p>') }),
  'activity.json': JSON.stringify({
    title: both('Regatta'),
    intro: both('Sail'),
    html: both('<p>Sail</p>'),
    terms: both('Be fair'),
    starts_at: '2027-01-01',
    ends_at: '2027-02-01',
  }),
  'holidays.json': JSON.stringify([{ day: '2029-01-01', working: false, name: both('First day') }]),
  'zh.md': '- 修复',
  'en.md': '- Fixes',
  'client.zip': zip([{ name: 'README.txt', text: 'client' }]),
  'server.tar.gz': tarGz([{ name: 'install', text: 'exit 0\n' }]),
};

let api: TestApp;
let cwd: string;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { SECOND_OPERATOR_ABOVE: '5000' } });
  cwd = testFolder('recorded');
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(cwd, name), content);
  const asked = { locale: 'zh', purpose: '机房巡检', createdAt: api.clock.now() } as const;
  const emails = ['first@example.com', 'second@example.com'];
  await api.db.insert(invitationRequests).values(emails.map((email) => ({ ...asked, email })));
  const owner = sql`(select id from users where email = 'user@yunduo.test')`;
  await api.db
    .insert(totpFactors)
    .values({ userId: owner as never, secret: 'sealed', confirmedAt: asked.createdAt });
  const [licenceId] = await words('{licence}');
  await api.db.insert(licenceFiles).values({
    licenceId: Number(licenceId),
    ownerId: owner as never,
    fileId: 'a file',
    fingerprint: 'a server',
    serverName: 'db-1',
    keyId: 'key',
    clientKey: 'client',
    issuedAt: asked.createdAt,
    expiresAt: new Date('2027-01-01'),
  });
});
afterAll(async () => {
  await api.close();
  await rm(cwd, { recursive: true });
});

/** Values of command lines, by name; looked up when a line first names them. */
const VALUES: Record<string, SQL> = {
  paid: sql`select order_no as v from orders where status = 'paid' order by id limit 1`,
  pending: sql`select order_no as v from orders where status = 'pending' order by id limit 1`,
  refund: sql`select order_no as v from orders where status = 'refund_requested' order by id limit 1`,
  licence: sql`select id::text as v from licences where fingerprint is not null and revoked_at is null order by id limit 1`,
  revoked: sql`select id::text as v from licences where revoked_at is not null order by id limit 1`,
  ticket: sql`select no as v from feedback_tickets where state = 'open' order by id limit 1`,
  review: sql`select id::text as v from app_versions where review_status = 'in_review' order by id limit 1`,
  article: sql`select id::text as v from articles where status = 'published' order by id limit 1`,
  activity: sql`select id::text as v from activities order by id limit 1`,
  report: sql`select id::text as v from app_reports where closed_at is null order by id limit 1`,
  invitation: sql`select id::text as v from invitations where revoked_at is null order by id limit 1`,
  request: sql`select id::text as v from invitation_requests where answered_at is null order by id limit 1`,
  invoice: sql`select order_no as v from orders where invoice is not null and invoice_state is null order by id limit 1`,
  other_invoice: sql`select order_no as v from orders where invoice is not null and invoice_state is null order by id limit 1`,
  unmatched: sql`select payment_no as v from payments where status = 'unmatched' order by id limit 1`,
  other_request: sql`select id::text as v from invitation_requests where answered_at is null order by id limit 1`,
  draft: sql`select id::text as v from articles where status = 'draft' order by id desc limit 1`,
  proposal: sql`select id::text as v from decision_proposals order by id desc limit 1`,
  other_proposal: sql`select id::text as v from decision_proposals order by id desc limit 1`,
};

const found = new Map<string, string>();

/** Words of a line; a quoted one may contain spaces. */
async function words(line: string): Promise<string[]> {
  let whole = line;
  for (const [named, name = ''] of line.matchAll(/\{(\w+)\}/g)) {
    const query = VALUES[name];
    if (query && !found.has(name)) {
      const [row] = (await api.db.execute<{ v: string }>(query)).rows;
      if (row) found.set(name, row.v);
    }
    expect([line, found.get(name)]).toEqual([line, expect.any(String)]);
    whole = whole.replace(named, found.get(name) ?? '');
  }
  return [...whole.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Columns of a table or a list of fields, each cell masked. */
const printed = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/-{2,}/g, '--')
        .split(/ {2,}/)
        .map((cell) => String(masked(cell)).replace(/^YD\d{8}-\S+|^FB\d{8}-\S+|\b[0-9A-Z]{4}$/g, 'drawn'))
        .join(' | '),
    )
    .join('\n');

const READS = [
  'audit list',
  'audit list --action licence --actor operator@yunduo.test',
  'content list',
  'content list --status draft',
  'content show --id {article}',
  'activity list',
  'protocol list',
  'decision list',
  'invitation list',
  'invitation list --state usable',
  'invite requests',
  'invite requests --state all',
  'release list',
  'release list --product private',
  'feedback list',
  'feedback list --state open',
  'feedback show --no {ticket}',
  'licence show --id {licence}',
  'licence show --id {revoked}',
  'licence list --email user@yunduo.test',
  'licence list --state expired --limit 2',
  'licence files',
  'licence keys',
  'jobs list',
  'subscriber list',
  'order list',
  'order list --status refund_requested',
  'order list --unmatched',
  'order list --invoice requested',
  'order show --no {paid}',
  'order show --no {refund}',
  'plan list',
  'seller show',
  'dev-app show --app port-patrol',
  'dev-app show --app cert-alarm',
  'review queue',
  'review queue --filter unclaimed',
  'review show {review}',
  'calendar show 2026',
  'role list',
  'site show',
  'report list',
  'report list --state closed',
  'user show --email developer@yunduo.test',
  'user sessions --email user@yunduo.test',
];

test('every command that reads prints the seeded world as recorded', async () => {
  for (const line of READS) {
    const typed = await words(line);
    const [en, zh, json] = [
      await opsOf(api)(typed),
      await opsOf(api)([...typed, '--lang', 'zh']),
      await opsOf(api)([...typed, '--json']),
    ];
    expect([line, en.code, zh.code, json.code]).toEqual([line, 0, 0, 0]);
    const other = printed(zh.out) === printed(en.out) ? 'the same in Chinese' : printed(zh.out);
    expect(
      [printed(en.out), other, written(masked(json.json())), printed(en.err)].join('\n'),
    ).toMatchSnapshot(line);
  }
});

const CHANGES = [
  'app certify --app port-patrol',
  'app uncertify --app port-patrol',
  'app feature --app port-patrol --place 2',
  'app unfeature --app port-patrol',
  'app takedown --app port-patrol --reason "It uploads keys." --yes',
  'app lift-takedown --app port-patrol',
  'report close --id {report} --resolution fixed --note "Repackaged."',
  'feedback answer --no {ticket} --text "Fixed in 3.4.2." --close',
  'feedback assign --no {ticket} --to operator@yunduo.test',
  'feedback assign --no {ticket} --none',
  'licence grant --email user@yunduo.test --plan m3 --reason "an outage"',
  'licence release-files --id {licence} --reason "disk died" --yes',
  'licence revoke --id {licence} --reason "sold on" --yes',
  'licence reseal',
  'order confirm-transfer --no {pending} --amount 1.00 --reference BOC-1 --yes',
  'order confirm-transfer --no {pending} --amount 79.00 --reference BOC-1 --yes',
  'order refund-decide --no {refund} --refuse --note "Used for months"',
  'order invoice-issued --no {invoice} --number 26112000000012345678',
  'order invoice-declined --no {other_invoice} --note "no such tax number"',
  'order return-payment --payment {unmatched} --note "sent back" --yes',
  'order offer --email user@yunduo.test --amount 4800 --zh 私有部署 --en "Private deployment"',
  'plan set-price --plan m12 --price 269.00',
  'plan withdraw --plan m12',
  'plan sell --plan m12',
  'seller set --company-zh 云舵 --company-en Yunduo --tax-no 91310000MA1K00000X --address-zh 上海 --address-en Shanghai --phone 021-1 --bank-zh 银行 --bank-en Bank --account-name 云舵 --account-number 62220000 --yes',
  'dev-app unpublish --app port-patrol --reason "a claim" --yes',
  'dev-app relist --app port-patrol --reason settled',
  'dev-app yank --app port-patrol --version 1.4.0 --reason-zh 会丢数据 --reason-en "loses data" --yes',
  'review suggest {review} --field intro --text "Say whom it is for"',
  'review decide {review} --round 1 --decision approve --all-checks yes --despite-claim --yes',
  'calendar set 2026-12-31 --holiday --name-zh 年末 --name-en "Last day"',
  'calendar set 2026-12-31 --remove',
  'calendar import --file holidays.json',
  'content archive --id {article}',
  'content save --file article.json',
  'content schedule --id {draft} --from 2027-01-01 --to 2027-02-01',
  'content unschedule --id {draft}',
  'content publish --id {draft}',
  'activity withdraw --id {activity} --yes',
  'activity save --file activity.json',
  'protocol publish --id privacy-policy --release 9.0.0 --zh zh.md --en en.md --at 2027-01-01 --yes',
  'protocol withdraw --id privacy-policy --release 9.0.0 --yes',
  'invitation create --uses 3 --note "for the forum"',
  'invitation revoke --id {invitation} --yes',
  'invite answer --id {request} --decision invite',
  'invite answer --id {other_request} --decision decline --text 暂不支持',
  'release publish --version 9.0.0 --notes-zh zh.md --notes-en en.md --file windows-x64=client.zip --file mac-x64=client.zip --file mac-arm64=client.zip',
  'release require --version 9.0.0 --mandatory --minimum 1.3.0',
  'release withdraw --version 9.0.0 --reason "does not start" --yes',
  `private publish --version 9.0.0 --notes-zh zh.md --notes-en en.md --image registry.example.com/yunduo --digest sha256:${'0'.repeat(64)} --file x86_64=server.tar.gz --file arm64=server.tar.gz`,
  'private withdraw --version 9.0.0 --reason "does not start" --yes',
  'site change --name-en Harbour --slogan-zh 启航 --no-record-number --support-email help@example.com',
  'subscriber export --file subscribers.csv',
  'jobs run housekeeping',
  'user disable --email plain@yunduo.test --reason "abuse" --yes',
  'user enable --email plain@yunduo.test',
  'user end-sessions --email user@yunduo.test --reason "a lost phone" --yes',
  'user remove-factor --email user@yunduo.test --reason "a lost phone" --yes',
  'role grant --email plain@yunduo.test --role reviewer',
  'role revoke --email plain@yunduo.test --role reviewer',
  'user delete --email plain@yunduo.test --reason "asked by letter" --yes',
  'role grant --email reviewer2@yunduo.test --role operator',
  'licence grant --email user@yunduo.test --plan permanent --quantity 50 --reason "a settlement"',
  'decision show --id {proposal}',
  'decision confirm --id {proposal} --as reviewer2@yunduo.test --yes',
  'licence grant --email user@yunduo.test --plan permanent --quantity 50 --reason "a settlement"',
  'decision decline --id {other_proposal} --note "too many" --as reviewer2@yunduo.test',
  'decision list',
];

/** What a change answered, without the folder and the numbers and codes that it drew. */
const plain = (out: string): unknown =>
  JSON.parse(out.replaceAll(`${cwd}/`, '').replace(/\b(YD\d{8}-|YDIN-)[0-9A-Z-]+/g, '$1drawn'));

test('commands that change something answer, are audited and mail as recorded', async () => {
  const ops = opsOf(api, { cwd });
  const specs = await allCommands();
  const clock = api.clock.now().toISOString();
  for (const line of CHANGES) {
    const { code, out, err } = await ops([...(await words(line)), '--json']);
    const parts = [`exit ${code}`, err];
    if (code === 0) {
      const answer = plain(out);
      const show = specs.find(({ name }) => `${line} `.startsWith(`${name} `))?.show;
      if (show) parts.push(printed(human(show(answer as never, {} as never))));
      parts.push(written(masked(answer)));
    }
    expect(parts.join('\n')).toMatchSnapshot(line);
  }
  const audit = await ops(['audit', 'list', '--from', clock, '--json']);
  expect(written(masked(plain(audit.out)))).toMatchSnapshot('audit log');
  const mails = (await api.mails()).map(
    ({ to, subject }) => `${to} ${String(masked(subject))} ${subject.length}`,
  );
  expect(mails.sort()).toMatchSnapshot('mails');
});

/** Tested over archives and processes of their own. */
const ELSEWHERE = ['backup', 'backup-check', 'restore'];

test('every command is recorded', async () => {
  const recorded = (name: string) => [...READS, ...CHANGES].some((line) => `${line} `.startsWith(`${name} `));
  const names = (await allCommands()).map(({ name }) => name);
  expect(names.filter((name) => !recorded(name)).sort()).toEqual(ELSEWHERE);
});
