import { useLocation, useNavigation } from 'react-router';
import { parseListState, type ListState } from './list-state.ts';

/** True while another list of the store is on its way. */
export function useListChanging(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}

/** What the list will show once it has come: what is chosen meanwhile adds to it and does not undo it. */
export function useAskedState(state: ListState): ListState {
  const changing = useListChanging();
  const { location } = useNavigation();
  return changing && location ? parseListState(new URLSearchParams(location.search)) : state;
}
