import { useAppSelector, useShownFailure } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useDevAppDetailQuery } from '@yunduo/data-access';
import { selectSignedIn } from '@yunduo/session';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

const ID = /^[1-9]\d{0,9}$/;

/** The developer's own app from `?id=`. The cache may be older than the saved state, so it is refetched. */
export function useApp() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const text = query.get('id') ?? '';
  const id = ID.test(text) ? Number(text) : null;
  // The page itself reports a missing app: no toast.
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
    /** The app does not exist, or belongs to another user. */
    missing: id === null || status === 404 || status === 400,
    /** The account is not a developer. */
    refused: status === 403,
    failed: error !== undefined,
    retry: () => void refetch(),
  };
}
