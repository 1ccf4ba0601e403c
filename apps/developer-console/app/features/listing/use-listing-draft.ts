import type { DevAppDetail } from '@yunduo/api-contract';
import { afterPaint, loadChunk } from '@yunduo/app-shell';
import { publishingApi, handledByView, useDevAppSaveMutation, type AppDispatch } from '@yunduo/data-access';
import { fieldErrors } from '@yunduo/validation';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { leaveListing } from '../../app-pages/pending-listing.ts';
import { ListingDraft, type DraftField, type ListingDraftState } from './listing-draft.ts';

const rules = () => loadChunk(() => import('../../forms/rules.ts'));
const freshDetail = (id: number) =>
  publishingApi.endpoints.devAppDetail.initiate({ id }, { forceRefetch: true, subscribe: false });

/** By app id: the draft whose page was left while its last save is running. */
const left = new Map<number, { draft: ListingDraft; settled: Promise<void> }>();

/**
 * The draft of an app while its page is open; unsaved changes are sent on leaving. Opening the page again before that
 * save has finished continues the same draft: a second one would conflict with it.
 */
export function useListingDraft(detail: DevAppDetail): ListingDraft {
  const dispatch = useDispatch<AppDispatch>();
  const [save] = useDevAppSaveMutation();
  const { id } = detail;
  const [draft] = useState(
    () =>
      left.get(id)?.draft ??
      new ListingDraft(detail, {
        // The page itself shows what could not be saved, and why.
        save: (input) => save(handledByView(input)).unwrap(),
        reload: () => dispatch(freshDetail(id)).unwrap(),
        check: async (input) => fieldErrors((await rules()).developerAppDraftSchema, input),
      }),
  );
  useEffect(() => draft.receive(detail), [draft, detail]);
  useEffect(() => {
    const flush = () => void draft.flush();
    const hide = () => document.visibilityState === 'hidden' && flush();
    const save = async (): Promise<void> => {
      const before = draft.get().revision;
      await draft.leave();
      // The other pages of the app show the saved changes.
      dispatch(publishingApi.util.invalidateTags(['DevApp']));
      const { revision } = draft.get();
      if (revision === before) return;
      // The response may be from a request that started before the save: one more is awaited, and no further ones.
      const { data } = await dispatch(freshDetail(id));
      if (data && data.revision < revision) await dispatch(freshDetail(id));
    };
    draft.stay();
    // Preload: at the first save the network may be down.
    afterPaint(() => void rules().catch(() => undefined));
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', hide);
      if (draft.get().dirty.length === 0) return draft.stop();
      const settled = save();
      left.set(id, { draft, settled });
      // The page may have been opened and left again meanwhile.
      void leaveListing(id, settled).finally(() => left.get(id)?.settled === settled && left.delete(id));
    };
  }, [draft, dispatch, id]);
  return draft;
}

export const DraftContext = createContext<{ draft: ListingDraft; showMissing: boolean } | null>(null);

/** The draft of the page, and whether fields show what a submission still needs. */
export function useDraft() {
  const context = useContext(DraftContext);
  if (!context) throw new Error('No draft is being edited here.');
  return context;
}

/**
 * A value selected from the draft's state; renders again when it changes. `select` returns a primitive or an object of
 * the state.
 */
export function useDraftState<T>(select: (state: ListingDraftState) => T): T {
  const { draft } = useDraft();
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}

/** One field: its value and its setter. */
export function useField<F extends DraftField>(field: F) {
  const { draft } = useDraft();
  return {
    value: useDraftState(({ content }) => content[field]),
    change: (value: ListingDraftState['content'][F]) => draft.change({ [field]: value }),
  };
}
