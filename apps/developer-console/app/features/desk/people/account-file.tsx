import type { AdminAccount, AdminAccountDetail } from '@yunduo/api-contract';
import {
  ConfirmDialog,
  lazyWithRetry,
  LocaleLink,
  showToast,
  useAppSelector,
  useLocale,
  useShownFailure,
} from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useDeskAccountQuery, useDeskRoleMutation } from '@yunduo/data-access';
import { dayOf, momentOf } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Badge, Button, DescriptionList, Notice, PageHead, Table } from '@yunduo/ui';
import type { Role } from '@yunduo/validation';
import { useState } from 'react';
import { closeIfOutdated } from '../../../forms/conflict.ts';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { useTitleOf } from '../../../parts/use-title-of.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { GRANTED_ROLES, type GrantedRole } from '../lists.ts';
import { RoomFile } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import type { AccountStep } from './account-dialog.tsx';

const AccountDialog = lazyWithRetry(() => import('./account-dialog.tsx'));

/** One account: identity, roles, sessions, and whether it may sign in. */
export function AccountFile({ id }: { id: number }) {
  const t = useTranslations('deskPeople');
  const desk = useTranslations('desk');
  // One object per mounted view, so that its `handledByForm` mark persists.
  const [input] = useState(() => handledByForm({ id }));
  const query = useDeskAccountQuery(input, { refetchOnMountOrArgChange: true });
  const missing =
    isApiFailure(query.error) && ['USER_NOT_FOUND', 'VALIDATION_FAILED'].includes(query.error.code)
      ? query.error
      : null;
  useShownFailure(missing);
  return (
    <RoomFile
      room="people"
      title={desk('room.people')}
      words={{ back: t('back'), missing: t('missing'), missing_text: t('missing_text') }}
      query={query}
      file={missing ? null : query.data}
    >
      {(detail) => <Account detail={detail} />}
    </RoomFile>
  );
}

function Account({ detail }: { detail: AdminAccountDetail }) {
  const t = useTranslations('deskPeople');
  const locale = useLocale();
  const [step, setStep] = useState<AccountStep | null>(null);
  const { account, own, sessions, second_factor } = detail;
  // The previous API deletes no accounts.
  const { deletion_blockers: blockers } = detail as Partial<AdminAccountDetail>;
  const { id, email, nickname, roles, created_at, disabled_at } = account;
  useTitleOf(email);
  return (
    <>
      <PageHead title={<span className={styles.long}>{email}</span>} lead={<bdi>{nickname}</bdi>} />
      <div className={styles.notices}>{own && <Notice title={t('own')} />}</div>
      <section className={styles.section}>
        <DescriptionList
          layout="columns"
          items={[
            { term: t('number'), value: id, num: true },
            {
              term: t('column.state'),
              value: disabled_at ? <Badge tone="bad">{t('disabled')}</Badge> : t('active'),
            },
            { term: t('column.roles'), value: <Roles roles={roles} /> },
            { term: t('column.joined'), value: dayOf(created_at, locale) },
            ...(disabled_at ? [{ term: t('disabled_at'), value: momentOf(disabled_at, locale) }] : []),
          ]}
        />
        <p className={styles.actions}>
          <LocaleLink to={`${roomPath('audit')}?target=user:${id}`}>{t('audit')}</LocaleLink>
        </p>
      </section>
      <RoleSection account={account} own={own} />
      <section className={styles.section}>
        <h2>{t('sessions')}</h2>
        {sessions.length === 0 ? (
          <p className="quiet">{t('no_sessions')}</p>
        ) : (
          <>
            <Table
              caption={t('sessions')}
              rows={sessions}
              rowKey={(session) => session.id}
              columns={[
                {
                  key: 'device',
                  header: t('session.device'),
                  cell: ({ device }) => <span className={styles.long}>{device || t('unknown_device')}</span>,
                },
                {
                  key: 'created',
                  header: t('session.created'),
                  cell: (session) => momentOf(session.created_at, locale),
                },
                {
                  key: 'used',
                  header: t('session.used'),
                  cell: ({ last_used_at }) => momentOf(last_used_at, locale),
                },
                {
                  key: 'actions',
                  header: t('session.actions'),
                  kind: 'actions',
                  cell: (session) => (
                    <Button
                      size="sm"
                      kind="line"
                      aria-label={t('end_label', { device: session.device || t('unknown_device') })}
                      onClick={() => setStep({ kind: 'end', session })}
                    >
                      {t('end')}
                    </Button>
                  ),
                },
              ]}
            />
            <div className={styles.actions}>
              <Button kind="line" onClick={() => setStep({ kind: 'end', session: null })}>
                {t('end_all')}
              </Button>
            </div>
          </>
        )}
      </section>
      {!own && second_factor && (
        <section className={styles.section}>
          <h2>{t('factor_heading')}</h2>
          <p>{t('factor_lead')}</p>
          <div className={styles.actions}>
            <Button kind="danger" onClick={() => setStep({ kind: 'factor' })}>
              {t('factor')}
            </Button>
          </div>
        </section>
      )}
      {!own && (
        <section className={styles.section}>
          <h2>{t('state_heading')}</h2>
          <p>{t('state_text')}</p>
          <div className={styles.actions}>
            {disabled_at ? (
              <Button onClick={() => setStep({ kind: 'enable' })}>{t('enable')}</Button>
            ) : (
              <Button kind="danger" onClick={() => setStep({ kind: 'disable' })}>
                {t('disable')}
              </Button>
            )}
          </div>
        </section>
      )}
      {!own && blockers && (
        <section className={styles.section}>
          <h2>{t('delete_heading')}</h2>
          <p>{t('delete_lead')}</p>
          {blockers.length > 0 ? (
            <div className={styles.notices}>
              <Notice tone="warn" title={t('delete_blocked')}>
                <ul>
                  {blockers.map(({ kind, count }) => (
                    <li key={kind}>{t(`blockers.${kind}`, { count })}</li>
                  ))}
                </ul>
              </Notice>
            </div>
          ) : (
            <div className={styles.actions}>
              <Button kind="danger" onClick={() => setStep({ kind: 'delete' })}>
                {t('delete')}
              </Button>
            </div>
          )}
        </section>
      )}
      <TimeZone />
      {step && <AccountDialog step={step} email={email} onClose={() => setStep(null)} />}
    </>
  );
}

