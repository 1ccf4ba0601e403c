import { writeFileSync } from 'node:fs';
import { checkout, removeCheckouts } from './checkout.ts';
import { judgeBy } from './compat.ts';
import { EXCHANGES } from './exchange-file.ts';
import { startMix } from './rollout.ts';
import type { Exchange } from './recorder.ts';
import { running, WEB_APPS } from './released.ts';

/** Of each call and outcome this many different ones are kept. */
const KEPT = 3;
/** Of a list in an answer this many entries; what was sent stays whole. */
const ENTRIES = 2;
/** What opens a door, even of a test, is not written down; its form stays. */
const SECRET = /token|ticket|password|^code$|signature|secret|^key$|solution|payload/;

/** The same value with lists of at most `entries` and without secrets. */
function trimmed(value: unknown, entries: number, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, entries).map((entry) => trimmed(entry, entries, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, trimmed(inner, entries, key)]),
    );
  }
  if (typeof value !== 'string' || !SECRET.test(name)) return value;
  return value.replace(/[0-9]/g, '0').replace(/[a-z]/gi, 'x');
}

/** The form of a value: names and kinds, not what stands there. */
function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(form);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, inner]) => [key, form(inner)])
      .sort();
  }
  return value === null ? 'null' : typeof value;
}

/** What is worth keeping of what was heard: each call with a few different questions and answers. */
export function selected(heard: readonly Exchange[]): Exchange[] {
  const byCall = new Map<string, Map<string, Exchange>>();
  for (const exchange of heard) {
    const { method, path, query, body, status, answer } = exchange;
    const code = (answer as { code?: unknown }).code;
    const call = `${method} ${path} ${status} ${code}`;
    const forms = byCall.get(call) ?? new Map<string, Exchange>();
    byCall.set(call, forms);
    const envelope = answer as { code: unknown; data: unknown };
    const key = JSON.stringify([Object.keys(query).sort(), form(body), form(envelope.data)]);
    if (forms.size >= KEPT || forms.has(key)) continue;
    forms.set(key, {
      method,
      path,
      query: trimmed(query, Infinity) as Record<string, string>,
      ...(body !== undefined && { body: trimmed(body, Infinity) }),
      status,
      // The envelope's own code is the error code, not a secret.
      answer: { ...(trimmed({ ...envelope, code: null }, ENTRIES) as object), code: envelope.code },
    });
  }
  return [...byCall].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, forms]) => [...forms.values()]);
}

/**
 * Writes down what the released web apps and the released API say to each other while the browser tests of that
 * release run: the short form replays it against whatever comes next.
 */
export async function recordExchanges(): Promise<{ calls: number; exchanges: number; faults: string[] }> {
  try {
    const site = await checkout(running('public-site').commit);
    const console_ = await checkout(running('developer-console').commit);
    const trees = { 'public-site': site, 'developer-console': console_ };
    const mix = await startMix({ api: await checkout(running('api').commit), ...trees }, { record: true });
    const faults: string[] = [];
    try {
      for (const app of WEB_APPS) faults.push(...(await judgeBy(trees[app], app, mix.origin)));
    } finally {
      await mix.stop();
    }
    const exchanges = selected(mix.heard);
    const lines = exchanges.map((exchange) => JSON.stringify(exchange));
    writeFileSync(EXCHANGES, `[\n${lines.join(',\n')}\n]\n`);
    const calls = new Set(exchanges.map(({ method, path }) => `${method} ${path}`));
    return { calls: calls.size, exchanges: exchanges.length, faults };
  } finally {
    await removeCheckouts();
  }
}
