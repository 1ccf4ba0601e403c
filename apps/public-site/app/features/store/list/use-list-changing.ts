import { useLocation, useNavigation } from 'react-router';

/** True while another list of the store is on its way. */
export function useListChanging(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}
