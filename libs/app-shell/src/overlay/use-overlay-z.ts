import { useEffect, useState } from 'react';
import { overlayOrder } from './overlay-order.ts';

/** The z-index of an overlay while it is open. */
export function useOverlayZ(open = true): number | undefined {
  const [z, setZ] = useState<number>();
  useEffect(() => {
    if (!open) return;
    const place = overlayOrder.acquire(setZ);
    return () => place.release();
  }, [open]);
  return z;
}
