import { useLocalePath } from '@yunduo/app-shell';
import { Select, SettledStatus } from '@yunduo/ui';
import { ORDER_APP_TYPES, ORDER_RANGES } from '@yunduo/validation';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';
import { type OrderQuery, ordersPath } from './order-query.ts';
import styles from './orders.module.css';

interface OrderFiltersProps {
  query: OrderQuery;
  /** Number of matching orders, once known. */
  total: number | undefined;
}

/** App type and period. Each choice is an address, so that back and forward work. */
export function OrderFilters({ query, total }: OrderFiltersProps) {
  const t = useTranslations('orders');
  const navigate = useNavigate();
  const path = useLocalePath();
  const choose = (change: object) =>
    void navigate(path(ordersPath({ ...query, ...change, page: 1 })), { preventScrollReset: true });

  return (
    <div className={styles.filters} role="group" aria-label={t('filter.label')}>
      <label>
        <span>{t('filter.app_type')}</span>
        <Select value={query.appType} onChange={(event) => choose({ appType: event.currentTarget.value })}>
          {ORDER_APP_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`filter.app_types.${type}`)}
            </option>
          ))}
        </Select>
      </label>
      <label>
        <span>{t('filter.range')}</span>
        <Select value={query.range} onChange={(event) => choose({ range: event.currentTarget.value })}>
          {ORDER_RANGES.map((range) => (
            <option key={range} value={range}>
              {t(`filter.ranges.${range}`)}
            </option>
          ))}
        </Select>
      </label>
      <p className="quiet">
        {total !== undefined && t('count', { count: total })}
        <SettledStatus text={total === undefined ? '' : t('count', { count: total })} />
      </p>
    </div>
  );
}
