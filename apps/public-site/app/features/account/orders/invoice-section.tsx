import type { OrderDetail } from '@yunduo/api-contract';
import { CopyButton, useLocale } from '@yunduo/app-shell';
import { openInTab } from '@yunduo/app-shell/signed-files';
import { dayOf, textAttributes } from '@yunduo/i18n';
import { Badge, Button, DescriptionList, Notice } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import styles from './orders.module.css';
import { useOrderInvoiceLinkMutation } from '@yunduo/data-access';

type Invoice = NonNullable<OrderDetail['invoice']>;

/** The target of the link in the table of orders. */
const SECTION = 'order-invoice';

const TONES = { requested: 'neutral', issued: 'good', declined: 'bad' } as const;

/** For a paid order: its receipt, and the state of its electronic invoice. */
export function InvoiceSection({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  const [editing, setEditing] = useState(false);
  const { opening, open } = useReceipt();
  const { invoice, order_no: orderNo } = order;
  // The refund ended what was requested, or could be.
  const over = order.status === 'refunded' && (invoice === null || invoice.state === 'requested');
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  // The order arrives after the router has looked for the target of the link.
  useEffect(() => {
    if (hash === `#${SECTION}`) section.current?.scrollIntoView();
  }, [hash]);
  return (
    <section ref={section} className={styles.section} id={SECTION} aria-labelledby="order-invoice-heading">
      <h2 id="order-invoice-heading" className={styles.heading}>
        {t('invoice.heading')}
      </h2>
      {invoice && !over ? (
        <InvoiceFacts invoice={invoice} />
      ) : (
        <p className="quiet">{t(over ? 'invoice.refunded' : 'invoice.none')}</p>
      )}
      <div className={styles.buttons}>
        <Button kind="line" busy={opening !== undefined} onClick={() => void open(orderNo)}>
          {t('receipt_view')}
        </Button>
        {order.actions.includes('invoice_request') && (
          <Button kind="bare" onClick={() => setEditing(true)}>
            {t(`invoice.${invoice === null ? 'request' : invoice.state === 'declined' ? 'again' : 'change'}`)}
          </Button>
        )}
      </div>
      {editing && <InvoiceDialog order={order} onClose={() => setEditing(false)} />}
    </section>
  );
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const { state, number, decided_at: decidedAt, note } = invoice;
  return (
    <>
      <DescriptionList
        layout="rows"
        items={[
          {
            term: t('invoice.state'),
            value: <Badge tone={TONES[state]}>{t(`invoice.states.${state}`)}</Badge>,
          },
          ...(number
            ? [
                {
                  term: t('invoice.number'),
                  value: (
                    <span className={styles.number}>
                      <span className="num" translate="no">
                        {number}
                      </span>
                      <CopyButton text={number} label={t('invoice.copy_number')} />
                    </span>
                  ),
                },
              ]
            : []),
          ...(state === 'issued' && decidedAt
            ? [
                {
                  term: t('invoice.issued_at'),
                  value: <time dateTime={decidedAt}>{dayOf(decidedAt, locale)}</time>,
                },
              ]
            : []),
          { term: t('invoice.kind'), value: t(`invoice.kinds.${invoice.kind}`) },
          {
            term: t('invoice.name'),
            value: <span {...textAttributes(invoice.title, locale)}>{invoice.title}</span>,
          },
          ...(invoice.tax_no ? [{ term: t('invoice.tax_no'), value: invoice.tax_no, num: true }] : []),
        ]}
      />
      {state === 'declined' ? (
        <Notice tone="bad">
          {t('invoice.declined_text', { reason: '' })}
          <span {...textAttributes(note, locale)}>{note}</span>
        </Notice>
      ) : (
        <p className="quiet">{t(`invoice.${state}_text`)}</p>
      )}
    </>
  );
}

/** Opens the receipt of an order in a new tab. `opening` is the number of the requested order. */
function useReceipt() {
  const [ask, { isLoading, originalArgs }] = useOrderInvoiceLinkMutation();
  return {
    opening: isLoading ? originalArgs : undefined,
    open: (orderNo: string) => openInTab(async () => (await ask(orderNo).unwrap()).url),
  };
}
