import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createOverlayOrder, type OverlayPlace } from './overlay-order.ts';

/** Opens an overlay and records its z-index. */
function openIn(order: ReturnType<typeof createOverlayOrder>) {
  const overlay = { z: Number.NaN, place: undefined as unknown as OverlayPlace };
  overlay.place = order.acquire((z) => (overlay.z = z));
  return overlay;
}

test('[R9.02] overlays start at 2000 and the last one opened is on top', () => {
  const order = createOverlayOrder();
  const [dialog, toast, menu] = [openIn(order), openIn(order), openIn(order)];
  expect([dialog.z, toast.z, menu.z]).toEqual([2000, 2001, 2002]);
  toast.place.release();
  expect(openIn(order).z).toBe(2003);
  expect(order.open()).toEqual([2000, 2002, 2003]);
});

test('[R9.02] restart at 2000 after all have closed', () => {
  const order = createOverlayOrder();
  openIn(order).place.release();
  expect(openIn(order).z).toBe(2000);
});

test('[R9.02] a spread of 2500 is kept, one of 2501 is renumbered from 2000', () => {
  const order = createOverlayOrder();
  // One overlay stays open, so that the counter never resets.
  let dialog = openIn(order);
  for (let opening = 1; opening <= 2500; opening += 1) {
    const next = openIn(order);
    expect(next.z).toBe(2000 + opening);
    dialog.place.release();
    dialog = next;
  }
  expect(order.open()).toEqual([4500]);
  // The 2,501st after the first.
  const last = openIn(order);
  expect([dialog.z, last.z]).toEqual([2000, 2001]);
  expect(order.open()).toEqual([2000, 2001]);
});

test('[R9.02] 2,501 overlays open at once keep their order from 2000 up', () => {
  const order = createOverlayOrder();
  const overlays = Array.from({ length: 2501 }, () => openIn(order));
  expect(overlays[0]?.z).toBe(2000);
  expect(overlays.every(({ z }, index) => z === 2000 + index)).toBe(true);
});

test('[R9.02] layers follow the order of opening for any sequence of opens and closes', () => {
  const steps = fc.array(fc.oneof(fc.constant('open' as const), fc.nat(20)), { maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 2, max: 12 }), (script, spread) => {
      const order = createOverlayOrder({ base: 2000, spread });
      let open: ReturnType<typeof openIn>[] = [];
      let most = 0;
      for (const step of script) {
        if (step === 'open') open.push(openIn(order));
        else if (open.length > 0) {
          const closing = open[step % open.length] as (typeof open)[number];
          closing.place.release();
          closing.place.release();
          open = open.filter((overlay) => overlay !== closing);
        }
        most = Math.max(most, open.length);
        const places = open.map(({ z }) => z);
        expect(order.open()).toEqual(places);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(new Set(places).size).toBe(places.length);
        // Never above the spread, unless that many are open.
        expect((places.at(-1) ?? 2000) - 2000).toBeLessThanOrEqual(Math.max(spread, most - 1));
      }
    }),
  );
});
