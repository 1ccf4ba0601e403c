// Statements of migrations that would block a large table or break the version that still runs beside the new
// one.
// node tools/checks/migrations.ts
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { commandLine } from '../cli.ts';
import { filesOf, root } from './workspace.ts';

/** What each rule forbids, and the alternative (details in docs/operations.md). */
export const RULES = {
  index: 'making an index stops every write: create index concurrently, in a migration of its own',
  'index-alone': 'concurrent indexes stand in a migration of their own, with "if not exists" or "if exists"',
  'column-not-null': 'the running version does not fill it: give it a default, or let it be null',
  'column-rewrites': 'every row is written anew: add it empty, fill it in parts',
  'column-constraint': 'every row is looked at under a lock: add the column, then the constraint "not valid"',
  'column-type': 'every row is written anew, and the running version reads another type: add a second column',
  'drop-column': 'the running version names it: contract, one release after nobody reads or writes it',
  'drop-table': 'the running version uses it: contract, one release after nobody does',
  drop: 'the running version may use it: contract, one release after nobody does',
  'drop-default': 'the running version may leave the column out: contract',
  rename: 'the running version uses the old name: add the new one, fill it, drop the old one later',
  'not-null': 'every row is looked at under a lock: add a check "not valid", validate it, then set not null',
  constraint: 'every row is looked at under a lock: add it "not valid", validate it in the next migration',
  'constraint-index': 'an index is made under a lock: make it concurrently, then add the constraint using it',
  'validate-together':
    'the lock of adding it is held while rows are looked at: validate in the next migration',
  rewrite: 'the whole table is locked while it is written anew',
  lock: 'a lock that everybody waits for',
  'every-row': 'every row is changed in one transaction: in parts, by a job',
  opaque: 'code in a string cannot be judged: say why it is harmless',
} as const;
export type Rule = keyof typeof RULES;

export interface Fault {
  rule: Rule;
  /** The statement's number within its migration, from 1. */
  statement: number;
  subject: string;
}

type Node = Record<string, unknown>;
const field = (node: Node | undefined, name: string): Node | undefined => node?.[name] as Node | undefined;
const text = (node: Node | undefined, name: string): string => String(node?.[name] ?? '');
const list = (node: Node | undefined, name: string): Node[] => (node?.[name] as Node[] | undefined) ?? [];
const tableOf = (relation: Node | undefined): string => text(relation, 'relname');

/** Functions with the same value for all rows of a statement: a default that uses them rewrites no rows. */
const STABLE = new Set(['now', 'statement_timestamp', 'transaction_timestamp', 'current_setting', 'lower']);

/** True if an expression calls a function with a different value for each row. */
function isVolatile(expression: unknown): boolean {
  if (typeof expression !== 'object' || expression === null) return false;
  const call = field(expression as Node, 'FuncCall');
  if (call && !STABLE.has(text(field(list(call, 'funcname').at(-1), 'String'), 'sval'))) return true;
  return Object.values(expression).some(isVolatile);
}

type Say = (rule: Rule, subject: string) => void;

