import type { AdminOrder } from '@yunduo/api-contract';
import {
  CopyButton,
  lazyWithRetry,
  LocaleLink,
  useAppSelector,
  useLocale,
  useShownFailure,
} from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useDeskOrderQuery } from '@yunduo/data-access';
import { dayOf, formatMoney, momentOf, textAttributes } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Badge, Button, DescriptionList, Notice, PageHead, Table, type BadgeTone } from '@yunduo/ui';
import { MINUTE, type InvoiceState, type OrderStatus } from '@yunduo/validation';
import { useState, type ReactNode } from 'react';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { useTitleOf } from '../../../parts/use-title-of.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { RoomFile } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import type { OrderStep } from './order-dialog.tsx';
import { ProposalActions, Proposed } from './decisions.tsx';

const OrderDialog = lazyWithRetry(() => import('./order-dialog.tsx'));

export const ORDER_TONES: Record<OrderStatus, BadgeTone> = {
  pending: 'neutral',
  failed: 'bad',
  paid: 'good',
  refund_requested: 'warn',
  refunded: 'neutral',
  cancelled: 'neutral',
};

const INVOICE_TONES: Record<InvoiceState, BadgeTone> = {
  requested: 'warn',
  issued: 'good',
  declined: 'neutral',
};

/** One order with all facts for a decision about it. */
export function OrderFile({ number }: { number: string }) {
  const t = useTranslations('deskOrders');
  // One object per mounted view, so that its `handledByForm` mark persists.
  const [input] = useState(() => handledByForm({ order_no: number }));
  const query = useDeskOrderQuery(input, {
    refetchOnMountOrArgChange: true,
    // Its buyer pays or cancels, a colleague decides, and a proposal's time ends.
    pollingInterval: MINUTE,
    skipPollingIfUnfocused: true,
  });
  const missing =
    isApiFailure(query.error) && ['ORDER_NOT_FOUND', 'VALIDATION_FAILED'].includes(query.error.code)
      ? query.error
      : null;
  useShownFailure(missing);
  useTitleOf(number);
  return (
    <RoomFile
      room="orders"
      title={number}
      words={{ back: t('back'), missing: t('missing'), missing_text: t('missing_text') }}
      query={query}
      file={missing ? null : query.data}
    >
      {(order) => <File order={order} />}
    </RoomFile>
  );
}

function File({ order }: { order: AdminOrder }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const [step, setStep] = useState<OrderStep | null>(null);
  const [returning, setReturning] = useState<Payment | null>(null);
  const own = useAppSelector(selectUser)?.id === order.user?.id;
  const { status, waiting } = order;
  const money = (amount: number) => formatMoney(amount, order.currency, locale);
  const moment = (at: string | null): ReactNode => at && <time dateTime={at}>{momentOf(at, locale)}</time>;
  // No actions on one's own order, or while a decision is pending.
  const free = !own && waiting.length === 0;
  const unpaid = status === 'pending' || status === 'failed';
  // The buyer got the account, and may have sent the money: whatever was chosen later, and also after the order's end.
  const transferDue = order.payments.some(
    (payment) => payment.provider === 'bank_transfer' && payment.status === 'started',
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('column.buyer'), <Person key="buyer" user={order.user} />],
    [t('price'), `${money(order.unit_price)} × ${order.quantity}`],
    [t('column.amount'), money(order.amount)],
    [t('provider'), order.provider && t(`providers.${order.provider}`)],
    [t('column.created'), moment(order.created_at)],
    [t('expires_at'), moment(order.expires_at)],
    [t('paid_at'), moment(order.paid_at)],
    [t('cancelled_at'), moment(order.cancelled_at)],
    [t('renews'), order.renews !== null && t('yes')],
  ];
  return (
    <>
      <PageHead
        title={
          <span className="num" translate="no">
            {order.order_no}
          </span>
        }
        lead={
          <span className={styles.badges}>
            {order.description}
            <Badge tone={ORDER_TONES[status]}>{t(`statuses.${status}`)}</Badge>
          </span>
        }
      >
        {free && transferDue && (
          <Button kind={unpaid ? 'primary' : 'line'} onClick={() => setStep('transfer')}>
            {t('transfer.action')}
          </Button>
        )}
      </PageHead>
      <div className={styles.notices}>
        {own && <Notice title={t('own')} />}
        {waiting.map((proposal) => (
          <Notice key={proposal.id} tone="warn" title={t('decision.heading')}>
            <p>
              {t('decision.text', {
                kind: t(`decision.kinds.${proposal.kind}`),
                amount: money(proposal.amount),
                by: proposal.proposed_by ?? '–',
                at: momentOf(proposal.proposed_at, locale),
                until: momentOf(proposal.expires_at, locale),
              })}
            </p>
            <Proposed proposal={proposal} />
            <ProposalActions proposal={proposal} />
          </Notice>
        ))}
      </div>
      <section className={styles.section}>
        <h2>{t('facts')}</h2>
        <DescriptionList
          layout="columns"
          items={facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))}
        />
      </section>
      {order.refund && (
        <Refund order={order}>
          {free && status === 'refund_requested' && (
            <div className={styles.actions}>
              <Button kind="danger" onClick={() => setStep('approve')}>
                {t('refund.approve')}
              </Button>
              <Button kind="line" onClick={() => setStep('refuse')}>
                {t('refund.refuse')}
              </Button>
            </div>
          )}
        </Refund>
      )}
      {order.invoice && (
        <Invoice invoice={order.invoice} refunded={status === 'refunded'}>
          {!own && order.invoice.state === 'requested' && order.actions.includes('invoice_request') && (
            <div className={styles.actions}>
              <Button onClick={() => setStep('issued')}>{t('issued.action')}</Button>
              <Button kind="line" onClick={() => setStep('declined')}>
                {t('declined.action')}
              </Button>
            </div>
          )}
        </Invoice>
      )}
      <section className={styles.section}>
        <h2>{t('payments')}</h2>
        <Payments order={order} onReturn={free ? setReturning : null} />
      </section>
      <TimeZone />
      {returning && (
        <OrderDialog step="give_back" order={order} payment={returning} onClose={() => setReturning(null)} />
      )}
      {step && <OrderDialog step={step} order={order} onClose={() => setStep(null)} />}
    </>
  );
}

