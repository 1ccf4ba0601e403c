import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * The fields of a form go along with the address, with back and forward too, and stay in the page: a key would give
 * them anew, and drop the focus. `values` is what the address says of them, by their names: as long as it says the
 * same, what was chosen and not sent yet stays, whatever else of the address changes.
 */
export function useAddressValues(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string | boolean>>,
): void {
  const address = JSON.stringify(values);
  const shown = useRef(address);
  const show = useEffectEvent(() => {
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      if (typeof value === 'boolean') {
        if (field instanceof HTMLInputElement) field.checked = value;
      } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = value;
      }
    }
  });
  useEffect(() => {
    // What was typed before the page was hydrated stays.
    if (shown.current === address) return;
    shown.current = address;
    show();
  }, [address]);
}
