import type { OrderDetail } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { useWords } from '../../../shell/words.ts';
import { codePath } from '../panels.ts';
import styles from './orders.module.css';

/** An order of many would bury what follows below a list that nobody reads through. */
const SHOWN_AT_ONCE = 10;

/** The licences that came with an order, or the one that it renewed. */
export function OrderLicences({ order }: { order: OrderDetail }) {
  const t = useWords('orders');
  // A refund takes away what its order gave; whatever else ends a licence is an operator's doing.
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
