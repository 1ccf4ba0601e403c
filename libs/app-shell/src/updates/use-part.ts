import { useEffect, useEffectEvent, useReducer, useState, type ComponentType } from 'react';
import { reloadGuard } from './reload-guard.ts';

/**
 * A part of a page in files of its own. Where they do not come the caller says so in the part's place, and asks again at
 * a press. (`lazy` would keep the failure for ever, and throw the page away.) `here` holds what came, by key, and must
 * outlive the component.
 */
export function usePart<K extends string, P>(
  here: Partial<Record<K, ComponentType<P>>>,
  key: K,
  load: (key: K) => Promise<{ default: ComponentType<P> }>,
) {
  const [, show] = useReducer((shown: number) => shown + 1, 0);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const fetchPart = async () => {
    const module = await reloadGuard.spare(() => load(key));
    here[key] = module.default;
  };
  const begin = useEffectEvent(() => {
    if (!here[key]) fetchPart().then(show, () => setFailed(true));
  });
  useEffect(() => begin(), [key]);
  const retry = async () => {
    setBusy(true);
    try {
      await fetchPart();
      setFailed(false);
    } catch {
      // A deployment may have taken it away; nothing stands here that a reload could take.
      reloadGuard.reload();
    }
    setBusy(false);
  };
  return { Part: here[key], failed, busy, retry: () => void retry() };
}
