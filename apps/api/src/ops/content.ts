import type { AdminActivity, AdminArticle } from '@yunduo/api-contract';
import {
  ARTICLE_PLACES,
  ARTICLE_STATUSES,
  PAGE_SIZE,
  PROTOCOL_SLUGS,
  type ArticlePlace,
  type ArticleStatus,
  type ProtocolSlug,
} from '@yunduo/validation';
import { activitySchema, articleSchema, protocolSchema } from '@yunduo/validation/schemas';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { eq } from 'drizzle-orm';
import { activities } from '../db/schema/index.ts';
import { checkForm } from '../http/form.ts';
import { apiError } from '../http/errors.ts';
import { presentForOperator } from '../modules/activity/present.ts';
import { listActivities, saveActivity, withdrawActivity } from '../modules/activity/service.ts';
import {
  archiveArticle,
  articleOf,
  listArticles,
  publishArticle,
  saveArticle,
  type Edited,
} from '../modules/content/articles.ts';
import { presentForEditor } from '../modules/content/admin-present.ts';
import { scheduleArticle, unscheduleArticle } from '../modules/content/schedules.ts';
import { listProtocols, publishProtocol, withdrawProtocol } from '../modules/content/protocols.ts';
import { articleContent } from '../modules/content/admin-routes.ts';
import { moment, wholeNumber } from './arguments.ts';
import { notePage, OpsError, opsCommand, type OpsSession } from './command.ts';
import { jsonOf, textOf } from './text-file.ts';

/** Content of a JSON file, and the row that it is based on, as printed by `show` and `list` with `--json`. */
async function formOf(
  session: OpsSession,
  file: string,
): Promise<{ form: Record<string, unknown>; edited: Edited | null }> {
  const parsed = await jsonOf(session, file);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new OpsError(`${file} holds no object`);
  }
  const { id, revision, ...form } = parsed as Record<string, unknown>;
  if (id === undefined) return { form, edited: null };
  if (!isRowNumber(id) || !isRowNumber(revision)) {
    throw new OpsError(`${file} names an id without the revision that was read`);
  }
  return { form, edited: { id, revision } };
}

/** Whether a value fits an integer column. */
const isRowNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647;

/** A time in a file, parsed like an option: text for the form. */
function momentIn(form: Record<string, unknown>, field: string): string {
  try {
    return moment(String(form[field])).toISOString();
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new OpsError(`${field}: ${error.message}`);
    throw error;
  }
}

interface RowOptions {
  id: number;
  revision?: number;
}
const row = (what: string) => (command: Command) =>
  command
    .requiredOption('--id <number>', `the ${what}`, wholeNumber)
    .option('--revision <number>', 'as it was read; without it, as it is now', wholeNumber);

/** Fields that fit one line of a terminal. */
const brief = ({ id, revision, status, changed, content }: AdminArticle) => ({
  id,
  place: content.use_to,
  position: content.position,
  status,
  unpublished_changes: changed && status === 'published',
  revision,
  title: content.title.zh,
});

const briefSchedule = (article: AdminArticle) => ({
  ...brief(article),
  online_from: article.schedule?.publish_at ?? null,
  online_to: article.schedule?.end_at ?? null,
});

async function articleAt({ context }: OpsSession, { id, revision }: RowOptions): Promise<Edited> {
  const found = await articleOf(context.db, id);
  return { id, revision: revision ?? found.revision };
}

/** Saves a file's content as a draft. */
async function saved(session: OpsSession, file: string): Promise<Edited> {
  const { form, edited } = await formOf(session, file);
  const content = articleContent(await checkForm(articleSchema, form));
  const { id, revision } = await saveArticle(session.context, session.actor, content, edited);
  return { id, revision };
}

