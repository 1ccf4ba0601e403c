import { OVERLAY } from '@yunduo/validation';

/** A position in the order; release it when the overlay closes. */
export interface OverlayPlace {
  release(): void;
}

interface Layer {
  z: number;
  place: (z: number) => void;
}

/**
 * One z-order for everything above the page (R9.02): the last opened is on top. Positions start at 2000. When
 * the spread exceeds 2500 (a position above 4500), the open ones are renumbered from 2000 in the same order.
 */
export function createOverlayOrder({ base, spread }: { base: number; spread: number } = OVERLAY) {
  // In order of opening, so always ascending.
  let layers: Layer[] = [];

  return {
    /** Takes the top position; `place` receives the z-index now and on every change. */
    acquire(place: (z: number) => void): OverlayPlace {
      const top = layers.at(-1);
      const layer = { z: top ? top.z + 1 : base, place };
      layers.push(layer);
      if (layer.z - base > spread) renumber();
      else place(layer.z);
      return {
        release() {
          layers = layers.filter((other) => other !== layer);
        },
      };
    },
    /** The open positions, lowest first. */
    open: (): readonly number[] => layers.map(({ z }) => z),
  };

  function renumber(): void {
    layers.forEach((layer, index) => {
      layer.z = base + index;
      layer.place(layer.z);
    });
  }
}

/** The page's order. */
export const overlayOrder = createOverlayOrder();
