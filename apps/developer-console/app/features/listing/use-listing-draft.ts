import type { DevAppDetail } from '@yunduo/api-contract';
import { handledByView, publishingApi, useDevAppSaveMutation, type AppDispatch } from '@yunduo/data-access';
import { fieldErrors } from '@yunduo/validation';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { listingKey } from '../../app-pages/listing-values.ts';
import { leaveListing } from '../../app-pages/pending-listing.ts';
import { formRules, fetchDetail, useAutosave } from '../../app-pages/use-autosave.ts';
import {
  listingDraft,
  listingState,
  type DraftField,
  type ListingDraft,
  type ListingDraftState,
} from './listing-draft.ts';

/** The draft of an app's listing while its page is open. */
export function useListingDraft(detail: DevAppDetail): ListingDraft {
  const dispatch = useDispatch<AppDispatch>();
  const [save] = useDevAppSaveMutation();
  const { id } = detail;
  const draft = useAutosave({
    key: listingKey(id),
    create: () =>
      listingDraft(detail, {
        async save(input) {
          // The page itself shows what could not be saved, and why.
          const saved = await save(handledByView(input)).unwrap();
          // The app's other pages open with it: a submission sends the revision that they show.
          dispatch(
            publishingApi.util.updateQueryData('devAppDetail', { id }, (shown) => {
              Object.assign(shown, saved);
            }),
          );
          return saved;
        },
        reload: () => fetchDetail(dispatch, id),
        check: async (input) => fieldErrors((await formRules()).developerAppDraftSchema, input),
      }),
    refetch: async () => (await fetchDetail(dispatch, id)).revision,
    onLeave: (settled) => leaveListing(id, settled),
  });
  useEffect(() => draft.receive(listingState(detail)), [draft, detail]);
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
