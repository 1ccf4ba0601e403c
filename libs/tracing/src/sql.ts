/** What a span tells of a query: nothing that a caller sent. */
export interface QuerySummary {
  /** `SELECT apps`: low in cardinality, the name of the span. */
  summary: string;
  operation: string;
  /** The first table; missing for a query of a subquery, of no table, or `BEGIN`. */
  collection?: string;
  /** The statement with `?` for each literal; its parameters are `$1` and further. */
  text: string;
}

/** Longer statements are cut; they differ before that. */
const TEXT_MAX = 4_000;
const NAME = String.raw`((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))*)`;
/** Where a statement names its table, by the word that it begins with. */
const TARGET: Record<string, RegExp> = {
  SELECT: new RegExp(String.raw`\bfrom\s+(?:only\s+)?${NAME}`, 'i'),
  DELETE: new RegExp(String.raw`\bfrom\s+(?:only\s+)?${NAME}`, 'i'),
  INSERT: new RegExp(String.raw`\binto\s+${NAME}`, 'i'),
  UPDATE: new RegExp(String.raw`\bupdate\s+(?:only\s+)?${NAME}`, 'i'),
};

/** Literals replaced: a statement that was put together by hand may hold values. */
const withoutLiterals = (text: string): string =>
  text
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replaceAll(/\b[eE]'(?:[^'\\]|\\.|'')*'/g, '?')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();

function read(statement: string): QuerySummary {
  const text = withoutLiterals(statement);
  // Without what is in brackets, the first verb is that of the statement, not of a `with` before it.
  let outside = text;
  for (let shorter = ''; shorter !== outside;) {
    shorter = outside;
    outside = outside.replaceAll(/\([^()]*\)/g, '?');
  }
  const first = /^\W*(\w+)/.exec(outside)?.[1]?.toUpperCase() ?? 'QUERY';
  const operation =
    first === 'WITH'
      ? (/\b(?:select|insert|update|delete)\b/i.exec(outside)?.[0].toUpperCase() ?? first)
      : first;
  const collection = TARGET[operation]?.exec(outside)?.[1]?.replaceAll('"', '');
  return {
    summary: collection ? `${operation} ${collection}` : operation,
    operation,
    ...(collection && { collection }),
    text: text.slice(0, TEXT_MAX),
  };
}

/** Statements of one program are few, but those of a list differ by its length. */
const REMEMBERED = 1_000;
const known = new Map<string, QuerySummary>();

/** Names and text of a query for its span, by OpenTelemetry's conventions for databases. */
export function summaryOf(statement: string): QuerySummary {
  let summary = known.get(statement);
  if (!summary) {
    summary = read(statement);
    if (known.size >= REMEMBERED) known.clear();
    known.set(statement, summary);
  }
  return summary;
}
