import { wishOf } from '@yunduo/api-contract';

/** One try of a call that must be done once. */
interface Attempt {
  key: string;
  /** The server has answered: the same words sent again are a new wish. */
  done(): void;
}

/** `crypto.randomUUID` is there over https only; this is everywhere. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Keys for calls that must be done once. Two presses at the same time, and a try after no answer came, are the same
 * wish and carry the same key; after an answer the next one is new.
 */
export function createKeys() {
  const open = new Map<string, string>();
  return {
    begin(url: string, input: unknown, who: string): Attempt {
      const wish = [who, url, wishOf(input)].join(' ');
      const key = open.get(wish) ?? newKey();
      open.set(wish, key);
      return {
        key,
        done: () => {
          if (open.get(wish) === key) open.delete(wish);
        },
      };
    },
  };
}
