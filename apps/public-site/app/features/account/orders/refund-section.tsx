import type { OrderDetail } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { Button, DescriptionList, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './orders.module.css';
import { RefundDialog } from './refund-dialog.tsx';

/** Refunds are handled via customer service (R6.04): the request, its state, the reply. */
export function RefundSection({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  const [asking, setAsking] = useState(false);
  const can = order.actions.includes('refund_request');
  if (!can && !order.refund) return null;
  return (
    <section className={styles.section} aria-labelledby="order-refund">
      <h2 id="order-refund" className={styles.heading}>
        {t('refunds.heading')}
      </h2>
      {order.refund ? <RefundState refund={order.refund} /> : <p className="quiet">{t('service')}</p>}
      {can && (
        <div>
          <Button kind="line" onClick={() => setAsking(true)}>
            {t('refund')}
          </Button>
        </div>
      )}
      {asking && <RefundDialog order={order} onClose={() => setAsking(false)} />}
    </section>
  );
}

function RefundState({ refund }: { refund: NonNullable<OrderDetail['refund']> }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const moment = (at: string) => <time dateTime={at}>{momentOf(at, locale)}</time>;
  const written = (text: string) => <span {...textAttributes(text, locale)}>{text}</span>;
  const { approved, decided_at: decidedAt } = refund;
  const outcome = approved === null ? 'open' : approved ? 'approved' : 'refused';
  return (
    <>
      <Notice tone={approved === false ? 'warn' : approved ? 'good' : 'info'}>
        <p>{t(`refunds.${outcome}`)}</p>
      </Notice>
      <DescriptionList
        layout="rows"
        items={[
          { term: t('refunds.requested_at'), value: moment(refund.requested_at) },
          { term: t('refunds.given_reason'), value: written(refund.reason) },
          ...(decidedAt ? [{ term: t('refunds.decided_at'), value: moment(decidedAt) }] : []),
          ...(refund.note ? [{ term: t('refunds.answer'), value: written(refund.note) }] : []),
        ]}
      />
    </>
  );
}
