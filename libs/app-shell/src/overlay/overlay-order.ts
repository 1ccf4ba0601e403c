import { OVERLAY } from '@yunduo/validation';

/** A place in the order: give it back when the overlay closes. */
export interface OverlayPlace {
  release(): void;
}

interface Layer {
  z: number;
  place: (z: number) => void;
}

/**
 * One order for everything that lies above the page (R9.02): what opens last lies on top. Places start at 2000; when
 * the spread passes 2500 (a place above 4500), the open ones are renumbered from 2000, in the same order.
 */
export function createOverlayOrder({ base, spread }: { base: number; spread: number } = OVERLAY) {
  // In the order of opening, so always ascending.
  let layers: Layer[] = [];

  return {
    /** Takes the top place; `place` hears the z-index now and whenever it changes. */
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
    /** The open places, lowest first. */
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
