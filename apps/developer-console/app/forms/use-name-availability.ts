import { handledByView, useLazyDevAppCheckNameQuery } from '@yunduo/data-access';
import { APP_NAME, type NameState } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { useDeveloperTerms } from '../shell/words.ts';

/** Milliseconds; long enough to avoid requests for every letter. */
const PAUSE = 400;

/** The text once typing pauses, and at first `before`. */
export function useSettled(text: string, before = text): string {
  const [settled, setSettled] = useState(before);
  useEffect(() => {
    const rest = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(rest);
  }, [text]);
  return settled;
}

export interface NameAvailability {
  state: NameState;
  /** The server's message about the name, with similar names in the store. */
  text: string;
}

interface Bearer {
  /** The app that has the name or will get it. */
  id?: number;
  /** Its current name. */
  own?: string;
}

/**
 * Availability of a name, checked when typing pauses. Null while unknown, for a name of invalid length, and for the
 * app's current name.
 */
export function useNameAvailability(name: string, { id, own = '' }: Bearer = {}): NameAvailability | null {
  const terms = useDeveloperTerms();
  const wanted = name.trim();
  const settled = useSettled(wanted);
  const length = [...settled].length;
  const skip = settled === own.trim() || length < APP_NAME.min || length > APP_NAME.max;
  const [ask, { currentData, originalArgs }] = useLazyDevAppCheckNameQuery();
  useEffect(() => {
    // A background check: failures stay silent, so that no toast appears during typing.
    if (!skip) void ask(handledByView({ name: settled, ...(id !== undefined && { id }) }), true);
  }, [ask, skip, settled, id]);
  if (skip || settled !== wanted || originalArgs?.name !== settled || !currentData) return null;
  const { state, like } = currentData;
  return { state, text: [terms(`name_state.${state}`), ...like].join(' · ') };
}
