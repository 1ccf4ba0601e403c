import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { testDatabase } from '../../testing/app.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { fillDatabase } from '../../testing/large-catalogue.ts';
import { storeQuestions } from '../../testing/search-mix.ts';
import { listApps, listStatement } from './list.ts';

/** Enough for the planner to prefer an index wherever one serves. */
const COUNT = 3000;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

(onPostgres ? describe : describe.skip)('plans over a large catalogue', () => {
  let opened: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    opened = await testDatabase(true);
    await fillDatabase(opened.url ?? '', { count: COUNT, now: SEED_NOW });
  }, 300_000);
  afterAll(async () => {
    await opened.database.close();
    await opened.drop();
  });

  const plan = async (statement: ReturnType<typeof listStatement>): Promise<Node[]> => {
    const { rows } = await opened.database.db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      sql`explain (format json) ${statement}`,
    );
    const [answer] = rows;
    if (!answer) throw new Error('no plan');
    return nodesOf(answer['QUERY PLAN'][0].Plan);
  };

  const questions = storeQuestions(COUNT);
  const kindsOf = (searches: boolean) => [
    ...new Set(questions.filter(({ input }) => (input.q !== undefined) === searches).map(({ kind }) => kind)),
  ];
  const ofKind = (kind: string) => questions.filter((question) => question.kind === kind);
  const planOf = ({ input, locale }: (typeof questions)[number], forgiving: boolean) =>
    plan(listStatement(opened.database.db, input, { locale, userId: null }, forgiving));
  const indexesOf = (nodes: Node[]) => nodes.flatMap((node) => node['Index Name'] ?? []);

  test.each(kindsOf(true))(
    'search, %s: hits come from the index of grams, and apps are never read from end to end',
    async (kind) => {
      // Slips are forgiven where nothing is found otherwise.
      const forgiving = kind === 'slip of the pen' || kind === 'nothing';
      for (const question of ofKind(kind)) {
        const nodes = await planOf(question, forgiving);
        const scans = nodes.filter((node) => node['Relation Name'] === 'apps');
        expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
        expect(indexesOf(nodes)).toContain('apps_search_grams');
        if (kind === 'slip of the pen') expect(indexesOf(nodes)).toContain('apps_search_typos');
        const ranked = (question.input.sort ?? 'recommend') === 'recommend';
        expect(indexesOf(nodes).includes('apps_search_name_grams')).toBe(ranked);
      }
    },
    60_000,
  );

  test.each(kindsOf(false))('%s: apps are read by the index of the order or of the filters', async (kind) => {
    for (const question of ofKind(kind)) {
      expect(indexesOf(await planOf(question, false)).join()).toMatch(/apps_by_|apps_filters/);
    }
  });

  test('what the plans find is what is asked for: names first, and the number of all', async () => {
    const { db } = opened.database;
    const { rows, total } = await listApps(db, { q: '数据' }, 'zh', null);
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

  test('pages follow each other without a gap, whichever part they come from', async () => {
    const { db } = opened.database;
    const seen: number[] = [];
    for (let page = 1; page <= 12; page += 1) {
      const { rows } = await listApps(db, { q: 'cache', page, page_size: 100 }, 'en', null);
      seen.push(...rows.map(({ id }) => id));
    }
    const { total } = await listApps(db, { q: 'cache' }, 'en', null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(Math.min(total, 1200));
  });
});