/** The refund request, its decision, and the current owners of the licences. */
function Refund({ order, children }: { order: AdminOrder; children: ReactNode }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const { refund, licences } = order;
  if (!refund) return null;
  return (
    <section className={styles.section}>
      <h2>{t('refund.heading')}</h2>
      <DescriptionList
        layout="rows"
        items={[
          { term: t('refund.asked'), value: momentOf(refund.requested_at, locale) },
          {
            term: t('refund.reason'),
            value: (
              <span className={styles.words} {...textAttributes(refund.reason, locale)}>
                {refund.reason}
              </span>
            ),
          },
          ...(refund.approved !== null && refund.decided_at
            ? [
                {
                  term: t('refund.decided'),
                  value: `${t(refund.approved ? 'refund.approved' : 'refund.refused')} · ${momentOf(refund.decided_at, locale)}`,
                },
              ]
            : []),
          ...(refund.note
            ? [
                {
                  term: t('refund.note'),
                  value: (
                    <span className={styles.words} {...textAttributes(refund.note, locale)}>
                      {refund.note}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      <h3>{t('refund.licences')}</h3>
      {licences.length === 0 ? (
        <p className="quiet">{t('refund.no_licences')}</p>
      ) : (
        <Table
          caption={t('refund.licences')}
          rows={licences}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'code',
              header: t('licence.code'),
              cell: ({ code_tail, renewal, revoked }) => (
                <span className={styles.badges}>
                  <span className="num">{t('licence.tail', { tail: code_tail })}</span>
                  {renewal && <Badge>{t('licence.renewal')}</Badge>}
                  {revoked && <Badge tone="bad">{t('licence.revoked')}</Badge>}
                </span>
              ),
            },
            {
              key: 'owner',
              header: t('licence.owner'),
              cell: ({ owner, transferred }) => (
                <>
                  <span className={styles.long}>{owner}</span>{' '}
                  {transferred && <Badge tone="warn">{t('licence.transferred')}</Badge>}
                </>
              ),
            },
            {
              key: 'server',
              header: t('licence.server'),
              cell: ({ server }) => server ?? <span className="quiet">{t('licence.unbound')}</span>,
            },
            {
              key: 'history',
              header: t('licence.history'),
              kind: 'number',
              cell: ({ binds, unbinds, transfers }) => `${binds} / ${unbinds} / ${transfers}`,
            },
            {
              key: 'files',
              header: t('licence.files'),
              cell: ({ files }) =>
                files.length === 0 ? (
                  <span className="quiet">{t('licence.no_files')}</span>
                ) : (
                  <ul>
                    {files.map(({ server, issued_at, expires_at }) => (
                      <li key={issued_at}>
                        {expires_at
                          ? t('licence.file', { server, until: dayOf(expires_at, locale) })
                          : t('licence.file_forever', { server })}
                      </li>
                    ))}
                  </ul>
                ),
            },
          ]}
        />
      )}
      {children}
    </section>
  );
}

/** The electronic invoice: recipient and state. */
function Invoice({
  invoice,
  refunded,
  children,
}: {
  invoice: NonNullable<AdminOrder['invoice']>;
  refunded: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const { kind, title, tax_no, requested_at, state, number, decided_at, note } = invoice;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('invoice.state'),
      // The refund has ended what was requested.
      refunded && state === 'requested' ? (
        t('invoice.ended')
      ) : (
        <Badge key="state" tone={INVOICE_TONES[state]}>
          {t(`invoice.states.${state}`)}
        </Badge>
      ),
    ],
    [t('invoice.kind'), t(`invoice.kinds.${kind}`)],
    [t('invoice.title'), <Copied key="title" text={title} name={t('invoice.title')} />],
    [t('invoice.tax_no'), tax_no && <Copied key="tax" text={tax_no} name={t('invoice.tax_no')} />],
    [t('invoice.requested'), momentOf(requested_at, locale)],
    [t('invoice.number'), number && <Copied key="number" text={number} name={t('invoice.number')} />],
    [t('invoice.decided'), decided_at && momentOf(decided_at, locale)],
    [
      t('invoice.note'),
      note && (
        <span className={styles.words} {...textAttributes(note, locale)}>
          {note}
        </span>
      ),
    ],
  ];
  return (
    <section className={styles.section}>
      <h2>{t('invoice.heading')}</h2>
      <DescriptionList
        layout="rows"
        items={facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))}
      />
      {children}
    </section>
  );
}

