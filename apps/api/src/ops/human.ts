/** Chinese characters take two terminal columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
/** The same in a text of several lines, which keeps its line feeds and tabs. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS_OF_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

const width = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(cell).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // User text must not move the operator's cursor or change colours.
  return text.replace(CONTROLS, ' ');
}

/** Rows below their field names; a message when there are none. */
function table(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return 'nothing found';
  const columns = Object.keys(first).map((name) => {
    const cells = rows.map((row) => cell(row[name]));
    return { name, cells, width: Math.max(width(name), ...cells.map(width)) };
  });
  const line = (texts: string[]): string =>
    texts
      .map((text, index) => pad(text, columns[index]?.width ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(columns.map(({ name }) => name)),
    line(columns.map(({ width: columnWidth }) => '-'.repeat(columnWidth))),
    ...rows.map((_, row) => line(columns.map(({ cells }) => cells[row] ?? ''))),
  ].join('\n');
}

/** One object: a line per field. */
function lines(thing: Record<string, unknown>): string {
  const widest = Math.max(0, ...Object.keys(thing).map(width));
  return Object.entries(thing)
    .map(([name, value]) => `${pad(name, widest)}  ${cell(value)}`.trimEnd())
    .join('\n');
}

/** Formats a result for people. */
export function human(result: unknown): string {
  if (result === null || result === undefined) return 'done';
  if (typeof result === 'string') return result.replace(CONTROLS_OF_TEXT, ' ');
  if (Array.isArray(result)) return table(result as Record<string, unknown>[]);
  if (typeof result === 'object' && !(result instanceof Date))
    return lines(result as Record<string, unknown>);
  return cell(result);
}
