import type { UserSession } from '@yunduo/api-contract';
import { lazyWithRetry, showToast, useLocale } from '@yunduo/app-shell';
import { isApiFailure, useRevokeSessionMutation, useSessionsQuery } from '@yunduo/data-access';
import { Badge, Button, type Column, Skeleton, Table } from '@yunduo/ui';
import { momentOf } from '@yunduo/i18n';
import { useState } from 'react';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from './account-security.module.css';

const RevokeOthersDialog = lazyWithRetry(() => import('./revoke-others-dialog.tsx'));

/** Active sessions. Each device can be signed out, or all others at once after a confirmation. */
export function Sessions() {
  const t = useTranslations('account');
  const { data, error, isFetching, refetch } = useSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [asking, setAsking] = useState(false);
  const { revoke, revoking } = useRevoke();
  const others = data?.list.filter(({ current }) => !current) ?? [];

  return (
    <section aria-labelledby="sessions">
      <div className={styles.head}>
        <div>
          <h2 id="sessions">{t('account.sessions')}</h2>
          <p className="quiet">
            {t(data && others.length === 0 ? 'account.only_this' : 'account.sessions_lead')}
          </p>
        </div>
        {others.length > 1 && (
          <Button kind="danger" size="sm" busy={revoking === 0} onClick={() => setAsking(true)}>
            {t('account.revoke_others')}
          </Button>
        )}
      </div>
      {data ? (
        <SessionTable list={data.list} revoking={revoking} onRevoke={revoke} />
      ) : error ? (
        <PartFailed
          as="h3"
          title={t('account.sessions_failed')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('account.sessions')} shape="text" rows={2} />
      )}
      {asking && <RevokeOthersDialog onClose={() => setAsking(false)} onConfirm={() => void revoke()} />}
    </section>
  );
}

/** Revokes one session, or all others without an id. `revoking` is the id in progress, 0 for all others. */
function useRevoke() {
  const t = useTranslations('account');
  const [call, { isLoading, originalArgs }] = useRevokeSessionMutation();
  return {
    revoking: isLoading ? (originalArgs?.id ?? 0) : null,
    async revoke(id?: number) {
      try {
        const { revoked } = await call(id === undefined ? {} : { id }).unwrap();
        showToast(t('account.revoked', { count: revoked }));
      } catch (error) {
        // A toast has reported the failed call.
        if (!isApiFailure(error)) throw error;
      }
    },
  };
}

interface SessionTableProps {
  list: readonly UserSession[];
  revoking: number | null;
  onRevoke: (id: number) => Promise<void>;
}

function SessionTable({ list, revoking, onRevoke }: SessionTableProps) {
  const t = useTranslations('account');
  const locale = useLocale();
  const nameOf = ({ device }: UserSession) => device || t('account.unknown_device');
  const columns: Column<UserSession>[] = [
    {
      key: 'device',
      header: t('account.device'),
      cell: (session) => (
        <span className={styles.device}>
          {nameOf(session)}
          {session.current && <Badge tone="brand">{t('account.current')}</Badge>}
        </span>
      ),
    },
    {
      key: 'created',
      header: t('account.signed_in_at'),
      cell: (session) => <time dateTime={session.created_at}>{momentOf(session.created_at, locale)}</time>,
    },
    {
      key: 'used',
      header: t('account.last_used_at'),
      cell: (session) => (
        <time dateTime={session.last_used_at}>{momentOf(session.last_used_at, locale)}</time>
      ),
    },
    {
      key: 'actions',
      header: t('account.actions'),
      kind: 'actions',
      cell: (session) =>
        !session.current && (
          <Button
            kind="line"
            size="sm"
            busy={revoking === session.id}
            aria-label={t('account.revoke_label', { device: nameOf(session) })}
            onClick={() => void onRevoke(session.id)}
          >
            {t(revoking === session.id ? 'account.revoking' : 'account.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table
        caption={t('account.sessions')}
        columns={columns}
        rows={list}
        rowKey={({ id }) => id}
        isCurrent={({ current }) => current}
      />
      {locale === 'en' && <p className={`quiet ${styles.note}`}>{t('account.time_zone')}</p>}
    </>
  );
}
