import type { DevAppDetail } from '@yunduo/api-contract';
import { afterNextPaint, loadChunk } from '@yunduo/app-shell';
import type { AutosavedDraft } from '@yunduo/app-shell/autosaved-draft';
import { publishingApi, type AppDispatch } from '@yunduo/data-access';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { openEditors } from './pending-listing.ts';

export const formRules = () => loadChunk(() => import('../forms/rules.ts'));

/** Requests the current state of an app. */
export const fetchDetail = (dispatch: AppDispatch, id: number): Promise<DevAppDetail> =>
  dispatch(
    publishingApi.endpoints.devAppDetail.initiate({ id }, { forceRefetch: true, subscribe: false }),
  ).unwrap();

/** A draft of any kind: what the page's life does to it. */
type Draft = Pick<AutosavedDraft<object, unknown>, 'flush' | 'leave' | 'stay' | 'stop'> & {
  get: () => { revision: number; dirty: readonly unknown[] };
};

/** By storage key: the draft whose page was left while its last save is running. */
const left = new Map<string, { draft: Draft; settled: Promise<void> }>();

interface AutosaveOptions<D> {
  /** The storage key of its unsaved changes. */
  key: string;
  create: () => D;
  /** Fetches the app again; resolves to the draft's revision on the server. */
  refetch: () => Promise<number>;
  /** Called with the last save of a page that is left, and the refetch after it. */
  onLeave?: (settled: Promise<void>) => Promise<void>;
}

/**
 * A draft while its page is open; unsaved changes are sent on leaving. Opening the page again before that save has
 * finished continues the same draft: a second one would conflict with it. The options of the first render apply.
 */
export function useAutosave<D extends Draft>(options: AutosaveOptions<D>): D {
  const dispatch = useDispatch<AppDispatch>();
  const [{ key, refetch, onLeave }] = useState(options);
  const [draft] = useState(() => (left.get(key)?.draft as D | undefined) ?? options.create());
  useEffect(() => {
    const save = () => draft.flush();
    const flush = () => void save();
    const hide = () => document.visibilityState === 'hidden' && flush();
    const leave = async (): Promise<void> => {
      const before = draft.get().revision;
      await draft.leave();
      // The other pages of the app show the saved changes.
      dispatch(publishingApi.util.invalidateTags(['DevApp']));
      const { revision } = draft.get();
      if (revision === before) return;
      // The response may be from a request that started before the save, or it failed: one more is awaited, and no
      // further ones.
      const stored = () => refetch().catch(() => 0);
      if ((await stored()) < revision) await stored();
    };
    draft.stay();
    openEditors.add(save);
    // Preload: at the first save the network may be down.
    afterNextPaint(() => void formRules().catch(() => undefined));
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', hide);
      if (draft.get().dirty.length === 0) {
        openEditors.delete(save);
        return draft.stop();
      }
      const settled = leave();
      left.set(key, { draft, settled });
      // The page may have been opened and left again meanwhile.
      void (onLeave?.(settled) ?? settled).finally(() => {
        openEditors.delete(save);
        if (left.get(key)?.settled === settled) left.delete(key);
      });
    };
  }, [draft, dispatch, key, refetch, onLeave]);
  return draft;
}
