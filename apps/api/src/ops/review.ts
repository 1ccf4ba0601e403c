import {
  REJECT_REASONS,
  REVIEW_CHECK_ANSWERS,
  REVIEW_CHECK_ITEMS,
  REVIEW_DECISIONS,
  REVIEW_QUEUE_FILTERS,
  REVIEW_DUE_SOON,
  type RejectReason,
  type ReviewCheckAnswer,
  type ReviewCheckItem,
  type ReviewDecision,
  type ReviewQueueFilter,
  type SuggestionField,
} from '@yunduo/validation';
import { calendarDaySchema, decisionSchema, suggestionSchema } from '@yunduo/validation/schemas';
import { InvalidArgumentError, Option } from 'commander';
import { withTransaction } from '../context.ts';
import type { ReviewCheck } from '../db/schema/index.ts';
import { publicHolidays, seedCalendar } from '../seed/review-calendar.ts';
import { checkForm } from '../http/form.ts';
import { audit } from '../modules/audit/audit.ts';
import { saveCalendar } from '../modules/calendar/calendar.ts';
import { calendarOfYear, dueAfter, yearToImport } from '../modules/calendar/clock.ts';
import { addSuggestion } from '../modules/publishing/suggestions.ts';
import { reviewable } from '../modules/review/claims.ts';
import { decideReview } from '../modules/review/decide.ts';
import { reviewFile } from '../modules/review/detail.ts';
import { presentCalendar, presentQueueItem, presentReview, type Reader } from '../modules/review/present.ts';
import { listQueue } from '../modules/review/queue.ts';
import { wholeNumber, year as yearOf } from './arguments.ts';
import { notePage, OpsError, opsCommand, type OpsSession } from './command.ts';
import { jsonOf } from './text-file.ts';

async function readerOf({ context, actor, locale }: OpsSession): Promise<Reader> {
  const now = context.clock.now();
  return { id: actor.userId, locale, now, soon: await dueAfter(context.db, now, REVIEW_DUE_SOON) };
}

/** `install=no:needs libfoo`, repeatable. */
function check(text: string, before: readonly ReviewCheck[] = []): ReviewCheck[] {
  const [, item, answer, note = ''] = /^([a-z_]+)=([a-z_]+)(?::(.*))?$/s.exec(text) ?? [];
  const known = REVIEW_CHECK_ITEMS.find((one) => one === item);
  const message = REVIEW_CHECK_ANSWERS.find((one) => one === answer);
  if (!known || !message) {
    throw new InvalidArgumentError(
      `An item and its answer are needed, such as install=yes or "network=no:says nothing". Items: ${REVIEW_CHECK_ITEMS.join(', ')}. Answers: ${REVIEW_CHECK_ANSWERS.join(', ')}.`,
    );
  }
  return [...before.filter((one) => one.item !== known), { item: known, answer: message, note: note.trim() }];
}

interface DecideOptions {
  decision: ReviewDecision;
  round: number;
  reason?: RejectReason;
  text?: string;
  check?: ReviewCheck[];
  allChecks?: ReviewCheckAnswer;
  despiteClaim?: boolean;
}
interface SuggestOptions {
  field: string;
  text: string;
}
interface CalendarOptions {
  working?: boolean;
  holiday?: boolean;
  remove?: boolean;
  nameZh?: string;
  nameEn?: string;
}

const versionId = (args: readonly string[]): number => wholeNumber(args[0] ?? '');

/** All items as given; the others get the answer of `--all-checks`. */
function checklistOf({ check: messages = [], allChecks }: DecideOptions): ReviewCheck[] {
  const answers = new Map<ReviewCheckItem, ReviewCheck>(messages.map((one) => [one.item, one]));
  return REVIEW_CHECK_ITEMS.flatMap(
    (item) => answers.get(item) ?? (allChecks ? { item, answer: allChecks, note: '' } : []),
  );
}

