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
import { LICENCE_PLANS } from '@yunduo/validation';
import { Badge, Button, DescriptionList, type Column } from '@yunduo/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { closeIfOutdated } from '../../../forms/conflict.ts';
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
      cell: (proposal) => (
        <>
          {t(`decision.kinds.${proposal.kind}`)}
          <small>
            <Subject proposal={proposal} />
          </small>
          <Proposed proposal={proposal} />
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

/** Subject of a decision, with a link to what is known about it. */
function Subject({ proposal: { subject, payload } }: { proposal: Proposal }) {
  const [, kind, id = ''] = /^(\w+):(.+)$/.exec(subject) ?? [];
  // The order of a payment; a proposal of the previous release does not name it.
  const order = kind === 'order' ? id : payload['order_no'];
  const to = order
    ? `${roomPath('orders')}?no=${order}`
    : kind === 'user'
      ? `${roomPath('people')}?id=${id}`
      : kind === 'licence'
        ? `${roomPath('audit')}?target=${subject}`
        : null;
  const text = kind === 'order' || kind === 'payment' ? id : subject;
  return to ? (
    <LocaleLink className="num" to={to}>
      {text}
    </LocaleLink>
  ) : (
    <span className="num">{text}</span>
  );
}

/** What is carried out, as the proposer entered it: to compare with the bank statement, or to judge the reason. */
export function Proposed({ proposal: { kind, payload }, user }: { proposal: Proposal; user?: string }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const { reference, note, reason, quantity } = payload;
  const plan = LICENCE_PLANS.find((known) => known === payload['plan']);
  const text = (value: string | number) => (
    <span className={styles.words} {...textAttributes(String(value), locale)}>
      {value}
    </span>
  );
  const facts = [
    { term: t('decision.user'), value: user },
    { term: t('transfer.reference'), value: reference && <span className="num">{reference}</span> },
    { term: t('decision.plan'), value: plan && `${t(`decision.plans.${plan}`)} × ${quantity ?? 1}` },
    { term: t(kind === 'refund' ? 'refund.note' : 'give_back.note'), value: note && text(note) },
    { term: t('decision.reason'), value: reason && text(reason) },
  ].flatMap(({ term, value }) => (value ? [{ term, value }] : []));
  return facts.length > 0 ? <DescriptionList layout="rows" items={facts} /> : null;
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
          onFailure={closeIfOutdated(close)}
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
          <Proposed proposal={proposal} user={proposal.user ?? '–'} />
        </ConfirmDialog>
      )}
      {asking === 'decline' && <DeclineDialog proposal={proposal} own={own} onClose={close} />}
    </>
  );
}
