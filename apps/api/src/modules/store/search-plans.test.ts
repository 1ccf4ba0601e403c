import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { testDatabase } from '../../testing/app.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { fillDatabase } from '../../testing/large-catalogue.ts';
import { storeQuestions } from '../../testing/search-mix.ts';
import { listApps, listQuestion, type ListRequest } from './list.ts';
import { parseQuery } from './search-text.ts';

/** Enough for the planner to prefer any useful index. */
const COUNT = 3000;
/** These apps without their ngrams take about 90 pages; the ngrams of a common word take thousands. */
const PAGES_MAX = 1000;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

(onPostgres ? describe : describe.skip)('Query plans over a large catalogue', () => {
  let opened: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;
  beforeAll(async () => {
    opened = await testDatabase(true);
    await fillDatabase(opened.url ?? '', { count: COUNT, now: SEED_NOW });
    client = new pg.Client({ connectionString: opened.url ?? '' });
    await client.connect();
  }, 300_000);
  afterAll(async () => {
    await client.end();
    await opened.database.close();
    await opened.drop();
  });

  /** The plan for these values, or the generic plan kept by a connection; `run` counts the pages it reads. */
  const plan = async (request: ListRequest, stored: boolean, run = false): Promise<Node[]> => {
    const { name, sql: text, params } = listQuestion(opened.database.db, request);
    await client.query(
      `set plan_cache_mode = ${stored && name ? 'force_generic_plan' : 'force_custom_plan'}`,
    );
    await client.query(`prepare asked as ${text}`);
    const literals = params.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))));
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (${run ? 'analyze, buffers, ' : ''}format json) execute asked(${literals.join()})`,
    );
    await client.query('deallocate asked');
    const [answer] = rows;
    if (!answer) throw new Error('no plan');
    return nodesOf(answer['QUERY PLAN'][0].Plan);
  };

  const questions = storeQuestions(COUNT);
  const kindsOf = (searches: boolean) => [
    ...new Set(questions.filter(({ input }) => (input.q !== undefined) === searches).map(({ kind }) => kind)),
  ];
  const ofKind = (kind: string) => questions.filter((question) => question.kind === kind);
  const plansOf = async ({ input, locale }: (typeof questions)[number], fuzzy: boolean) => {
    const reader = { locale, userId: null };
    const request = { query: parseQuery(input.q), filters: input, reader, fuzzy };
    return [await plan(request, false), await plan(request, true)];
  };
  const indexesOf = (nodes: Node[]) => nodes.flatMap((node) => node['Index Name'] ?? []);

  test.each(kindsOf(true))(
    'search, %s: custom and generic plans use the n-gram index and no sequential scan',
    async (kind) => {
      // Typos are tolerated where nothing else matches.
      const fuzzy = /slip of the pen|nothing|unknown/.test(kind);
      for (const question of ofKind(kind)) {
        for (const nodes of await plansOf(question, fuzzy)) {
          const scans = nodes.filter((node) => node['Relation Name']?.endsWith('apps'));
          expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
          expect(indexesOf(nodes)).toContain('listed_apps_grams');
          if (kind === 'slip of the pen') expect(indexesOf(nodes)).toContain('listed_apps_typos');
          const ranked = (question.input.sort ?? 'recommend') === 'recommend';
          expect(indexesOf(nodes).includes('listed_apps_name_grams')).toBe(ranked);
        }
      }
    },
    60_000,
  );

  test.each(ofKind('common and unknown words').map(({ input }) => input.q))(
    'search, %s: reads fewer pages than the maximum',
    async (q) => {
      const reader = { locale: 'zh' as const, userId: null };
      for (const fuzzy of [false, true]) {
        for (const stored of [false, true]) {
          const request = { query: parseQuery(q), filters: { q }, reader, fuzzy };
          const [all] = await plan(request, stored, true);
          const pages = (all?.['Shared Hit Blocks'] ?? 0) + (all?.['Shared Read Blocks'] ?? 0);
          expect(pages).toBeGreaterThan(0);
          expect(pages).toBeLessThan(PAGES_MAX);
        }
      }
    },
  );

  test.each(kindsOf(false))('%s: uses an index of the order or of the filters', async (kind) => {
    for (const question of ofKind(kind)) {
      for (const nodes of await plansOf(question, false)) {
        expect(indexesOf(nodes).join()).toMatch(/listed_apps_by_|listed_apps_filters/);
      }
    }
  });

  test('a search returns names first, and the exact total', async () => {
    const { db } = opened.database;
    const { list: rows, total } = await listApps(db, { q: '数据' }, 'zh', null);
    const [counted] = (
      await db.execute<{ n: string }>(
        sql`select count(*) as n from apps where status = 'published'
          and (name ->> 'zh' like '%数据%' or intro ->> 'zh' like '%数据%' or description ->> 'zh' like '%数据%'
            or array_to_string(keywords, ' ') like '%数据%' or name ->> 'en' like '%数据%'
            or intro ->> 'en' like '%数据%')`,
      )
    ).rows;
    expect(total).toBe(Number(counted?.n));
    expect(rows).toHaveLength(20);
    expect(rows.every(({ name }) => name.zh.includes('数据'))).toBe(true);
  });

  test('pages follow each other without gaps or duplicates', async () => {
    const { db } = opened.database;
    const seen: number[] = [];
    for (let page = 1; page <= 12; page += 1) {
      const { list: rows } = await listApps(db, { q: 'cache', page, page_size: 100 }, 'en', null);
      seen.push(...rows.map(({ id }) => id));
    }
    const { total } = await listApps(db, { q: 'cache' }, 'en', null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(Math.min(total, 1200));
  });
});
