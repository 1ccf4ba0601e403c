/** So much of a long text is shown at once, and so much of what stands before the first difference. */
const SHOWN = { length: 400, before: 40 } as const;

const line = (text: string): string => text.replace(/\s+/g, ' ').trim() || '–';
const withoutMarkup = (text: string): string => text.replace(/<[^>]*>/g, ' ');

/** Any value of a draft as a line: texts of both languages, and of what is no text its parts. */
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
 * Two values as lines in which the difference is in sight: long ones begin shortly before it, and where the markup alone
 * differs it is shown.
 */
export function plainTexts(one: unknown, other: unknown): [string, string] {
  const texts = [plainText(one), plainText(other)];
  const read = texts[0] === texts[1] ? (text: string) => text : withoutMarkup;
  // By characters, not by halves of them.
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