export const reviewCommands = [
  opsCommand<{ filter?: ReviewQueueFilter; page?: number }>({
    name: 'review queue',
    about: 'Versions waiting for a decision, nearest deadline first',
    examples: ['review queue', 'review queue --filter overdue --json'],
    role: 'reviewer',
    options: (command) =>
      command
        .addOption(new Option('--filter <filter>', 'a part of it').choices(REVIEW_QUEUE_FILTERS))
        .option('--page <number>', 'twenty on each', wholeNumber, 1),
    run: async (session, { filter, page }) => {
      const { context, actor } = session;
      const input = { ...(filter && { filter }), ...(page && { page }) };
      const { list: rows } = notePage(session, await listQueue(context, actor.userId, input));
      const reader = await readerOf(session);
      return rows.map((row) => presentQueueItem(row, reader, context.files));
    },
    show: (list) =>
      (list as ReturnType<typeof presentQueueItem>[]).map((item) => ({
        version_id: item.version_id,
        app: item.app.app_key,
        version: item.version,
        round: item.round,
        submitted_at: item.submitted_at,
        due_at: item.due_at,
        state: item.overdue ? 'overdue' : item.due_soon ? 'due soon' : '',
        claimed_by: item.claim?.reviewer.nickname ?? '',
      })),
  }),
  opsCommand<object>({
    name: 'review show',
    about: 'A submitted version: its content, changes, suggestions and reviewer',
    examples: ['review show 17', 'review show 17 --json'],
    role: 'reviewer',
    options: (command) => command.argument('<version id>', 'as `review queue` lists it', wholeNumber),
    run: async (session, _options, args) => {
      const file = await reviewFile(session.context, versionId(args), session.locale);
      return presentReview(file, await readerOf(session), session.context.files);
    },
    show: (review) => {
      const { app, facts, content, suggestions, difference, look_alikes, claim, ...rest } =
        review as ReturnType<typeof presentReview>;
      return {
        version_id: rest.version_id,
        app: `${app.app_key} (${content.name.zh} / ${content.name.en})`,
        version: facts.version,
        git_version: facts.git_version,
        git_commit: facts.git_commit ?? '',
        package_sha256: facts.package_sha256 ?? '',
        repo_url: facts.repo_url ?? '',
        round: rest.round,
        review_status: rest.review_status,
        submitted_at: rest.submitted_at ?? '',
        due_at: rest.due_at ?? '',
        overdue: rest.overdue,
        claimed_by: claim?.reviewer.nickname ?? '',
        changed_fields: [...new Set(difference.fields.map(({ field }) => field))].join(', '),
        open_suggestions: suggestions
          .filter(({ resolved_at }) => resolved_at === null)
          .map(({ field, text }) => `${field}: ${text}`)
          .join(' | '),
        look_alikes: look_alikes.map(({ app_key }) => app_key).join(', '),
      };
    },
  }),
  opsCommand<SuggestOptions>({
    name: 'review suggest',
    about: 'Add a suggestion at a field; the developer sees it with the decision',
    decides: 'always',
    examples: ['review suggest 17 --field intro --text "Say whom it is for" --as reviewer@example.com'],
    role: 'reviewer',
    options: (command) =>
      command
        .argument('<version id>', 'as `review queue` lists it', wholeNumber)
        .requiredOption('--field <field>', 'which field it is about')
        .requiredOption('--text <text>', 'what should change'),
    run: async ({ context, actor }, options, args) => {
      const { field, text } = await checkForm(suggestionSchema, options);
      const id = versionId(args);
      const row = await context.db.transaction(async (tx) => {
        const inside = withTransaction(context, tx);
        await reviewable(tx, id, actor.userId);
        const added = await addSuggestion(inside, {
          versionId: id,
          field: field as SuggestionField,
          text,
          actor: { ...actor, role: 'reviewer' },
        });
        await audit(inside, actor, {
          action: 'review.suggest',
          target: `version:${id}`,
          details: { field, text },
        });
        return added;
      });
      return { id: row.id, version_id: id, round: row.round, field: row.field, text: row.text };
    },
  }),
  opsCommand<DecideOptions>({
    name: 'review decide',
    about: 'Approve a version, request changes or reject it; the developer gets an email',
    decides: 'always',
    examples: [
      'review decide 17 --round 1 --decision approve --all-checks yes --as reviewer@example.com --yes',
      'review decide 17 --round 1 --decision reject --reason broken --text "It does not start" --all-checks yes --check "install=no:no unit file" --as reviewer@example.com --yes',
    ],
    role: 'reviewer',
    destructive: 'the review ends with this decision, and the developer is notified',
    options: (command) =>
      command
        .argument('<version id>', 'as `review queue` lists it', wholeNumber)
        .addOption(
          new Option('--decision <decision>', 'what is decided')
            .choices(REVIEW_DECISIONS)
            .makeOptionMandatory(),
        )
        .requiredOption('--round <number>', 'the submission that was looked at', wholeNumber)
        .addOption(new Option('--reason <reason>', 'of a rejection').choices(REJECT_REASONS))
        .option('--text <text>', 'message to the developer')
        .option('--check <item=answer[:note]>', 'an item of the checklist; said once for each', check)
        .addOption(
          new Option('--all-checks <answer>', 'for every item not named').choices(REVIEW_CHECK_ANSWERS),
        )
        .option('--despite-claim', 'also when a reviewer is working on it'),
    run: async ({ context, actor }, options, args) => {
      const { decision, round, reason, text, despiteClaim } = options;
      const input = {
        decision,
        checklist: checklistOf(options),
        ...(reason && { reason }),
        ...(text && { text }),
      };
      const form = await checkForm(decisionSchema, input);
      const decided = await context.db.transaction((tx) =>
        decideReview(withTransaction(context, tx), actor, {
          versionId: versionId(args),
          round,
          decision,
          text: form.text ?? '',
          checklist: form.checklist as ReviewCheck[],
          ...(reason && { reason }),
          ...(despiteClaim && { despiteClaim }),
        }),
      );
      return {
        version_id: decided.id,
        version: decided.version,
        review_status: decided.reviewStatus,
        decided_at: decided.decidedAt?.toISOString() ?? null,
      };
    },
  }),
  opsCommand<object>({
    name: 'calendar show',
    about: 'The public holidays of a year, and the weekend days worked instead',
    examples: ['calendar show 2026'],
    options: (command) => command.argument('<year>', 'such as 2026', yearOf),
    run: async ({ context, note }, _options, args) => {
      const year = yearOf(args[0] ?? '');
      const calendar = presentCalendar(year, await calendarOfYear(context.db, year));
      if (!calendar.known)
        note(
          `the holidays of ${year} are not all set: besides the days listed, weekends alone are free in it`,
        );
      return calendar;
    },
    show: (calendar) =>
      (calendar as ReturnType<typeof presentCalendar>).days.map(({ day, working, name, edited_at }) => ({
        day,
        is: working ? 'working' : 'holiday',
        zh: name.zh,
        en: name.en,
        edited_at: edited_at ?? '',
      })),
  }),
  opsCommand<CalendarOptions>({
    name: 'calendar set',
    about: 'Make a day a holiday or a working day, or reset it; deadlines already given stay',
    examples: [
      'calendar set 2027-02-08 --holiday --name-zh 春节 --name-en "Spring Festival"',
      'calendar set 2027-02-08 --remove',
    ],
    options: (command) =>
      command
        .argument('<day>', 'such as 2027-02-08, in Asia/Shanghai')
        .addOption(new Option('--holiday', 'a holiday').conflicts(['working', 'remove']))
        .addOption(
          new Option('--working', 'worked, although it is a weekend day').conflicts(['holiday', 'remove']),
        )
        .addOption(new Option('--remove', 'what its weekday says').conflicts(['holiday', 'working']))
        .option('--name-zh <name>', 'what the day is called')
        .option('--name-en <name>', 'the same in English'),
    run: async ({ context, actor }, { working, holiday, remove, nameZh = '', nameEn = '' }, args) => {
      if (!working && !holiday && !remove) {
        throw new OpsError('one of --holiday, --working and --remove is needed');
      }
      // The names of a removed day do not matter, but the form requires them.
      const name = remove ? { zh: '-', en: '-' } : { zh: nameZh, en: nameEn };
      const form = await checkForm(calendarDaySchema, { day: args[0], working: working === true, name });
      const year = Number(form.day.slice(0, 4));
      const rows = await context.db.transaction((tx) =>
        saveCalendar(withTransaction(context, tx), actor, {
          year,
          days: remove ? [] : [form],
          remove: remove ? [form.day] : [],
        }),
      );
      return { year, day: form.day, days_set: rows.length };
    },
  }),
  opsCommand<{ file?: string }>({
    name: 'calendar import',
    about: 'Import public holidays: the built-in ones, or a file; days set by hand stay',
    examples: ['calendar import', 'calendar import --file holidays-2027.json'],
    options: (command) =>
      command.option('--file <path>', 'a list of {"day", "working", "name": {"zh", "en"}}'),
    run: async (session, { file }) => {
      const { context, actor, note } = session;
      const days = file === undefined ? publicHolidays() : await readDays(session, file);
      const written = await context.db.transaction(async (tx) => {
        const count = await seedCalendar(tx, days);
        if (count > 0) {
          await audit(withTransaction(context, tx), actor, {
            action: 'calendar.import',
            target: 'calendar',
            details: { days: count, from: file === undefined ? 'package' : 'file' },
          });
        }
        return count;
      });
      const missing = await yearToImport(context.db, context.clock.now());
      if (missing !== null)
        note(
          `${missing} is still missing: write it into a file, or install a newer version, and import again`,
        );
      return { days: days.length, new_or_changed: written };
    },
  }),
];

/** @throws OpsError when it is no list of days, or repeats one; ApiError, with its position, when a day is invalid */
async function readDays(session: OpsSession, file: string) {
  const list = await jsonOf(session, file);
  if (!Array.isArray(list)) throw new OpsError(`${file} holds no list of days`);
  const days = await Promise.all(list.map((day, index) => checkForm(calendarDaySchema, day, placed(index))));
  const twice = days.find(({ day }, index) => days.findIndex((other) => other.day === day) < index);
  if (twice) throw new OpsError(`${file} names ${twice.day} twice`);
  return days;
}

const placed = (index: number): Record<string, string> =>
  Object.fromEntries(
    ['day', 'working', 'name', 'name.zh', 'name.en', ''].map((field) => [
      field,
      field === '' ? `[${index}]` : `[${index}].${field}`,
    ]),
  );
