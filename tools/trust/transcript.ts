/** A command of a runbook, with its expected output. */
export interface Typed {
  /** The command in the text. */
  written: string;
  /** The command as it is run here. */
  command: string;
  expected: string[];
}

/** The commands in the blocks below a heading, up to the next heading of the same or a higher level. */
export function commandsBelow(
  text: string,
  heading: string,
  local: (command: string) => string = (command) => command,
): Typed[] {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => new RegExp(`^#+ ${heading}$`).test(line));
  if (begin < 0) throw new Error(`docs/operations.md has no heading "${heading}"`);
  const depth = lines[begin]?.indexOf(' ') ?? 0;
  const rest = lines.slice(begin + 1);
  const end = rest.findIndex((line) => new RegExp(`^#{1,${depth}} `).test(line));
  const input: Typed[] = [];
  let inside = false;
  for (const line of rest.slice(0, end < 0 ? undefined : end)) {
    if (line.startsWith('```')) inside = line === '```text';
    else if (!inside) continue;
    else if (line.startsWith('$ '))
      input.push({ written: line, command: local(line.slice(2)), expected: [] });
    else if (line.trim()) input.at(-1)?.expected.push(local(line));
  }
  if (input.length === 0) throw new Error(`Nothing is typed below "${heading}"`);
  return input;
}

/**
 * Values that differ on each run: times, generated codes and keys, hashes, large numbers; `…` matches
 * anything.
 */
const FREE = [
  // Whether a job is due also depends on the time.
  /\d{4}-\d\d-\d\dT[\d:.]+Z(?:\s+(?:true|false)$)?/,
  /YDIN-[0-9A-Z]{4}(?:-[0-9A-Z]{4})*/,
  /YP-[0-9A-Z]{20,}/,
  /\b[0-9a-f]{16}\b/,
  /[\w+/]{43}=/,
  /\b[0-9a-f]{8}\b/,
  /\b\d{4,}\b/,
  /…/,
];

/** The pattern of an expected line: spaces and empty cells count as one, variable values match anything. */
function pattern(line: string): RegExp {
  const free = new RegExp(FREE.map(({ source }) => source).join('|'), 'g');
  const parts = line
    .replace(/\s{2,}# .*$/, '')
    .trim()
    .split(free);
  const literal = parts.map((part) =>
    part
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/[\s-]*-{2,}[\s-]*/g, '.*')
      // Another column, empty in the text, may appear between two cells of a table.
      .replaceAll(/\s{2,}/g, '\\s.*')
      .replaceAll(/ /g, '\\s+'),
  );
  return new RegExp(literal.join('.*'));
}

/** Missing lines, in order, and an undocumented exit code. */
export function differences(
  { expected }: Typed,
  { code, output }: { code: number; output: string },
): string[] {
  const wrong: string[] = [];
  const rest = output.split('\n').map((line) => line.trim());
  let wanted = expected.some((line) => line.startsWith('error:')) ? 1 : 0;
  for (const line of expected) {
    const named = /^\(exit code (\d+)\)$/.exec(line)?.[1];
    if (named) {
      wanted = Number(named);
      continue;
    }
    const at = rest.findIndex((one) => pattern(line).test(one));
    if (at < 0) wrong.push(`was to say: ${line}`);
    else rest.splice(0, at + 1);
  }
  if (code !== wanted) wrong.push(`exit code ${code} instead of ${wanted}`);
  if (wrong.length > 0)
    wrong.push(
      ...output
        .trim()
        .split('\n')
        .slice(-15)
        .map((line) => `| ${line}`),
    );
  return wrong;
}

const DAY_NUMBER = /\b(?:YD|FB)\d{8}-[0-9A-Z-]+/g;

/**
 * Replaces numbers for a world that was created at another time, because they contain the day in Shanghai.
 * The moment of a number is the first one after it in the text.
 */
export function renumbered(text: string, from: number, to: number): (line: string) => string {
  const made = new Map<string, string>();
  for (const { 0: number, index } of text.matchAll(DAY_NUMBER)) {
    const moment = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(text.slice(index))?.[0];
    if (!moment || made.has(number)) continue;
    const shanghai = new Date(Date.parse(moment) - from + to + 8 * 3_600_000);
    const day = shanghai.toISOString().slice(0, 10).replaceAll('-', '');
    made.set(number, number.slice(0, 2) + day + number.slice(10));
  }
  return (line) => line.replaceAll(DAY_NUMBER, (number) => made.get(number) ?? number);
}