const articleCommands = [
  opsCommand<{ place?: ArticlePlace; status?: ArticleStatus; page: number }, AdminArticle[]>({
    name: 'content list',
    about: 'Articles of the home page and the about page, in page order',
    examples: ['content list', 'content list --place banner --json'],
    options: (command) =>
      command
        .addOption(new Option('--place <name>', 'section of the page').choices(ARTICLE_PLACES))
        .addOption(new Option('--status <status>', 'status').choices(ARTICLE_STATUSES))
        .option('--page <number>', 'page of the list', wholeNumber, 1),
    run: async (session, { place, status, page }) => {
      const { db, files } = session.context;
      const input = { use_to: place, status, page, page_size: PAGE_SIZE.max };
      return notePage(session, await listArticles(db, input)).list.map(presentForEditor(files));
    },
    show: (list) => list.map(brief),
  }),
  opsCommand<{ id: number }>({
    name: 'content show',
    about: 'One article as a file for content publish',
    examples: ['content show --id 3 --json > article.json'],
    options: (command) => command.requiredOption('--id <number>', 'the article', wholeNumber),
    run: async ({ context }, { id }) => {
      const found = await articleOf(context.db, id);
      const { content, revision } = presentForEditor(context.files)(found);
      // The URL is output only: the input names the picture.
      return { id, revision, ...content, picture_url: undefined };
    },
  }),
  opsCommand<{ file: string }, AdminArticle>({
    name: 'content save',
    about: 'Save an article from a JSON file as a draft; with id and revision in it, update that article',
    examples: ['content save --file article.json'],
    options: (command) => command.requiredOption('--file <path>', 'JSON as content show prints it'),
    run: async (session, { file }) => {
      const { id } = await saved(session, file);
      return presentForEditor(session.context.files)(await articleOf(session.context.db, id));
    },
    show: brief,
  }),
  opsCommand<{ id?: number; revision?: number; file?: string }, AdminArticle>({
    name: 'content publish',
    about: 'Publish an article: a draft by its id, or the content of a JSON file',
    examples: ['content publish --id 3', 'content publish --file article.json'],
    options: (command) =>
      command
        .option('--id <number>', 'the article', wholeNumber)
        .option('--revision <number>', 'as it was read; without it, as it is now', wholeNumber)
        .option('--file <path>', 'JSON as content show prints it'),
    run: async (session, { id, revision, file }) => {
      if ((id === undefined) === (file === undefined)) throw new OpsError('either --id or --file is needed');
      const edited =
        file === undefined
          ? await articleAt(session, { id: id ?? 0, ...(revision && { revision }) })
          : await saved(session, file);
      return presentForEditor(session.context.files)(
        await publishArticle(session.context, session.actor, edited),
      );
    },
    show: brief,
  }),
  opsCommand<RowOptions & { from?: Date; to?: Date }, AdminArticle>({
    name: 'content schedule',
    about: 'Publish the draft of an article at a time, take it offline at a time, or both',
    examples: [
      'content schedule --id 3 --from 2026-12-01T08:00:00+08:00 --to 2027-01-01',
      'content schedule --id 3 --to 2027-01-01',
    ],
    options: (command) =>
      row('article')(command)
        .option('--from <moment>', 'when it goes online; without it, it is online', moment)
        .option('--to <moment>', 'when it goes offline; without it, it stays', moment),
    run: async (session, { from, to, ...options }) => {
      const times = { publishAt: from ?? null, endAt: to ?? null };
      const scheduled = { ...(await articleAt(session, options)), ...times };
      return presentForEditor(session.context.files)(
        await scheduleArticle(session.context, session.actor, scheduled),
      );
    },
    show: briefSchedule,
  }),
  opsCommand<{ id: number }, AdminArticle>({
    name: 'content unschedule',
    about: 'Cancel the schedule of an article; what is online stays',
    examples: ['content unschedule --id 3'],
    options: (command) => command.requiredOption('--id <number>', 'the article', wholeNumber),
    run: async ({ context, actor }, { id }) =>
      presentForEditor(context.files)(await unscheduleArticle(context, actor, id)),
    show: briefSchedule,
  }),
  opsCommand<RowOptions, AdminArticle>({
    name: 'content archive',
    about: 'Take an article offline; it is kept and can be published again',
    examples: ['content archive --id 3'],
    options: row('article'),
    run: async (session, options) =>
      presentForEditor(session.context.files)(
        await archiveArticle(session.context, session.actor, await articleAt(session, options)),
      ),
    show: brief,
  }),
];

const briefActivity = (one: AdminActivity) => ({
  id: one.id,
  state: one.withdrawn_at ? 'withdrawn' : one.state,
  starts_at: one.starts_at,
  ends_at: one.ends_at,
  joined: one.joined_count,
  revision: one.revision,
  title: one.title.zh,
});

