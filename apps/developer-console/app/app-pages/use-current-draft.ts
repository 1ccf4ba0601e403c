import type { DevAppDetail } from '@yunduo/api-contract';
import { publishingApi, type AppDispatch } from '@yunduo/data-access';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { listingValuesOf, listingKey, type ListingValues } from './listing-values.ts';
import { fieldsOf, parseStored, readStored, same } from '@yunduo/app-shell/draft-state';

const revisionOf = (text: string | null): number | undefined => parseStored(text)?.revision;

/**
 * The draft as it is being written: what the server has, and over it what an editor in this browser keeps until it is
 * saved. The editor writes that down with every key; here it arrives from other windows as it happens, and from this
 * one when the page is opened. When the editor has saved, the saved draft is fetched before the kept one is let go.
 */
export function useCurrentDraft(detail: DevAppDetail): { draft: ListingValues; unsaved: number } {
  const { id } = detail;
  const dispatch = useDispatch<AppDispatch>();
  const [seen, setSeen] = useState(detail);
  const [text, setText] = useState(() => readStored(listingKey(id)));
  if (seen !== detail) {
    // The detail came anew: whoever saved it has nothing, or something else, to keep now.
    setSeen(detail);
    setText(readStored(listingKey(id)));
  }
  const shown = useRef(detail);
  useEffect(() => {
    shown.current = detail;
  }, [detail]);
  useEffect(() => {
    const follow = async ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== listingKey(id)) return;
      if (newValue !== null && revisionOf(newValue) === revisionOf(oldValue)) return setText(newValue);
      const { data, isError } = await dispatch(
        publishingApi.endpoints.devAppDetail.initiate({ id }, { forceRefetch: true, subscribe: false }),
      );
      // Another detail brings its own reading with it, in one step; without an answer nothing is let go.
      if (!isError && data === shown.current) setText(readStored(listingKey(id)));
    };
    const listen = (event: StorageEvent) => void follow(event);
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [dispatch, id]);

  return useMemo(() => {
    const saved = listingValuesOf(detail);
    const mine = parseStored<ListingValues>(text)?.mine ?? {};
    return {
      draft: { ...saved, ...mine },
      unsaved: fieldsOf(mine).filter((field) => !same(mine[field], saved[field])).length,
    };
  }, [detail, text]);
}
