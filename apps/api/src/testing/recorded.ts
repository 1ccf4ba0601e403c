// How answers of the seeded world, and the effects of calls, are written into recorded files.
import { count, sql } from 'drizzle-orm';
import { devMails } from '../db/schema/index.ts';
import type { TestApp } from './app.ts';

/** Fields with parts of codes that the seed draws. */
const DRAWN = new Set(['code_tail', 'tail']);

/** Texts by script, and what differs from run to run by its kind. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        DRAWN.has(key) && one !== null ? 'drawn' : masked(one),
      ]),
    );
  if (typeof value !== 'string') return value;
  if (/\p{Script=Han}/u.test(value)) return '中文';
  if (/\s/.test(value)) return 'English text';
  const plain = value.replace(/[0-9a-f]{16,}/g, 'hex');
  return /^[\w+/=-]{24,}$/.test(plain) ? 'random' : plain;
}

/** Each entry of a list on its own line. */
export const written = (value: unknown, indent = ''): string => {
  if (value === null || typeof value !== 'object' || JSON.stringify(value).length < 100)
    return JSON.stringify(value);
  const inner = `${indent} `;
  const rows = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(([key, one]) => `${key}: ${written(one, inner)}`);
  return rows.map((row) => `\n${inner}${row}`).join('');
};

/** What one call did, for its record. */
interface Effects {
  answer: unknown;
  rows: unknown;
  mails: unknown;
  files: unknown;
  log: unknown;
}

interface Change {
  table: string;
  before: Row | null;
  after: Row | null;
}
type Row = Record<string, unknown>;

/** Ids of rows made in a test start here, and each table has its own range: an id says which table it is of. */
export const FIRST_ID = 700_000_000;
const RANGE = 100_000;
const MADE_ID = /\b7\d{8}\b/g;

/** Written by the delivery of mails, which the record of mails shows, or derived from other rows by the database. */
const NOT_RECORDED = new Set(['dev_mails', 'mail_deliveries', 'listed_apps']);
/** Of a text that is recorded as it is. */
const SHORT = 60;
/** Columns whose value depends on how much happened before. */
const COUNTERS = new Set(['content_revision']);
/** Derived from the texts of the same row. */
const DERIVED = /^search_/;

/** Columns and fields with random values of no kind that could be told from their text. */
const RANDOM = new Set([
  'code_tail',
  'challenge_id',
  'x',
  'y',
  'repeat_key',
  'hint',
  'head',
  'provider_ref',
  'transaction_id',
]);

/** Fields of log lines that say where a call came from. */
const NOT_LOGGED = new Set([
  'time',
  'pid',
  'hostname',
  'reqId',
  'account',
  'network',
  'network_id',
  'device',
  'request',
]);

