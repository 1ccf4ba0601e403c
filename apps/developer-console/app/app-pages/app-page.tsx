import type { DevAppDetail } from '@yunduo/api-contract';
import { keepFilesOut, LocaleLink, useAppSelector, useSessionEnd, useShownFailure } from '@yunduo/app-shell';
import { selectGeneration, selectSignedIn } from '@yunduo/session';
import { Button, buttonClass, EmptyState, Skeleton } from '@yunduo/ui';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { handledByForm, isApiFailure, useDevAppDetailQuery } from '@yunduo/data-access';
import { useSearchParams } from 'react-router';
import { PATHS } from '../paths.ts';
import { useTranslations } from '../shell/words.ts';
import { AppHead } from './app-head.tsx';

// Without the punctuation of a sentence around the link.
const ID = /^[1-9]\d{0,9}\b/;

/** The developer's own app from `?id=`. The cache may be older than the saved state, so it is refetched. */
function useApp() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const [text] = ID.exec(query.get('id') ?? '') ?? [];
  const id = text ? Number(text) : null;
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

interface AppPageProps {
  here: 'edit' | 'versions' | 'preview';
  children: (detail: DevAppDetail) => ReactNode;
}

/** A page of one app: its header and navigation, and the states for loading, failed and missing. */
export function AppPage(props: AppPageProps) {
  useSessionEnd();
  useEffect(() => keepFilesOut(), []);
  // A change of account, for example in another tab, remounts the page and drops the previous account's data.
  return <OwnApp key={useAppSelector(selectGeneration)} {...props} />;
}

function OwnApp({ here, children }: AppPageProps) {
  const t = useTranslations('appPages');
  const { detail, busy, missing, refused, failed, retry } = useApp();
  // Wait for a fresh response: editing cached data could overwrite newer changes.
  const [came, setCame] = useState<number | null>(null);
  if (detail && !busy && came !== detail.id) setCame(detail.id);
  if (missing || refused) {
    return (
      <EmptyState
        as="h1"
        failed
        title={t(refused ? 'refused.heading' : 'missing.heading')}
        action={
          <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={PATHS.applications}>
            {t('to_list')}
          </LocaleLink>
        }
      >
        {t(refused ? 'refused.text' : 'missing.text')}
      </EmptyState>
    );
  }
  if (detail && came === detail.id) {
    return (
      <>
        <AppHead detail={detail} here={here} />
        {children(detail)}
      </>
    );
  }
  if (failed && !busy) {
    return (
      <EmptyState
        as="h1"
        failed
        title={t('failed.heading')}
        action={<Button onClick={retry}>{t('failed.retry')}</Button>}
      >
        {t('failed.text')}
      </EmptyState>
    );
  }
  return <Skeleton label={t('loading')} rows={6} />;
}
