import { ORDER_NO_PATTERN } from './patterns.ts';
import { typedCode } from './typed-code.ts';

/** The number of an order from what somebody typed or pasted, with its hyphens. Null when it cannot be one of ours. */
export function parseOrderNo(typed: string): string | null {
  const [, day, one, other] = /^YD(.{8})(.{5})(.{5})$/u.exec(typedCode(typed)) ?? [];
  const number = `YD${day}-${one}-${other}`;
  return ORDER_NO_PATTERN.test(number) ? number : null;
}
