import { useLayoutEffect, type RefObject } from 'react';

/**
 * Sets one style property by script. The content security policy forbids style attributes in HTML, so this is
 * the only way to pass a number known at run time.
 */
export function useStyleProperty(
  element: RefObject<HTMLElement | null>,
  name: string,
  value: string | number | undefined,
) {
  useLayoutEffect(() => {
    if (value === undefined) element.current?.style.removeProperty(name);
    else element.current?.style.setProperty(name, String(value));
  }, [element, name, value]);
}