function judgeColumn(table: string, column: Node | undefined, say: Say): void {
  const subject = `${table}.${text(column, 'colname')}`;
  const constraints = list(column, 'constraints').map((one) => field(one, 'Constraint'));
  const types = constraints.map((one) => text(one, 'contype'));
  const fallback = constraints.find((one) => text(one, 'contype') === 'CONSTR_DEFAULT');
  const typeName = text(field(list(field(column, 'typeName'), 'names').at(-1), 'String'), 'sval');
  if (
    types.some((type) => type === 'CONSTR_IDENTITY' || type === 'CONSTR_GENERATED') ||
    /serial/.test(typeName) ||
    isVolatile(fallback?.['raw_expr'])
  ) {
    say('column-rewrites', subject);
  } else if (types.includes('CONSTR_NOTNULL') && !fallback) say('column-not-null', subject);
  if (types.some((type) => ['CONSTR_UNIQUE', 'CONSTR_PRIMARY'].includes(type)))
    say('constraint-index', subject);
  if (types.some((type) => ['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(type)))
    say('column-constraint', subject);
}

function judgeAlter(statement: Node, added: Set<string>, say: Say): void {
  const table = tableOf(field(statement, 'relation'));
  for (const entry of list(statement, 'cmds')) {
    const command = field(entry, 'AlterTableCmd');
    const subject = `${table}.${text(command, 'name')}`;
    const column = field(field(command, 'def'), 'ColumnDef');
    const constraint = field(field(command, 'def'), 'Constraint');
    const name = `${table}.${text(constraint, 'conname')}`;
    const judge: Record<string, () => void> = {
      AT_AddColumn: () => judgeColumn(table, column, say),
      AT_AlterColumnType: () => say('column-type', subject),
      AT_DropColumn: () => say('drop-column', subject),
      AT_SetNotNull: () => say('not-null', subject),
      AT_ColumnDefault: () => {
        if (!field(command, 'def')) say('drop-default', subject);
      },
      AT_AddConstraint: () => {
        if (constraint?.['indexname']) return;
        const type = text(constraint, 'contype');
        if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(type))
          say('constraint-index', name);
        else if (constraint?.['skip_validation']) added.add(name);
        else say('constraint', name);
      },
      AT_ValidateConstraint: () => {
        if (added.has(subject)) say('validate-together', subject);
      },
      AT_AddIdentity: () => say('lock', subject),
      AT_SetLogged: () => say('rewrite', table),
      AT_SetUnLogged: () => say('rewrite', table),
    };
    judge[text(command, 'subtype')]?.();
  }
}

function judge(kind: string, statement: Node, made: ReadonlySet<string>, added: Set<string>, say: Say): void {
  const relation = field(statement, 'relation');
  const ofOurs = made.has(tableOf(relation));
  const dropped = (): string =>
    list(statement, 'objects')
      .map((object) => text(field(list(field(object, 'List'), 'items').at(-1) ?? object, 'String'), 'sval'))
      .join(', ');
  const judges: Record<string, () => void> = {
    AlterTableStmt: () => {
      if (!ofOurs) judgeAlter(statement, added, say);
    },
    IndexStmt: () => {
      if (statement['concurrent']) {
        if (!statement['if_not_exists']) say('index-alone', text(statement, 'idxname'));
      } else if (!ofOurs) say('index', text(statement, 'idxname'));
    },
    DropStmt: () => {
      const type = text(statement, 'removeType');
      if (type === 'OBJECT_TABLE') say('drop-table', dropped());
      else if (type !== 'OBJECT_INDEX') say('drop', dropped());
      else if (!statement['concurrent']) say('lock', dropped());
      else if (!statement['missing_ok']) say('index-alone', dropped());
    },
    RenameStmt: () => {
      if (!ofOurs) say('rename', `${tableOf(relation)} ${text(statement, 'subname')}`.trim());
    },
    AlterEnumStmt: () => {
      if (statement['oldVal']) say('rename', text(statement, 'oldVal'));
    },
    AlterObjectSchemaStmt: () => say('rename', tableOf(relation)),
    UpdateStmt: () => {
      if (!ofOurs && !statement['whereClause']) say('every-row', tableOf(relation));
    },
    DeleteStmt: () => {
      if (!ofOurs && !statement['whereClause']) say('every-row', tableOf(relation));
    },
    TruncateStmt: () => say('drop-table', 'truncate'),
    ClusterStmt: () => say('rewrite', tableOf(relation)),
    VacuumStmt: () => say('rewrite', 'vacuum'),
    ReindexStmt: () => say('lock', tableOf(relation)),
    LockStmt: () => say('lock', 'lock table'),
    DoStmt: () => say('opaque', 'do'),
  };
  judges[kind]?.();
}

/** `-- allow drop-column: unused since 1.4.0` before a statement. */
const ALLOWANCE = /^\s*--\s*allow ([a-z-]+): *(.*)$/gm;
const REASON_MIN = 15;

/**
 * The faults of a migration. Throws if PostgreSQL cannot parse it, or if an allowance is invalid: unknown,
 * without a reason, or before a statement that needs none.
 */
export async function migrationFaults(migration: string): Promise<Fault[]> {
  await loadModule();
  const errors: Fault[] = [];
  const made = new Set<string>();
  const added = new Set<string>();
  let concurrent = 0;
  const pieces = migration.split('--> statement-breakpoint');
  pieces.forEach((piece, index) => {
    const allowed = new Map(
      [...piece.matchAll(ALLOWANCE)].map(([, rule = '', reason = '']) => [rule, reason]),
    );
    const used = new Set<string>();
    const say: Say = (rule, subject) => {
      if (allowed.has(rule)) used.add(rule);
      else errors.push({ rule, statement: index + 1, subject });
    };
    const { stmts = [] } = parseSync(piece) as { stmts?: { stmt: Node }[] };
    for (const { stmt } of stmts) {
      const [kind = '', body] = Object.entries(stmt)[0] ?? [];
      const statement = body as Node;
      if (statement['concurrent']) concurrent += 1;
      judge(kind, statement, made, added, say);
      if (kind === 'CreateStmt') made.add(tableOf(field(statement, 'relation')));
      if (kind === 'CreateTableAsStmt') made.add(tableOf(field(field(statement, 'into'), 'rel')));
    }
    for (const [rule, reason] of allowed) {
      if (!(rule in RULES)) throw new Error(`statement ${index + 1}: there is no rule ${rule}`);
      if (reason.length < REASON_MIN)
        throw new Error(`statement ${index + 1}: allowing ${rule} wants a reason`);
      if (!used.has(rule)) throw new Error(`statement ${index + 1}: nothing is wrong by ${rule}`);
    }
  });
  if (concurrent > 0 && concurrent < pieces.length) {
    errors.push({ rule: 'index-alone', statement: 0, subject: 'concurrent indexes beside other statements' });
  }
  return errors;
}

/** One line per fault in the product's migrations. */
export async function allMigrationFaults(): Promise<string[]> {
  const lines: string[] = [];
  for (const file of filesOf('apps/api/src/db/migrations/*.sql')) {
    const errors = await migrationFaults(readFileSync(join(root, file), 'utf8')).catch((error: unknown) => {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    });
    lines.push(
      ...errors.map(
        ({ rule, statement, subject }) =>
          `${basename(file)}, statement ${statement}, ${subject}: ${rule} (${RULES[rule]})`,
      ),
    );
  }
  return lines;
}

if (process.argv[1] === import.meta.filename) {
  commandLine(
    'node tools/checks/migrations.ts: whether every migration can run beside the version before',
    {},
  );
  const errors = await allMigrationFaults();
  console.log(errors.length ? errors.join('\n') : 'Every migration can run beside the version before it.');
  process.exitCode = errors.length ? 1 : 0;
}
