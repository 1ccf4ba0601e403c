import { useEffect, useRef, useState } from 'react';

type Choices<K extends string> = ReadonlyMap<K, boolean>;

interface ChoicesInput<K extends string> {
  /** The values on the server. */
  saved: Choices<K>;
  /** Saves all of them; returns false after an error, which it has shown. */
  save: (all: Choices<K>) => Promise<boolean>;
  /** Called when all changes are saved. */
  onSaved: () => void;
}

/**
 * Switches that take effect at once and are saved together. A press shows at once; the last press of a switch applies.
 * Saves are sequential, so that answers cannot overtake each other. After an error the switches return to the server's
 * values, except those pressed again meanwhile: they are saved next.
 */
export function useChoices<K extends string>({ saved, save, onSaved }: ChoicesInput<K>) {
  const [pending, setPending] = useState<Choices<K>>(new Map());
  // Several presses can occur before a render: the loop below reads the latest values.
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
      // Pressed again meanwhile: still to be saved, whatever the result of the previous press.
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
