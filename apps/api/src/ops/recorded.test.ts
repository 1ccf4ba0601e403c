import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql, type SQL } from 'drizzle-orm';
import { testApp, type TestApp } from '../testing/app.ts';
import { opsOf } from '../testing/ops.ts';
import { masked, written } from '../testing/recorded.ts';

/**
 * What commands print about the seeded world, for people and as JSON, and what those that change something leave in the
 * audit log and mail. Texts are recorded by their script only. After an intended change, run with `-u` and read the
 * difference.
 */

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

/** Values of command lines, by name. */
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
};

const valuesOf = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const [name, query] of Object.entries(VALUES))
    found.set(name, (await api.db.execute<{ v: string }>(query)).rows[0]?.v ?? 'none');
  return found;
};

/** Words of a line; a quoted one may contain spaces. */
const words = (line: string, values: ReadonlyMap<string, string>): string[] =>
  [
    ...line
      .replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? 'none')
      .matchAll(/"([^"]*)"|(\S+)/g),
  ].map(([, quoted, plain]) => quoted ?? plain ?? '');

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
  const values = await valuesOf();
  expect([...values].filter(([, value]) => value === 'none')).toEqual([]);
  for (const line of READS) {
    const typed = words(line, values);
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
  'licence revoke --id {licence} --reason "sold on" --yes',
  'order confirm-transfer --no {pending} --amount 1.00 --reference BOC-1 --yes',
  'order confirm-transfer --no {pending} --amount 79.00 --reference BOC-1 --yes',
  'order refund-decide --no {refund} --refuse --note "Used for months"',
  'plan set-price --plan m12 --price 269.00',
  'plan withdraw --plan m12',
  'plan sell --plan m12',
  'dev-app unpublish --app port-patrol --reason "a claim" --yes',
  'dev-app relist --app port-patrol --reason settled',
  'dev-app yank --app port-patrol --version 1.4.0 --reason-zh 会丢数据 --reason-en "loses data" --yes',
  'review suggest {review} --field intro --text "Say whom it is for"',
  'calendar set 2026-12-31 --holiday --name-zh 年末 --name-en "Last day"',
  'calendar set 2026-12-31 --remove',
  'content archive --id {article}',
  'activity withdraw --id {activity} --yes',
  'invitation revoke --id {invitation} --yes',
  'user disable --email plain@yunduo.test --reason "abuse" --yes',
  'user enable --email plain@yunduo.test',
  'user end-sessions --email user@yunduo.test --reason "a lost phone" --yes',
  'role grant --email plain@yunduo.test --role reviewer',
  'role revoke --email plain@yunduo.test --role reviewer',
];

test('commands that change something answer, are audited and mail as recorded', async () => {
  const values = await valuesOf();
  const clock = api.clock.now().toISOString();
  for (const line of CHANGES) {
    const { code, out, err } = await opsOf(api)(words(line, values));
    expect([`exit ${code}`, printed(out), err].join('\n')).toMatchSnapshot(line);
  }
  const audit = await opsOf(api)(['audit', 'list', '--from', clock, '--json']);
  expect(written(masked(audit.json()))).toMatchSnapshot('audit log');
  const mails = (await api.mails()).map(
    ({ to, subject }) => `${to} ${String(masked(subject))} ${subject.length}`,
  );
  expect(mails.sort()).toMatchSnapshot('mails');
});
