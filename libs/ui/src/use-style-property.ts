import { useLayoutEffect, type RefObject } from 'react';

/**
 * Sets one style property by script. The content security policy refuses style attributes in HTML,
 * so a number known only at run time reaches an element this way alone.
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
