import type { OrderDetail } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { useWords } from '../../../shell/words.ts';
import { codePath } from '../panels.ts';
import styles from './orders.module.css';

/** The licences that came with an order, or the one that it renewed. */
export function OrderLicences({ order }: { order: OrderDetail }) {
  const t = useWords('orders');
  // A refund takes away what its order gave; whatever else ends a licence is an operator's doing.
  const ended = order.status === 'refunded' ? 'detail.licence_refunded' : 'detail.licence_revoked';
  return (
    <section aria-labelledby="order-licences">
      <h2 id="order-licences" className={styles.heading}>
        {t('detail.licences')}
      </h2>
      <ul className={styles.licences}>
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
    </section>
  );
}
