import type { OrderDetail } from '@yunduo/api-contract';
import { CopyButton, useLocale, usePassed, ConfirmDialog, showToast, LocaleLink } from '@yunduo/app-shell';
import { isApiFailure, useOrderDetailQuery, useOrderCancelMutation } from '@yunduo/data-access';
import { formatMoney, momentOf } from '@yunduo/i18n';
import { Button, type Fact, DescriptionList, PageHead, SettledStatus } from '@yunduo/ui';
import { DAY, MINUTE, ORDER, SECOND } from '@yunduo/validation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { BackLink, DetailFallback } from '../detail-fallback.tsx';
import { InvoiceSection } from './invoice-section.tsx';
import { OrderOutcome, OrderReturns } from './order-outcome.tsx';
import { OrderState } from './order-state.tsx';
import styles from './orders.module.css';
import { Payment } from './payment.tsx';
import { RefundSection } from './refund-section.tsx';
import { codePath } from '../panels.ts';

/** One order: content, payment, licences, invoice and refund. */
export function OrderDetailView({ orderNo }: { orderNo: string }) {
  const t = useTranslations('orders');
  const { currentData, fulfilledTimeStamp, isFetching, error, refetch } = useOrderDetailQuery(orderNo, {
    refetchOnMountOrArgChange: true,
  });
  const check = async () => {
    const { isSuccess, data } = await refetch();
    if (isSuccess && data.actions.includes('pay')) showToast(t('payment.not_yet'));
  };
  if (currentData)
    return (
      <WholeOrder
        order={currentData}
        at={fulfilledTimeStamp}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
        onCheck={() => void check()}
      />
    );

  return (
    <DetailFallback
      of="orders"
      failure={isApiFailure(error) ? error : undefined}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

interface WholeOrderProps {
  order: OrderDetail;
  /** When it arrived, on the visitor's clock (epoch milliseconds). */
  at: number | undefined;
  refreshing: boolean;
  onRefresh: () => void;
  /** The same at the buyer's request, who is told if nothing has changed. */
  onCheck: () => void;
}

/** An order past its payment deadline, as the server will present it. */
const expired = (order: OrderDetail): OrderDetail => ({
  ...order,
  status: 'cancelled',
  cancel_reason: 'expired',
  actions: [],
});

/** What can be done shortly before the end: bank transfer extends the time once. */
function endingOf({ kind, providers, transfer, created_at, expires_at }: OrderDetail) {
  const longest = Date.parse(created_at) + ORDER.transferTtl;
  const offered = !transfer && providers.includes('bank_transfer');
  if (offered && expires_at && Date.parse(expires_at) < longest) return 'ending_transfer';
  return kind === 'private_deploy' ? 'ending_service' : 'ending';
}

function WholeOrder({ order: given, at, refreshing, onRefresh, onCheck }: WholeOrderProps) {
  const t = useTranslations('orders');
  const [cancelling, setCancelling] = useState(false);
  const payable = given.actions.includes('pay');
  // The visitor's clock may be wrong by days: it only measures the time since the answer.
  const end = payable && at && given.expires_in !== null ? at + given.expires_in * SECOND : null;
  const ending = usePassed(end === null ? null : end - ORDER.paymentWarning);
  const ended = usePassed(end);
  const order = ended ? expired(given) : given;
  const { order_no: orderNo, actions } = order;
  // A payment may have arrived at the last moment: refetch from the server.
  const ask = useEffectEvent(onRefresh);
  useEffect(() => {
    if (ended) ask();
  }, [ended]);
  const soon = ending
    ? t(`payment.${endingOf(given)}`, {
        minutes: ORDER.paymentWarning / MINUTE,
        days: ORDER.transferTtl / DAY,
      })
    : '';
  // What happens without a press here: time runs out, or the payment arrives or fails.
  const change = soon || (order.status === 'pending' ? '' : t(`statuses.${order.status}`));
  return (
    <>
      <PageHead
        title={order.description}
        lead={
          <span className={styles.number}>
            <span className="num" translate="no">
              {orderNo}
            </span>
            <CopyButton text={orderNo} label={t('copy_number')} />
            <OrderState status={order.status} />
          </span>
        }
      >
        <BackLink of="orders" />
      </PageHead>
      <SettledStatus text={ended ? t('detail.cancelled_expired') : change} />
      <OrderOutcome order={order} />
      <OrderReturns order={order} />
      {actions.includes('pay') && (
        <Payment order={order} ending={soon} refreshing={refreshing} onCheck={onCheck} />
      )}
      {order.licences.length > 0 && <OrderLicences order={order} />}
      <Facts order={order} />
      {actions.includes('invoice_view') && <InvoiceSection order={order} />}
      <RefundSection order={order} />
      {actions.includes('cancel') && (
        <div>
          <Button kind="danger" onClick={() => setCancelling(true)}>
            {t('cancel.button')}
          </Button>
        </div>
      )}
      {cancelling && <CancelDialog orderNo={orderNo} onClose={() => setCancelling(false)} />}
    </>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const moment = (term: string, at: string | null): Fact[] =>
    at ? [{ term, value: <time dateTime={at}>{momentOf(at, locale)}</time> }] : [];
  const money = (amount: number) => formatMoney(amount, order.currency, locale);
  return (
    <section aria-labelledby="order-facts">
      <h2 id="order-facts" className={styles.heading}>
        {t('detail.facts')}
      </h2>
      <DescriptionList
        layout="rows"
        items={[
          { term: t('amount'), value: money(order.amount) },
          { term: t('detail.price'), value: `${money(order.unit_price)} × ${order.quantity}` },
          ...moment(t('time'), order.created_at),
          ...(order.provider ? [{ term: t('detail.provider'), value: t(`payment.${order.provider}`) }] : []),
          ...moment(t('detail.paid_at'), order.paid_at),
          ...moment(t('detail.cancelled_at'), order.cancelled_at),
        ]}
      />
      {locale === 'en' && <p className={`quiet ${styles.note}`}>{t('time_zone')}</p>}
    </section>
  );
}

/** Confirms the cancellation of an order: it is irreversible. */
function CancelDialog({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useTranslations('orders');
  const [cancel] = useOrderCancelMutation();
  return (
    <ConfirmDialog
      title={t('cancel.title')}
      confirm={t('cancel.button')}
      confirming={t('cancel.busy')}
      cancel={t('cancel.keep')}
      danger
      onClose={onClose}
      // The order is refetched either way.
      onFailure={onClose}
      onConfirm={async () => {
        await cancel({ order_no: orderNo }).unwrap();
        showToast(t('cancel.done'));
      }}
    >
      <p>{t('cancel.text')}</p>
    </ConfirmDialog>
  );
}

/** All licences of a large order would push the rest of the page far down. */
const SHOWN_AT_ONCE = 10;

/** The licences of an order, or the one that it renewed. */
function OrderLicences({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  // A refund revokes the order's licences; otherwise an operator has revoked them.
  const ended = order.status === 'refunded' ? 'detail.licence_refunded' : 'detail.licence_revoked';
  const many = order.licences.length > SHOWN_AT_ONCE;
  const list = (
    <ul className={styles.licences} data-many={many || undefined}>
      {order.licences.map(({ id, code_tail: tail, renewal, revoked, mine }) => {
        const name = t(renewal ? 'detail.licence_renewed' : 'detail.licence_new', { tail });
        return (
          <li key={id}>
            {mine ? <LocaleLink to={codePath(id)}>{name}</LocaleLink> : name}
            {revoked && <span className="quiet">{t(ended)}</span>}
            {!mine && <span className="quiet">{t('detail.licence_gone')}</span>}
          </li>
        );
      })}
    </ul>
  );
  return (
    <section aria-labelledby="order-licences">
      <h2 id="order-licences" className={styles.heading}>
        {t('detail.licences')}
      </h2>
      {many ? (
        <details className={styles.fold}>
          <summary>{t('detail.licences_all', { total: order.licences.length })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  );
}
