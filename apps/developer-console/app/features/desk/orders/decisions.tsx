import type { Proposal } from '@yunduo/api-contract';
import {
  ConfirmDialog,
  lazyWithRetry,
  LocaleLink,
  showToast,
  useAppSelector,
  useLocale,
} from '@yunduo/app-shell';
import { useDeskDecisionConfirmMutation, useDeskDecisionsQuery } from '@yunduo/data-access';
import { formatMoney, momentOf, textAttributes } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Badge, Button, type Column } from '@yunduo/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { DECISION_STATES } from '../lists.ts';
import { DeskList, Filters, pageOf, SelectFilter } from '../parts.tsx';
import { roomPath } from '../rooms.ts';

const DeclineDialog = lazyWithRetry(() => import('./decline-dialog.tsx'));

/** Decisions awaiting a second operator, and the results of earlier ones. */
export function Decisions() {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const [address] = useSearchParams();
  const chosen = address.get('state') ?? 'pending';
  const state = DECISION_STATES.find((known) => known === chosen);
  const query = useDeskDecisionsQuery(
    { ...(state && { state }), page: pageOf(address) },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<Proposal>[] = [
    {
      key: 'subject',
      header: t('decision.subject'),
      cell: ({ kind, subject }) => (
        <>
          {t(`decision.kinds.${kind}`)}
          <small>
            <Subject subject={subject} />
          </small>
        </>
      ),
    },
    {
      key: 'amount',
      header: t('decision.amount'),
      kind: 'number',
      cell: ({ amount }) => formatMoney(amount, 'CNY', locale),
    },
    {
      key: 'user',
      header: t('decision.user'),
      cell: ({ user }) => <span className={styles.email}>{user ?? '–'}</span>,
    },
    {
      key: 'by',
      header: t('decision.by'),
      cell: ({ proposed_by, proposed_at }) => (
        <>
          <span className={styles.email}>{proposed_by ?? '–'}</span>
          <small>{momentOf(proposed_at, locale)}</small>
        </>
      ),
    },
    {
      key: 'result',
      header: state === 'pending' ? t('decision.expires') : t('decision.result'),
      cell: (proposal) =>
        proposal.state === 'pending' ? (
          momentOf(proposal.expires_at, locale)
        ) : (
          <>
            <Badge>{t(`decision.states.${proposal.state}`)}</Badge>
            {proposal.decided_by && <small className={styles.long}>{proposal.decided_by}</small>}
            {proposal.note && (
              <small className={styles.long} {...textAttributes(proposal.note, locale)}>
                {proposal.note}
              </small>
            )}
          </>
        ),
    },
    {
      key: 'actions',
      header: t('decision.actions'),
      kind: 'actions',
      cell: (proposal) => proposal.state === 'pending' && <ProposalActions proposal={proposal} />,
    },
  ];
  const path = `${roomPath('orders')}?view=decisions`;
  return (
    <>
      <Filters path={roomPath('orders')} shown={{ view: 'decisions', state: state ?? 'all' }}>
        <input type="hidden" name="view" defaultValue="decisions" />
        <SelectFilter
          name="state"
          label={t('decision.state')}
          anyValue="all"
          any={t('decision.any_state')}
          value={state ?? 'all'}
          values={DECISION_STATES}
          textOf={(each) => t(`decision.states.${each}`)}
        />
      </Filters>
      <DeskList
        query={query}
        caption={t('decisions')}
        columns={columns}
        rowKey={({ id }) => id}
        path={path}
        filtered={state !== 'pending'}
        empty={{ title: t('decision.empty'), text: t('decision.empty_text') }}
      />
    </>
  );
}

/** Subject of a decision; an order is linked. */
function Subject({ subject }: { subject: string }) {
  const order = /^order:(.+)$/.exec(subject)?.[1];
  return order ? (
    <LocaleLink className="num" to={`${roomPath('orders')}?no=${order}`}>
      {order}
    </LocaleLink>
  ) : (
    <span className="num">{subject}</span>
  );
}

/** Confirms or declines another operator's decision; its proposer can only withdraw it. */
export function ProposalActions({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const [asking, setAsking] = useState<'confirm' | 'decline' | null>(null);
  const [confirm] = useDeskDecisionConfirmMutation();
  const own = useAppSelector(selectUser)?.email === proposal.proposed_by;
  const close = () => setAsking(null);
  return (
    <>
      {own && <p className="quiet">{t('decision.own')}</p>}
      <div className={styles.actions}>
        {!own && (
          <Button size="sm" onClick={() => setAsking('confirm')}>
            {t('decision.confirm')}
          </Button>
        )}
        <Button size="sm" kind="line" onClick={() => setAsking('decline')}>
          {t(own ? 'decision.withdraw' : 'decision.decline')}
        </Button>
      </div>
      {asking === 'confirm' && (
        <ConfirmDialog
          title={t('decision.confirm_title')}
          confirm={t('decision.confirm')}
          confirming={t('decision.confirming')}
          danger
          onClose={close}
          onConfirm={async () => {
            await confirm({ id: proposal.id }).unwrap();
            showToast(t('decision.confirmed'));
          }}
        >
          <p>
            {t('decision.confirm_text', {
              kind: t(`decision.kinds.${proposal.kind}`),
              subject: proposal.subject,
              amount: formatMoney(proposal.amount, 'CNY', locale),
            })}
          </p>
        </ConfirmDialog>
      )}
      {asking === 'decline' && <DeclineDialog proposal={proposal} own={own} onClose={close} />}
    </>
  );
}