const MOMENT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00(?::00)?)/g;
const UNITS: readonly (readonly [name: string, milliseconds: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/** Random parts of names, numbers and codes that people read, by their kind. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/data:image\/\w+;base64,[\w+/=]+/g, 'picture'],
  [/\$argon2id\$[\w=,$+/]+/g, 'password hash'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, 'uuid'],
  [/\b(?:Y[DP]|FB)\d{8}(?:-[0-9A-Z]{4,6})+\b/g, 'number'],
  [/\b(?:[0-9A-Z]{4,5}-)+[0-9A-Z]{4,5}\b/g, 'code'],
  [/\bYP-[0-9A-Z]{16,}\b/g, 'payment'],
  [/\bcs_test_\w+/g, 'trade'],
  [/\b[A-Z2-7]{32}\b/g, 'secret'],
  [/(?<=尾号 |-licence-)[0-9A-Z]{4}\b/g, 'tail'],
  [/人\d+\b/g, 'nickname'],
  [/(?<=用户|\buser)[0-9a-z]{4,}\b/g, 'tail'],
];

/**
 * Records what calls do: their answer, the rows that they add, change and delete, their mails, files, and lines of the
 * log. Ids are written as the table and the order in which they appear, or by the name that a test gave them; times by
 * their distance from now.
 */
export class Recorder {
  readonly #api: TestApp;
  readonly #log: string[];
  #tables: string[] = [];
  #keys = new Map<string, string[]>();
  #names = new Map<string, string>();
  #seen = new Map<string, string>();
  #input = '';

  private constructor(api: TestApp, log: string[]) {
    this.#api = api;
    this.#log = log;
  }

  /** Watches the tables of a test's database. @param log lines of the app's log, as its stream collects them */
  static async over(api: TestApp, log: string[]): Promise<Recorder> {
    const recorder = new Recorder(api, log);
    const { rows } = await api.db.execute<{ name: string; key: string[]; counted: boolean }>(sql`
      select c.relname as name,
        array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and a.attname = 'id') as counted
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
    const statements = [
      `create schema recorded`,
      `create table recorded.changes (position bigint generated always as identity, name text, before jsonb, after jsonb)`,
      `create function recorded.note() returns trigger language plpgsql as $$ begin
         insert into recorded.changes (name, before, after) values (tg_table_name,
           case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
         return null;
       end $$`,
    ];
    for (const { name, key, counted } of rows) {
      if (counted)
        statements.push(
          `alter table "${name}" alter column id restart with ${FIRST_ID + RANGE * recorder.#tables.length + 1}`,
        );
      recorder.#tables.push(name);
      recorder.#keys.set(name, key);
      if (!NOT_RECORDED.has(name))
        statements.push(
          `create trigger recorded after insert or update or delete on "${name}" for each row execute function recorded.note()`,
        );
    }
    for (const statement of statements) await api.db.execute(sql.raw(statement));
    return recorder;
  }

  /** Writes these ids and addresses as a name, until the next call is recorded. */
  named(name: string, ...values: (string | number)[]): void {
    for (const value of values.map(String))
      for (const form of [value, encodeURIComponent(value)]) this.#names.set(form, name);
  }

  /** Does what is recorded, and returns the record. Texts of `input` are recorded as they are. */
  async record(input: unknown, act: () => Promise<unknown>): Promise<string> {
    const { db } = this.#api;
    this.#input = JSON.stringify(input) ?? '';
    await this.#api.app.mail.drain();
    const [known] = await db.select({ mails: count() }).from(devMails);
    const files = await this.#files();
    await db.execute(sql`truncate recorded.changes`);
    this.#log.length = 0;

    const answer = await act();
    const { rows } = await db.execute<{ name: string; before: Row | null; after: Row | null }>(
      sql`select name, before, after from recorded.changes order by position`,
    );
    const lines = this.#log.map((line) => JSON.parse(line) as Row);
    await this.#api.app.mail.drain();
    const mails = await db
      .select()
      .from(devMails)
      .orderBy(devMails.position)
      .offset(known?.mails ?? 0);
    const filesNow = await this.#files();
    const effects: Effects = {
      answer: this.#masked(answer),
      rows: this.#rows(
        net(
          rows.map(({ name, ...row }) => ({ table: name, ...row })),
          this.#keys,
        ),
      ),
      mails: mails.map(({ recipient, subject, text, headers }) =>
        this.#mail(recipient, subject, text, headers),
      ),
      files: [
        ...[...filesNow].filter((name) => !files.has(name)).map((name) => `+ ${this.#text(name)}`),
        ...[...files].filter((name) => !filesNow.has(name)).map((name) => `- ${this.#text(name)}`),
      ].sort(),
      log: lines.flatMap((line) => this.#line(line)),
    };
    this.#names.clear();
    this.#seen.clear();
    return Object.entries(effects)
      .filter(([, value]) => !Array.isArray(value) || value.length > 0)
      .map(([name, value]) => `${name}: ${plain(value)}`)
      .join('\n');
  }

  async #files(): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const name of this.#api.app.files.list()) names.add(name);
    return names;
  }

  #rows(changes: Change[]): string[] {
    const rows = changes.map(({ table, before, after }) => {
      const key = this.#keys.get(table) ?? [];
      const whole = (row: Row): string => onOneLine(this.#masked(shown(row))).slice(1, -1);
      if (!before) return `+ ${table} ${whole(after ?? {})}`;
      if (!after) return `- ${table} ${whole(before)}`;
      const names = Object.keys(after).filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && !DERIVED.test(name),
      );
      const which = key.map((name) => String(this.#masked(after[name]))).join(' ');
      const columns = names.map((name) =>
        COUNTERS.has(name)
          ? `${name}: + ${Number(after[name]) - Number(before[name])}`
          : `${name}: ${onOneLine(this.#field(name, before[name]))} → ${onOneLine(this.#field(name, after[name]))}`,
      );
      return `~ ${table} ${which}: ${columns.join(', ')}`;
    });
    return rows.sort();
  }

  #mail(to: string, subject: string, text: string, headers: Record<string, string>): unknown {
    // Without the greeting and the footer, which each mail has.
    const paragraphs = text.split('\n\n').slice(1, -1);
    const digits = (part: string): string => this.#known(part).replace(/\b\d{6}\b/g, 'digits');
    return {
      to: this.#known(to),
      subject: digits(subject),
      text: paragraphs.map(digits),
      ...(headers['List-Unsubscribe'] && { leave: this.#known(headers['List-Unsubscribe']) }),
    };
  }

  /** Security events, and warnings and errors. */
  #line(line: Row): string[] {
    const { level, msg, event, user, ...rest } = line;
    const isEvent = msg === 'security event';
    if (!isEvent && Number(level) < 40) return [];
    const kept = Object.entries(rest).filter(([name]) => !NOT_LOGGED.has(name));
    const about = { ...(user !== undefined && { user }), ...Object.fromEntries(kept) };
    return [
      `${Number(level) < 40 ? 'info' : 'warn'} ${String(isEvent ? event : msg)} ${onOneLine(this.#masked(about))}`,
    ];
  }

  /** The name of something random: what a test called it, or its kind and place. */
  #label(kind: string, value: string): string {
    const name = this.#names.get(value) ?? this.#seen.get(value);
    if (name) return name;
    const place = [...this.#seen.values()].filter((one) => one.replace(/\d+$/, '') === kind).length + 1;
    this.#seen.set(value, `${kind}${place}`);
    return `${kind}${place}`;
  }

  #id(id: string): string {
    return this.#label(this.#tables[Math.floor((Number(id) - FIRST_ID) / RANGE)] ?? 'id', id);
  }

  #moment(text: string): string {
    const distance =
      Date.parse(text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')) - this.#api.clock.now().getTime();
    const [unit, size] = UNITS.find(([, milliseconds]) => distance % milliseconds === 0) ?? ['ms', 1];
    if (distance === 0) return 'now';
    return `now ${distance < 0 ? '-' : '+'} ${Math.abs(distance) / size} ${unit}`;
  }

  /** A text with names in place of what differs from run to run. */
  #known(text: string): string {
    let plain = text;
    for (const [value, name] of this.#names) if (/\D/.test(value)) plain = plain.replaceAll(value, name);
    plain = plain.replace(MADE_ID, (id) => this.#id(id)).replace(MOMENT, (moment) => this.#moment(moment));
    for (const [kind, name] of KINDS) plain = plain.replace(kind, (value) => this.#label(name, value));
    return plain
      .replace(/\b[0-9a-f]{16,}\b/g, (value) => (this.#input.includes(value) ? value : 'hex'))
      .replace(/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}(?![\w-])/g, 'random');
  }

  /** Short texts as they are, and those of the call; of others only the script. */
  #text(text: string): string {
    if (/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[\w+/=.-]{32,}$/.test(text)) return 'random';
    const said = text.length <= SHORT || this.#input.includes(JSON.stringify(text).slice(1, -1));
    return this.#known(said || !/[\s\p{Script=Han}]/u.test(text) ? text : String(masked(text)));
  }

  #field(name: string, value: unknown): unknown {
    return RANDOM.has(name) && value !== null ? 'drawn' : this.#masked(value);
  }

  #masked(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#masked(one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#field(key, one)]));
    if (typeof value === 'string' && /^\{.*\}$/s.test(value)) return this.#masked(JSON.parse(value));
    if (typeof value === 'number' && /^7\d{8}$/.test(String(value))) return this.#id(String(value));
    return typeof value === 'string' ? this.#text(value) : value;
  }
}

/** What is left of several changes of one row: its first state and its last. */
function net(changes: Change[], keys: ReadonlyMap<string, string[]>): Change[] {
  const rows = new Map<string, Change>();
  for (const { table, before, after } of changes) {
    const row = (before ?? after) as Row;
    const id = JSON.stringify([table, ...(keys.get(table) ?? []).map((name) => row[name])]);
    const first = rows.get(id);
    // A row that was deleted and added again stays in its place.
    rows.set(id, { table, before: first ? first.before : before, after });
  }
  return [...rows.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** The columns of a row that say something. */
const shown = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !DERIVED.test(name)));

/** As JSON, without quotation marks. */
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, one]) => `${name}: ${onOneLine(one)}`)
      .join(', ')}}`;
  return value === '' ? "''" : String(value).replaceAll('\n', '⏎');
}

/** As `written`, without quotation marks. */
function plain(value: unknown, indent = ''): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || (line.length < 100 && !Array.isArray(value)))
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => plain(one, inner).trimStart())
    : Object.entries(value).map(([name, one]) => `${name}: ${plain(one, inner)}`);
  return parts.map((part) => `\n${inner}${part}`).join('');
}
