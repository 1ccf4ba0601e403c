/** What was asked for of what there is; all of it when nothing was. @throws on anything else: a run of nothing holds. */
export function among<T extends number | string>(all: readonly T[], asked: readonly string[]): T[] {
  const unknown = asked.filter((name) => !all.some((one) => String(one) === name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there is ${all.join(', ')}.`);
  return all.filter((one) => asked.length === 0 || asked.includes(String(one)));
}

/** How often, or how long. @throws when it is no whole number from 1 on. */
export function count(asked: string): number {
  const number = Number(asked);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${asked || 'Nothing'}: a whole number from 1 on is needed.`);
}
