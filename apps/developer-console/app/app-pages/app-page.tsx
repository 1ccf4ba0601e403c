import type { DevAppDetail } from '@yunduo/api-contract';
import { keepFilesOut, LocaleLink, useAppSelector, useSessionEnd } from '@yunduo/app-shell';
import { selectGeneration } from '@yunduo/session';
import { Button, buttonClass, EmptyState, Skeleton } from '@yunduo/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { PATHS } from '../paths.ts';
import { useTranslations } from '../shell/words.ts';
import { AppHead } from './app-head.tsx';
import { useApp } from './use-app.ts';

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
