import { idempotentInput } from '@yunduo/api-contract';

/** One attempt of a call that must run once. */
interface Attempt {
  key: string;
  /** Ends the attempt. After a response, the same input is a new action. */
  end(answered: boolean): void;
}

/** `crypto.randomUUID` exists over https only; this works everywhere. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Keys for calls that must run once. Two simultaneous presses, and a retry without a response, belong to one
 * action and carry the same key; after a response the next call is a new action. Another change by the same
 * user also ends it: an app whose submission got no response, was withdrawn and is submitted again must not
 * get the response of the first attempt.
 */
export function createKeys() {
  const open = new Map<string, { key: string; underway: number }>();
  return {
    /** Starts a change. Once it is done, earlier actions without a response are no longer retried. */
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
