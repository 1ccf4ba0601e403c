import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True for the whole life of a component that was hydrated from the server's HTML, false when it was made here. */
export function useFromServer(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [fromServer] = useState(hydrating);
  return fromServer;
}
