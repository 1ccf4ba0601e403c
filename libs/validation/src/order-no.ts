import { ORDER_NO_PATTERN } from './patterns.ts';
import { typedCode } from './typed-code.ts';

/** The order number in typed or pasted text, with its hyphens. Null if it cannot be a valid one. */
export function parseOrderNo(input: string): string | null {
  const [, day, one, other] = /^YD(.{8})(.{5})(.{5})$/u.exec(typedCode(input)) ?? [];
  const number = `YD${day}-${one}-${other}`;
  return ORDER_NO_PATTERN.test(number) ? number : null;
}
