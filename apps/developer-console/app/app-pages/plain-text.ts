/** Length of a text excerpt in characters, and of the context before the first difference. */
const SHOWN = { length: 400, before: 40 } as const;

const line = (text: string): string => text.replace(/\s+/g, ' ').trim() || '–';
const withoutMarkup = (text: string): string => text.replace(/<[^>]*>/g, ' ');

/** Any draft value as one line: texts in both languages, and the parts of other values. */
function lineOf(value: unknown, read: (text: string) => string): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map((one) => lineOf(one, read)).join(', ') || '–';
  if (typeof value !== 'object') return line(read(String(value)));
  return Object.entries(value)
    .filter(([key, part]) => key === 'zh' || key === 'en' || (part !== null && part !== ''))
    .map(([, part]) => lineOf(part, read))
    .join(' / ');
}

export const plainText = (value: unknown): string => lineOf(value, withoutMarkup);

/**
 * Two values as lines that show their difference: long ones start shortly before it, and markup is shown if only that
 * differs.
 */
export function plainTexts(one: unknown, other: unknown): [string, string] {
  const texts = [plainText(one), plainText(other)];
  const read = texts[0] === texts[1] ? (text: string) => text : withoutMarkup;
  // By characters, not by UTF-16 code units.
  const [a, b] = [[...lineOf(one, read)], [...lineOf(other, read)]];
  const differs = a.findIndex((character, at) => character !== b[at]);
  const long = Math.max(a.length, b.length) > SHOWN.length;
  const from = long ? Math.max(0, (differs < 0 ? a.length : differs) - SHOWN.before) : 0;
  const cut = (characters: string[]): string => {
    const part = characters.slice(from, from + SHOWN.length).join('');
    return `${from > 0 ? '… ' : ''}${part}${from + SHOWN.length < characters.length ? ' …' : ''}`;
  };
  return [cut(a), cut(b)];
}