/** A value to copy into another system. */
function Copied({ text, name }: { text: string; name: string }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  return (
    <span className={styles.copied}>
      <span className="num" translate="no" {...textAttributes(text, locale)}>
        {text}
      </span>
      <CopyButton text={text} label={t('invoice.copy', { name })} />
    </span>
  );
}

type Payment = AdminOrder['payments'][number];
interface PaymentsProps {
  order: AdminOrder;
  /** Asks about the return of a payment; null while nothing may be decided. */
  onReturn: ((payment: Payment) => void) | null;
}

function Payments({ order: { payments, currency }, onReturn }: PaymentsProps) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  if (payments.length === 0) return <p className="quiet">{t('no_payments')}</p>;
  return (
    <Table
      caption={t('payments')}
      rows={payments}
      rowKey={({ payment_no }) => payment_no}
      columns={[
        {
          key: 'number',
          header: t('payment.number'),
          cell: ({ payment_no, provider }) => (
            <>
              <span className="num">{payment_no}</span>
              <small>{t(`providers.${provider}`)}</small>
            </>
          ),
        },
        {
          key: 'transaction',
          header: t('payment.transaction'),
          cell: ({ transaction_id }) => <span className={`num ${styles.long}`}>{transaction_id ?? '–'}</span>,
        },
        {
          key: 'amount',
          header: t('payment.amount'),
          kind: 'number',
          cell: ({ amount }) => formatMoney(amount, currency, locale),
        },
        {
          key: 'state',
          header: t('payment.state'),
          cell: ({ status, sent_back_at }) => (
            <>
              <Badge tone={status === 'succeeded' ? 'good' : status === 'unmatched' ? 'bad' : 'neutral'}>
                {t(`payment_status.${status}`)}
              </Badge>
              {sent_back_at && (
                <small>{t('give_back.sent', { moment: momentOf(sent_back_at, locale) })}</small>
              )}
            </>
          ),
        },
        {
          key: 'at',
          header: t('payment.at'),
          cell: ({ created_at, settled_at }) => momentOf(settled_at ?? created_at, locale),
        },
        ...(onReturn && payments.some(({ status }) => status === 'unmatched')
          ? [
              {
                key: 'actions',
                header: t('decision.actions'),
                kind: 'actions' as const,
                cell: (payment: Payment) =>
                  payment.status === 'unmatched' && (
                    <Button
                      kind="line"
                      size="sm"
                      aria-label={t('give_back.label', { number: payment.payment_no })}
                      onClick={() => onReturn(payment)}
                    >
                      {t('give_back.action')}
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Owner of an order; a deleted account has no name. */
export function Person({ user }: { user: AdminOrder['user'] }) {
  const desk = useTranslations('desk');
  if (!user) return <span className="quiet">{desk('nobody')}</span>;
  return (
    <>
      <LocaleLink className={styles.email} to={`${roomPath('people')}?id=${user.id}`}>
        {user.email}
      </LocaleLink>
      {user.nickname && (
        <small>
          {' '}
          <bdi>{user.nickname}</bdi>
        </small>
      )}
    </>
  );
}
