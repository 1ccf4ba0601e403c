import { useAppSelector } from '@yunduo/app-shell';
import { isApiFailure, useDevAppDetailQuery } from '@yunduo/data-access';
import { selectSignedIn } from '@yunduo/session';
import { useSearchParams } from 'react-router';

const ID = /^[1-9]\d{0,9}$/;

/** The developer's own app that `?id=` names. What the cache has may be older than what was saved: it is asked anew. */
export function useOwnApp() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const text = query.get('id') ?? '';
  const id = ID.test(text) ? Number(text) : null;
  const { currentData, error, isFetching, refetch } = useDevAppDetailQuery(
    { id: id ?? 0 },
    { skip: !signedIn || id === null, refetchOnMountOrArgChange: true },
  );
  const status = isApiFailure(error) ? error.status : null;
  return {
    detail: currentData,
    busy: isFetching,
    /** There is no such app, or it is somebody else's. */
    missing: id === null || status === 404 || status === 400,
    /** The account is no developer's. */
    refused: status === 403,
    failed: error !== undefined,
    retry: () => void refetch(),
  };
}
