import type { DevAppDetail } from '@yunduo/api-contract';
import { afterPaint, loadChunk } from '@yunduo/app-shell';
import { publishingApi, handledByView, useDevAppSaveMutation, type AppDispatch } from '@yunduo/data-access';
import { fieldErrors } from '@yunduo/validation';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { leaveListing } from '../../own-app/left-listing.ts';
import { Draft, type DraftField, type DraftState } from './draft.ts';

const rules = () => loadChunk(() => import('../../forms/rules.ts'));
const freshDetail = (id: number) =>
  publishingApi.endpoints.devAppDetail.initiate({ id }, { forceRefetch: true, subscribe: false });

/** By app: the draft whose page was left and whose last is still on its way. */
const left = new Map<number, { draft: Draft; settled: Promise<void> }>();

/**
 * The draft of one app for as long as its page is open; what is not saved is sent when one leaves. Who comes back
 * meanwhile goes on with the same draft: another one would clash with what this one saves.
 */
export function useAppDraft(detail: DevAppDetail): Draft {
  const dispatch = useDispatch<AppDispatch>();
  const [save] = useDevAppSaveMutation();
  const { id } = detail;
  const [draft] = useState(
    () =>
      left.get(id)?.draft ??
      new Draft(detail, {
        // The page says itself what could not be saved, and why.
        save: (input) => save(handledByView(input)).unwrap(),
        reload: () => dispatch(freshDetail(id)).unwrap(),
        check: async (input) => fieldErrors((await rules()).developerAppDraftSchema, input),
      }),
  );
  useEffect(() => draft.meet(detail), [draft, detail]);
  useEffect(() => {
    const flush = () => void draft.flush();
    const hide = () => document.visibilityState === 'hidden' && flush();
    const save = async (): Promise<void> => {
      const before = draft.get().revision;
      await draft.leave();
      // The other pages of the app show what was written here.
      dispatch(publishingApi.util.invalidateTags(['DevApp']));
      const { revision } = draft.get();
      if (revision === before) return;
      // The answer may fail, or be of a call that was on its way before: asked once more, and awaited no longer.
      const { data } = await dispatch(freshDetail(id));
      if (data && data.revision < revision) await dispatch(freshDetail(id));
    };
    draft.stay();
    // By the first save there may be no network to bring them.
    afterPaint(() => void rules().catch(() => undefined));
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', hide);
      if (draft.get().dirty.length === 0) return draft.stop();
      const settled = save();
      left.set(id, { draft, settled });
      // It may have been opened and left again meanwhile.
      void leaveListing(id, settled).finally(() => left.get(id)?.settled === settled && left.delete(id));
    };
  }, [draft, dispatch, id]);
  return draft;
}

export const DraftContext = createContext<{ draft: Draft; asked: boolean } | null>(null);

/** The draft that the page edits, and whether it was asked what handing it in would still need. */
export function useDraft() {
  const context = useContext(DraftContext);
  if (!context) throw new Error('No draft is being edited here.');
  return context;
}

/**
 * What `select` finds in the state of the draft. It is drawn anew when that changes, not with every key in another
 * field: so the answer must be a plain value, or an object that the state holds.
 */
export function useDraftState<T>(select: (state: DraftState) => T): T {
  const { draft } = useDraft();
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}

/** One field: its value, how to change it, and where it belongs to. */
export function useField<F extends DraftField>(field: F) {
  const { draft } = useDraft();
  return {
    value: useDraftState(({ content }) => content[field]),
    change: (value: DraftState['content'][F]) => draft.change({ [field]: value }),
  };
}
