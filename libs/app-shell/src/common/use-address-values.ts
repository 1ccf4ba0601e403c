import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * Keeps the fields of a form in step with the address, back and forward included, without remounting: a
 * changed `key` would drop the focus. `values` are the address's values by field name. While they stay equal,
 * unsent input is kept, whatever else changes in the address.
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
    // Input from before hydration is kept.
    if (shown.current === address) return;
    shown.current = address;
    show();
  }, [address]);
}
