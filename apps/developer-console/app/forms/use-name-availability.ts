import { handledByView, useLazyDevAppCheckNameQuery } from '@yunduo/data-access';
import { APP_NAME, type NameState } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { useDeveloperTerms } from '../shell/developer-terms.ts';

/** Long enough that nobody is asked about half a name. */
const PAUSE = 400;

export interface NameAvailability {
  state: NameState;
  /** What the server says of the name, with the names in the store that it can be taken for. */
  text: string;
}

interface Bearer {
  /** The app that bears the name or shall bear it. */
  id?: number;
  /** The name that it bears by now. */
  own?: string;
}

/**
 * Whether a name can be had, asked when the hand rests. Null while nobody knows, and for a name of the wrong length or
 * the one that the app bears already.
 */
export function useNameAvailability(name: string, { id, own = '' }: Bearer = {}): NameAvailability | null {
  const terms = useDeveloperTerms();
  const wanted = name.trim();
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const rest = setTimeout(() => setSettled(wanted), PAUSE);
    return () => clearTimeout(rest);
  }, [wanted]);
  const length = [...settled].length;
  const skip = settled === own.trim() || length < APP_NAME.min || length > APP_NAME.max;
  const [ask, { currentData, originalArgs }] = useLazyDevAppCheckNameQuery();
  useEffect(() => {
    // Nobody asked for it: without an answer nothing is said, and nothing pops up while somebody types.
    if (!skip) void ask(handledByView({ name: settled, ...(id !== undefined && { id }) }), true);
  }, [ask, skip, settled, id]);
  if (skip || settled !== wanted || originalArgs?.name !== settled || !currentData) return null;
  const { state, like } = currentData;
  return { state, text: [terms(`name_state.${state}`), ...like].join(' · ') };
}
