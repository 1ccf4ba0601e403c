import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True for the lifetime of a component that was hydrated from the server's HTML, false if it was rendered in
 * the browser.
 */
export function useFromServer(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [fromServer] = useState(hydrating);
  return fromServer;
}
