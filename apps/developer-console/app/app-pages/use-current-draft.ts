import type { DevAppDetail } from '@yunduo/api-contract';
import { publishingApi, type AppDispatch } from '@yunduo/data-access';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { listingValuesOf, listingKey, type ListingValues } from './listing-values.ts';
import { fieldsOf, parseStored, readStored, same } from '@yunduo/app-shell/draft-state';

const revisionOf = (text: string | null): number | undefined => parseStored(text)?.revision;

/**
 * The current draft: the server's state, with the unsaved local changes of an editor in this browser on top. The editor
 * stores them at every keystroke; changes in other windows arrive as storage events, those of this window are read when
 * the page opens. The local draft is cleared only after the saved draft has been refetched.
 */
export function useCurrentDraft(detail: DevAppDetail): { draft: ListingValues; unsaved: number } {
  const { id } = detail;
  const dispatch = useDispatch<AppDispatch>();
  const [seen, setSeen] = useState(detail);
  const [text, setText] = useState(() => readStored(listingKey(id)));
  if (seen !== detail) {
    // The detail was refetched: after a save the editor's local draft is gone or has changed.
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
      // A changed detail rereads the storage itself, in the same render; without an answer the local draft is kept.
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
