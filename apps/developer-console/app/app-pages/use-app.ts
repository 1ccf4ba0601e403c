import { useAppSelector, useShownFailure } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useDevAppDetailQuery } from '@yunduo/data-access';
import { selectSignedIn } from '@yunduo/session';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

const ID = /^[1-9]\d{0,9}$/;

/** The developer's own app that `?id=` names. What the cache has may be older than what was saved: it is asked anew. */
export function useApp() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const text = query.get('id') ?? '';
  const id = ID.test(text) ? Number(text) : null;
  // That there is no such app is what the page says, without a message over it.
  const input = useMemo(() => handledByForm({ id: id ?? 0 }), [id]);
  const { currentData, error, isFetching, refetch } = useDevAppDetailQuery(input, {
    skip: !signedIn || id === null,
    refetchOnMountOrArgChange: true,
  });
  const status = isApiFailure(error) ? error.status : null;
  useShownFailure(isApiFailure(error) && (status === 404 || status === 400) ? error : null);
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
