import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * The fields of a form go along with the address, with back and forward too, and stay in the page: a key would give
 * them anew, and drop the focus. `address` is the part of it that they show, `values` is by their names.
 */
export function useAddressValues(
  form: RefObject<HTMLFormElement | null>,
  address: string,
  values: Readonly<Record<string, string | boolean>>,
): void {
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