/** The server lets operators revoke these two roles without an admin. */
const REVOKED_BY_OPERATORS: readonly GrantedRole[] = ['developer', 'reviewer'];

/** Admins grant and revoke roles, except their own; operators revoke roles without power over other users. */
function RoleSection({ account, own }: { account: AdminAccount; own: boolean }) {
  const t = useTranslations('deskPeople');
  const admin = useAppSelector(selectUser)?.roles.includes('admin') ?? false;
  const [asking, setAsking] = useState<{ role: GrantedRole; granted: boolean } | null>(null);
  const [change] = useDeskRoleMutation();
  const { email, roles } = account;
  const offered = GRANTED_ROLES.map((role) => ({ role, granted: !roles.includes(role) })).filter(
    ({ role, granted }) => (granted ? admin && !own : admin || REVOKED_BY_OPERATORS.includes(role)),
  );
  const named = asking && t(`roles.${asking.role}`);
  return (
    <section className={styles.section}>
      <h2>{t('roles_heading')}</h2>
      <p>{t('roles_text')}</p>
      <div className={styles.actions}>
        {offered.map(({ role, granted }) => (
          <Button key={role} size="sm" kind="line" onClick={() => setAsking({ role, granted })}>
            {t(granted ? 'grant_label' : 'revoke_label', { role: t(`roles.${role}`) })}
          </Button>
        ))}
      </div>
      {asking && named && (
        <ConfirmDialog
          title={t(asking.granted ? 'grant_title' : 'revoke_title', { role: named })}
          confirm={t(asking.granted ? 'grant' : 'revoke')}
          confirming={t('busy')}
          danger={!asking.granted}
          onClose={() => setAsking(null)}
          onFailure={closeIfOutdated(() => setAsking(null))}
          onConfirm={async () => {
            await change({ email, ...asking }).unwrap();
            showToast(t(asking.granted ? 'granted' : 'revoked'));
          }}
        >
          <p>{t(asking.granted ? 'grant_text' : 'revoke_text', { email, role: named })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The roles of an account beyond user. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  const t = useTranslations('deskPeople');
  const held = roles.filter((role) => role !== 'user');
  if (held.length === 0) return <span className="quiet">{t('roles.user')}</span>;
  return (
    <span className={styles.badges}>
      {held.map((role) => (
        <Badge key={role} tone={role === 'admin' ? 'ink' : 'brand'}>
          {t(`roles.${role}`)}
        </Badge>
      ))}
    </span>
  );
}
