import { createContext, type MiddlewareFunction } from 'react-router';
import { parseListState, type ListState } from './list-state.ts';

/** The list's state; reading it fails unless `dynamic` ran before. */
export const listStateContext = createContext<ListState>();

/** Builds the list's state from the query before the page shows (specification §2, `/store`). */
export const dynamic: MiddlewareFunction = ({ request, context }) => {
  context.set(listStateContext, parseListState(new URL(request.url).searchParams));
};
