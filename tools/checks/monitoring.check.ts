import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isFree } from '@yunduo/e2e/free-port';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { startProduct, type Product } from '@yunduo/e2e/product';
import { root } from './workspace.ts';

// Alert rules, dashboard and the table of docs/operations.md refer to metrics that the running product
// exports.

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const FOLDER = 'tools/deployment/monitoring';

/** Metric names in a Prometheus expression: everything but labels, strings, functions and grouping. */
export function figuresIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:and|or|unless|by|bool)$/.test(name));
}

let product: Product;
/** By process, the names of its metrics. */
const names: Record<'api' | 'public site', Set<string>> = { api: new Set(), 'public site': new Set() };
let site = '';

beforeAll(async () => {
  let port = await freePort();
  // The public site has the port after the API's.
  while (port === 65_535 || !(await isFree(port + 1))) port = await freePort();
  product = await startProduct({ METRICS_PORT: String(port) }, false);
  await fetch(product.origin);
  site = `http://127.0.0.1:${port + 1}`;
  for (const [name, at] of [
    ['api', `http://127.0.0.1:${port}`],
    ['public site', site],
  ] as const) {
    const text = await (await fetch(`${at}/metrics`)).text();
    for (const [, metric = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names[name].add(metric);
      if (type === 'histogram')
        for (const end of ['bucket', 'count', 'sum']) names[name].add(`${metric}_${end}`);
    }
  }
});
afterAll(() => product.stop());

const isKnown = (name: string): boolean =>
  name === 'up' || Object.values(names).some((known) => known.has(name));

test('figures are told from functions, labels, texts and groupings', () => {
  expect(
    figuresIn(
      'histogram_quantile(0.99, sum by (job, le) (rate(a_bucket{x="no_name"}[5m]))) > 1 and b_total == 0',
    ),
  ).toEqual(['a_bucket', 'b_total']);
});

test('every alert stands on figures that there are, and says what happened', () => {
  interface Rule {
    alert: string;
    expr: string;
    labels: { severity: string };
    annotations: { summary: string };
  }
  const { groups } = parse(read(`${FOLDER}/alerts.yaml`)) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, labels, annotations } of rules) {
    const used = figuresIn(expr);
    expect({ alert, known: used.length > 0, unknown: used.filter((name) => !isKnown(name)) }).toEqual({
      alert,
      known: true,
      unknown: [],
    });
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('every panel of the dashboard stands on figures that there are', () => {
  const { panels } = JSON.parse(read(`${FOLDER}/dashboard.json`)) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of panels) {
    const used = targets.flatMap(({ expr }) => figuresIn(expr));
    expect({ title, known: used.length > 0, unknown: used.filter((name) => !isKnown(name)) }).toEqual({
      title,
      known: true,
      unknown: [],
    });
  }
});

test('docs/operations.md lists every figure of ours', () => {
  const text = read('docs/operations.md');
  const own = Object.values(names).flatMap((known) =>
    [...known].filter((name) => !/^(?:nodejs|process)_|_(?:bucket|count|sum)$/.test(name)),
  );
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('the public site says on the same port that it lives and is of use', async () => {
  const ready = await fetch(`${site}/health/ready`);
  expect([ready.status, ((await ready.json()) as { api: boolean }).api]).toEqual([200, true]);
});
