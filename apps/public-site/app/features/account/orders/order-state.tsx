import type { Order } from '@yunduo/api-contract';
import { StatusDot, type StatusTone } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './orders.module.css';

const TONES: Record<Order['status'], StatusTone> = {
  pending: 'warn',
  failed: 'bad',
  paid: 'good',
  refund_requested: 'run',
  refunded: 'none',
  cancelled: 'none',
};

/** State of an order, as a shape and a word. */
export function OrderState({ status }: { status: Order['status'] }) {
  const t = useTranslations('orders');
  return (
    <span className={styles.state}>
      <StatusDot tone={TONES[status]} />
      {t(`statuses.${status}`)}
    </span>
  );
}
