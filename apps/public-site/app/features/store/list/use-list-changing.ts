import { useLocation, useNavigation } from 'react-router';
import { parseListState, type ListState } from './list-state.ts';

/** True while another list of the store is loading. */
export function useListChanging(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}

/** The state of the list that is loading: further choices are added to it instead of resetting it. */
export function useAskedState(state: ListState): ListState {
  const changing = useListChanging();
  const { location } = useNavigation();
  return changing && location ? parseListState(new URLSearchParams(location.search)) : state;
}
