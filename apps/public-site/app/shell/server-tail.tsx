import { dehydratedState, type AppState } from '@yunduo/data-access';
import { useStore } from 'react-redux';
import { Scripts } from 'react-router';

/** What the browser needs to take over: the server data as JSON, and React Router's scripts. */
export function ServerTail() {
  const store = useStore<AppState>();
  return (
    <>
      <script
        id="app-state"
        type="application/json"
        dangerouslySetInnerHTML={{ __html: dehydratedState(store.getState()) }}
      />
      <Scripts />
    </>
  );
}
