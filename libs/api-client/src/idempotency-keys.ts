import { idempotentInput } from '@yunduo/api-contract';

/** One try of a call that must be done once. */
interface Attempt {
  key: string;
  /** It is over. Answered, the same words sent again are a new wish. */
  end(answered: boolean): void;
}

/** `crypto.randomUUID` is there over https only; this is everywhere. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Keys for calls that must be done once. Two presses at the same time, and a try after no answer came, are the same
 * wish and carry the same key; after an answer the next one is new. So it is after another change of the same person: an
 * app whose submission was not answered, was withdrawn and is handed in again must not get the answer of the first time.
 */
export function createKeys() {
  const open = new Map<string, { key: string; underway: number }>();
  return {
    /** A change begins. Once it is done, what had got no answer before it is no longer tried again. */
    change(): () => void {
      const lost = [...open].filter(([, { underway }]) => underway === 0);
      return () => {
        for (const [wish, tried] of lost)
          if (tried.underway === 0 && open.get(wish) === tried) open.delete(wish);
      };
    },
    begin(url: string, input: unknown, who: string): Attempt {
      const wish = [who, url, idempotentInput(input)].join(' ');
      const tried = open.get(wish) ?? { key: newKey(), underway: 0 };
      tried.underway += 1;
      open.set(wish, tried);
      return {
        key: tried.key,
        end: (answered) => {
          tried.underway -= 1;
          if (answered && open.get(wish) === tried) open.delete(wish);
        },
      };
    },
  };
}
