import type { Order } from '@yunduo/api-contract';
import { CopyButton, LocaleLink, useLocale } from '@yunduo/app-shell';
import { formatMoney, momentOf } from '@yunduo/i18n';
import { Button, buttonClass, type Column, Table } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { orderPath } from '../panels.ts';
import { OrderState } from './order-state.tsx';
import styles from './orders.module.css';
import { RefundDialog } from './refund-dialog.tsx';

/** Orders, each with its available actions. */
export function OrderTable({ list }: { list: readonly Order[] }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const [refunding, setRefunding] = useState<Order | null>(null);

  const columns: Column<Order>[] = [
    {
      key: 'number',
      header: t('number'),
      cell: ({ order_no: orderNo }) => (
        <span className={styles.number}>
          <LocaleLink to={orderPath(orderNo)} className="num" translate="no">
            {orderNo}
          </LocaleLink>
          <CopyButton text={orderNo} label={t('copy_number')} />
        </span>
      ),
    },
    {
      key: 'description',
      header: t('description'),
      // Product on the first line, duration and quantity on the second.
      cell: ({ description }) => {
        const [name, ...plan] = description.split(' · ');
        return (
          <>
            {name}
            {plan.length > 0 && <small>{plan.join(' · ')}</small>}
          </>
        );
      },
    },
    {
      key: 'time',
      header: t('time'),
      cell: ({ created_at: at }) => <time dateTime={at}>{momentOf(at, locale)}</time>,
    },
    {
      key: 'amount',
      header: t('amount'),
      kind: 'number',
      cell: ({ amount, currency }) => formatMoney(amount, currency, locale),
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <OrderState status={status} /> },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      cell: (order) => {
        const { order_no: number, actions } = order;
        return (
          <>
            {actions.includes('pay') && (
              <LocaleLink
                to={orderPath(number)}
                className={buttonClass}
                data-kind="line"
                data-size="sm"
                aria-label={t('pay_label', { number })}
              >
                {t('pay')}
              </LocaleLink>
            )}
            {actions.includes('invoice_view') && (
              <LocaleLink
                to={`${orderPath(number)}#order-invoice`}
                className={buttonClass}
                data-kind="line"
                data-size="sm"
                aria-label={t('invoice_view_label', { number })}
              >
                {t('invoice_view')}
              </LocaleLink>
            )}
            {actions.includes('refund_request') && (
              <Button
                kind="bare"
                size="sm"
                aria-label={t('refund_label', { number })}
                onClick={() => setRefunding(order)}
              >
                {t('refund')}
              </Button>
            )}
          </>
        );
      },
    },
  ];
  return (
    <div className={styles.table}>
      <Table caption={t('table')} columns={columns} rows={list} rowKey={({ order_no: orderNo }) => orderNo} />
      {refunding && <RefundDialog order={refunding} onClose={() => setRefunding(null)} />}
    </div>
  );
}
