import type { OrderDetail } from '@yunduo/api-contract';
import { Button, Meta } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../../shell/words.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import styles from './orders.module.css';
import { useInvoice } from './use-invoice.ts';

/** The invoice of a paid order: to look at, and whom it names. */
export function InvoiceSection({ order }: { order: OrderDetail }) {
  const t = useWords('orders');
  const [editing, setEditing] = useState(false);
  const { opening, open } = useInvoice();
  const { invoice, order_no: orderNo } = order;
  return (
    <section className={styles.section} aria-labelledby="order-invoice">
      <h2 id="order-invoice" className={styles.heading}>
        {t('invoice.heading')}
      </h2>
      {invoice ? (
        <Meta
          layout="rows"
          items={[
            { term: t('invoice.kind'), value: t(`invoice.kinds.${invoice.kind}`) },
            { term: t('invoice.name'), value: invoice.title },
            ...(invoice.tax_no ? [{ term: t('invoice.tax_no'), value: invoice.tax_no, num: true }] : []),
          ]}
        />
      ) : (
        <p className="quiet">{t('invoice.none')}</p>
      )}
      <div className={styles.buttons}>
        <Button kind="line" busy={opening !== undefined} onClick={() => void open(orderNo)}>
          {t('invoice_view')}
        </Button>
        {order.actions.includes('invoice_request') && (
          <Button kind="bare" onClick={() => setEditing(true)}>
            {t(invoice ? 'invoice.change' : 'invoice.request')}
          </Button>
        )}
      </div>
      {editing && <InvoiceDialog order={order} onClose={() => setEditing(false)} />}
    </section>
  );
}
