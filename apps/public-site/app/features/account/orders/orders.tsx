import { useSearchParams } from 'react-router';
import { OrderDetailView } from './order-detail.tsx';
import { ListPages, LocaleLink, useLocale } from '@yunduo/app-shell';
import { useOrderListQuery } from '@yunduo/data-access';
import { buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { PAGE_SIZE } from '@yunduo/validation';
import { ToLastPage } from '../../../shell/to-last-page.tsx';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useTranslations } from '../../../shell/words.ts';
import { OrderFilters } from './order-filters.tsx';
import { ALL_ORDERS, orderQuery, ordersPath } from './order-query.ts';
import { OrderTable } from './order-table.tsx';
import styles from './orders.module.css';

/** The panel of orders: the list, or the one in the query. A default export, for `lazy`. */
export default function Orders() {
  const [query] = useSearchParams();
  const orderNo = query.get('order');
  return orderNo ? <OrderDetailView key={orderNo} orderNo={orderNo} /> : <OrderList />;
}

/** All orders of the user, by type and period (specification §3). */
function OrderList() {
  const t = useTranslations('orders');
  const locale = useLocale();
  const [params] = useSearchParams();
  const query = orderQuery(params);
  const { currentData, error, isFetching, refetch } = useOrderListQuery(
    { app_type: query.appType, range: query.range, page: query.page, page_size: PAGE_SIZE.default },
    { refetchOnMountOrArgChange: true },
  );
  const filtered = ordersPath({ ...query, page: 1 }) !== ordersPath(ALL_ORDERS);

  return (
    <>
      <PageHead title={t('heading')} lead={t('lead')}>
        <LocaleLink to="/auth" className={buttonClass} data-kind="line">
          {t('buy')}
        </LocaleLink>
      </PageHead>
      <section className={styles.list} aria-label={t('table')}>
        {/* A member without orders has nothing to filter. */}
        {(filtered || currentData?.total !== 0) && <OrderFilters query={query} total={currentData?.total} />}
        {currentData ? (
          currentData.list.length > 0 ? (
            <>
              <OrderTable list={currentData.list} />
              <ListPages list={currentData} path={(page) => ordersPath({ ...query, page })} />
              {locale === 'en' && <p className={`quiet ${styles.note}`}>{t('time_zone')}</p>}
              <p className={`quiet ${styles.note}`}>{t('service')}</p>
            </>
          ) : currentData.total > 0 ? (
            <ToLastPage
              total={currentData.total}
              pageSize={currentData.page_size}
              path={(page) => ordersPath({ ...query, page })}
            />
          ) : (
            <NoOrders filtered={filtered} />
          )
        ) : error ? (
          <PartFailed title={t('failed.title')} retrying={isFetching} onRetry={() => void refetch()}>
            {t('failed.text')}
          </PartFailed>
        ) : (
          <Skeleton label={t('loading')} shape="table" rows={8} />
        )}
      </section>
    </>
  );
}

function NoOrders({ filtered }: { filtered: boolean }) {
  const t = useTranslations('orders');
  return (
    <EmptyState
      title={t(filtered ? 'empty.filtered' : 'empty.title')}
      action={
        <LocaleLink
          to={filtered ? ordersPath(ALL_ORDERS) : '/auth'}
          className={buttonClass}
          data-kind={filtered ? 'line' : 'primary'}
        >
          {t(filtered ? 'empty.clear' : 'buy')}
        </LocaleLink>
      }
    >
      {t(filtered ? 'empty.filtered_text' : 'empty.text')}
    </EmptyState>
  );
}