const activityCommands = [
  opsCommand<{ page: number }, AdminActivity[]>({
    name: 'activity list',
    about: 'Activities with their participants, the last to end first',
    examples: ['activity list'],
    options: (command) => command.option('--page <number>', 'page of the list', wholeNumber, 1),
    run: async (session, { page }) => {
      const { db, clock } = session.context;
      const { list } = notePage(session, await listActivities(db, { page, page_size: PAGE_SIZE.max }));
      return list.map((one) => presentForOperator(one, clock.now()));
    },
    show: (list) => list.map(briefActivity),
  }),
  opsCommand<{ file: string }, AdminActivity>({
    name: 'activity save',
    about: 'Create an activity from a JSON file; with id and revision in it, update that activity',
    examples: ['activity save --file activity.json'],
    options: (command) =>
      command.requiredOption(
        '--file <path>',
        'JSON: title, intro, html and terms {zh, en}, starts_at, ends_at; html is rich text, terms Markdown',
      ),
    run: async (session, { file }) => {
      const { form, edited } = await formOf(session, file);
      const moments = { starts_at: momentIn(form, 'starts_at'), ends_at: momentIn(form, 'ends_at') };
      const {
        starts_at: from,
        ends_at: to,
        ...words
      } = await checkForm(activitySchema, { ...form, ...moments });
      const dates = { startsAt: new Date(from), endsAt: new Date(to) };
      const stored = await saveActivity(session.context, session.actor, { ...words, ...dates }, edited);
      return presentForOperator(stored, session.context.clock.now());
    },
    show: briefActivity,
  }),
  opsCommand<RowOptions, AdminActivity>({
    name: 'activity withdraw',
    about: 'Withdraw an activity: it is no longer visible and nobody can join',
    examples: ['activity withdraw --id 2 --yes'],
    destructive: 'the activity is no longer visible, and this cannot be undone',
    options: row('activity'),
    run: async ({ context, actor }, { id, revision }) => {
      const [found] = await context.db.select().from(activities).where(eq(activities.id, id));
      if (!found) throw apiError('ACTIVITY_NOT_FOUND');
      const removed = await withdrawActivity(context, actor, { id, revision: revision ?? found.revision });
      return presentForOperator(removed, context.clock.now());
    },
    show: briefActivity,
  }),
];

interface ProtocolOptions {
  id: ProtocolSlug;
  release: string;
  zh: string;
  en: string;
  at?: Date;
}

const protocolCommands = [
  opsCommand({
    name: 'protocol list',
    about: 'Every version of every agreement',
    examples: ['protocol list'],
    run: async ({ context: { db, clock } }) => {
      return (await listProtocols({ db, clock })).map(({ id, version, published_at, current, hash }) => ({
        id,
        version,
        published_at,
        current,
        hash_zh: hash.zh,
        hash_en: hash.en,
      }));
    },
    show: (rows) =>
      rows.map(({ id, version, published_at, current }) => ({ id, version, published_at, current })),
  }),
  opsCommand<ProtocolOptions>({
    name: 'protocol publish',
    about: 'Add a version of an agreement; earlier versions stay readable',
    examples: [
      'protocol publish --id privacy-policy --release 1.1.0 --zh privacy.zh.md --en privacy.en.md --yes',
      'protocol publish --id user-agreement --release 2.0.0 --zh a.zh.md --en a.en.md --at 2027-01-01 --yes',
    ],
    destructive: 'from then on everyone is asked to agree to this text, which cannot be changed',
    options: (command) =>
      command
        .addOption(new Option('--id <name>', 'which text').choices(PROTOCOL_SLUGS).makeOptionMandatory())
        .requiredOption('--release <version>', 'x.x.x, higher than every one before')
        .requiredOption('--zh <path>', 'Markdown in Chinese, without the title')
        .requiredOption('--en <path>', 'Markdown in English, without the title')
        .option('--at <moment>', 'when it takes effect; now if omitted', moment),
    run: async (session, { id, release, zh, en, at }) => {
      const markdown = { zh: await textOf(session, zh), en: await textOf(session, en) };
      const form = await checkForm(protocolSchema, { id, version: release, markdown });
      const added = await publishProtocol(session.context, session.actor, {
        slug: id,
        version: form.version,
        markdown: form.markdown,
        publishedAt: at ?? null,
      });
      return {
        id: added.slug,
        version: added.version,
        published_at: added.publishedAt.toISOString(),
        hash_zh: added.hash.zh,
        hash_en: added.hash.en,
      };
    },
  }),
  opsCommand<Pick<ProtocolOptions, 'id' | 'release'>>({
    name: 'protocol withdraw',
    about: 'Withdraw a version that is not effective yet',
    examples: ['protocol withdraw --id user-agreement --release 2.0.0 --yes'],
    destructive: 'the version is removed with its text',
    options: (command) =>
      command
        .addOption(new Option('--id <name>', 'which text').choices(PROTOCOL_SLUGS).makeOptionMandatory())
        .requiredOption('--release <version>', 'as protocol list shows it'),
    run: async ({ context, actor }, { id, release }) => {
      const removed = await withdrawProtocol(context, actor, { slug: id, version: release });
      if (!removed) throw new OpsError(`${id} has no version ${release} whose moment is still to come`);
      return { id: removed.slug, version: removed.version, published_at: removed.publishedAt.toISOString() };
    },
  }),
];

export const contentCommands = [...articleCommands, ...activityCommands, ...protocolCommands];
