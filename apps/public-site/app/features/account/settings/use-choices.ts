import { useEffect, useRef, useState } from 'react';

type Choices<K extends string> = ReadonlyMap<K, boolean>;

interface ChoicesInput<K extends string> {
  /** What the server has. */
  saved: Choices<K>;
  /** Saves all of them; false when they were not saved, which has been said. */
  save: (all: Choices<K>) => Promise<boolean>;
  /** Everything that was pressed is saved. */
  onSaved: () => void;
}

/**
 * Switches that take effect at once and are saved as a whole. A press shows at once; the last press of a switch holds.
 * Saves go one after the other, so that answers cannot overtake each other. What is refused goes back to what the
 * server has, except for switches that were pressed again meanwhile: those are saved next.
 */
export function useChoices<K extends string>({ saved, save, onSaved }: ChoicesInput<K>) {
  const [pending, setPending] = useState<Choices<K>>(new Map());
  // Presses of one frame come before a render: the loop below reads what is newest.
  const now = useRef({ pending, saved, gone: false, sending: false });
  now.current.saved = saved;
  useEffect(() => {
    const state = now.current;
    state.gone = false;
    return () => {
      state.gone = true;
    };
  }, []);
  const show = (next: Choices<K>) => {
    now.current.pending = next;
    if (!now.current.gone) setPending(next);
  };

  async function send() {
    const state = now.current;
    if (state.sending) return;
    state.sending = true;
    let confirmed = state.saved;
    let allSaved = true;
    while (state.pending.size > 0) {
      const sent = state.pending;
      const all = new Map([...confirmed, ...sent]);
      const done = await save(all);
      if (done) confirmed = all;
      else allSaved = false;
      // Pressed again meanwhile: still to be saved, whatever became of the press before.
      show(new Map([...state.pending].filter(([key, value]) => sent.get(key) !== value)));
    }
    state.sending = false;
    if (allSaved && !state.gone) onSaved();
  }

  return {
    isOn: (key: K): boolean => pending.get(key) ?? saved.get(key) ?? false,
    choose(key: K, on: boolean) {
      show(new Map([...now.current.pending, [key, on]]));
      void send();
    },
  };
}
