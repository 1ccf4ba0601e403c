// How answers of the seeded world are written into recorded files.

/** Fields with parts of codes that the seed draws. */
const DRAWN = new Set(['code_tail', 'tail']);

/** Texts by script, and what differs from run to run by its kind. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        DRAWN.has(key) && one !== null ? 'drawn' : masked(one),
      ]),
    );
  if (typeof value !== 'string') return value;
  if (/\p{Script=Han}/u.test(value)) return '中文';
  if (/\s/.test(value)) return 'English text';
  const plain = value.replace(/[0-9a-f]{16,}/g, 'hex');
  return /^[\w+/=-]{24,}$/.test(plain) ? 'random' : plain;
}

/** Each entry of a list on its own line. */
export const written = (value: unknown, indent = ''): string => {
  if (value === null || typeof value !== 'object' || JSON.stringify(value).length < 100)
    return JSON.stringify(value);
  const inner = `${indent} `;
  const rows = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(([key, one]) => `${key}: ${written(one, inner)}`);
  return rows.map((row) => `\n${inner}${row}`).join('');
};
