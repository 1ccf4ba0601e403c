import type { AdminOrder } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { useDeskOrdersQuery, useLazyDeskOrdersQuery } from '@yunduo/data-access';
import { formatMoney, momentOf } from '@yunduo/i18n';
import { Badge, Checkbox, PageHead, Tabs, type Column } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { csvMoment, csvZone } from '../../../parts/csv.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { ExportButton } from '../export-button.tsx';
import { INVOICE_STATES, ORDER_STATUSES, PAY_PROVIDERS } from '../lists.ts';
import { DeskList, Filters, pageOf, SearchFilter, SelectFilter, sendForm } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import { Decisions } from './decisions.tsx';
import { ORDER_TONES, OrderFile, Person } from './order-file.tsx';

/** All orders, one of them (`?no=`), or the decisions that wait for a second operator (`?view=decisions`). */
export default function OrdersRoom() {
  const t = useTranslations('deskOrders');
  const desk = useTranslations('desk');
  const [address] = useSearchParams();
  const number = address.get('no');
  if (number !== null) return <OrderFile key={number} number={number} />;
  const decisions = address.get('view') === 'decisions';
  const path = roomPath('orders');
  return (
    <>
      <PageHead title={desk('room.orders')} lead={t('lead')} />
      <Tabs label={t('views')} className={styles.views}>
        <LocaleLink to={path} aria-current={decisions ? undefined : 'page'}>
          {t('orders')}
        </LocaleLink>
        <LocaleLink to={`${path}?view=decisions`} aria-current={decisions ? 'page' : undefined}>
          {t('decisions')}
        </LocaleLink>
      </Tabs>
      {decisions ? <Decisions /> : <Orders />}
    </>
  );
}

function orderInput(query: URLSearchParams) {
  const q = query.get('q')?.trim().slice(0, SEARCH_MAX);
  const status = ORDER_STATUSES.find((known) => known === query.get('status'));
  const provider = PAY_PROVIDERS.find((known) => known === query.get('provider'));
  const invoice = INVOICE_STATES.find((known) => known === query.get('invoice'));
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(provider && { provider }),
    ...(invoice && { invoice }),
    ...(query.get('unmatched') === 'true' && { unmatched: true }),
    ...(query.get('transfer') === 'true' && { transfer: true }),
    page: pageOf(query),
  };
}

function Orders() {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const [address] = useSearchParams();
  const input = orderInput(address);
  const query = useDeskOrdersQuery(input, { refetchOnMountOrArgChange: true });
  const [ask] = useLazyDeskOrdersQuery();
  const path = roomPath('orders');
  const columns: Column<AdminOrder>[] = [
    {
      key: 'number',
      header: t('column.number'),
      cell: ({ order_no, description }) => (
        <>
          <LocaleLink className={`num ${styles.whole}`} translate="no" to={`${path}?no=${order_no}`}>
            {order_no}
          </LocaleLink>
          <small>{description}</small>
        </>
      ),
    },
    {
      key: 'buyer',
      header: t('column.buyer'),
      cell: ({ user }) => <Person user={user} />,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      kind: 'number',
      cell: ({ amount, currency }) => formatMoney(amount, currency, locale),
    },
    {
      key: 'status',
      header: t('status'),
      cell: ({ status, provider, payments, waiting }) => (
        <span className={styles.badges}>
          <Badge tone={ORDER_TONES[status]}>{t(`statuses.${status}`)}</Badge>
          {waiting.length > 0 && <Badge tone="warn">{t('waits')}</Badge>}
          {payments.some((payment) => payment.status === 'unmatched') && (
            <Badge tone="bad">{t('payment_status.unmatched')}</Badge>
          )}
          {provider && <small>{t(`providers.${provider}`)}</small>}
        </span>
      ),
    },
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <time dateTime={created_at}>{momentOf(created_at, locale)}</time>,
    },
  ];
  const shown = {
    q: address.get('q') ?? '',
    status: input.status ?? '',
    provider: input.provider ?? '',
    invoice: input.invoice ?? '',
    unmatched: input.unmatched ?? false,
    transfer: input.transfer ?? false,
  };
  return (
    <>
      <Filters path={path} shown={shown}>
        <SearchFilter label={t('search')} hint={t('search_hint')} value={shown.q} />
        <SelectFilter
          name="status"
          label={t('status')}
          any={t('any_status')}
          value={shown.status}
          values={ORDER_STATUSES}
          textOf={(status) => t(`statuses.${status}`)}
        />
        <SelectFilter
          name="provider"
          label={t('provider')}
          any={t('any_provider')}
          value={shown.provider}
          values={PAY_PROVIDERS}
          textOf={(provider) => t(`providers.${provider}`)}
        />
        <SelectFilter
          name="invoice"
          label={t('invoice.heading')}
          any={t('invoice.any')}
          value={shown.invoice}
          values={INVOICE_STATES}
          textOf={(state) => t(`invoice.filters.${state}`)}
        />
        <Checkbox
          className={styles.check}
          name="unmatched"
          value="true"
          defaultChecked={shown.unmatched}
          onChange={sendForm}
        >
          {t('unmatched')}
        </Checkbox>
        <Checkbox
          className={styles.check}
          name="transfer"
          value="true"
          defaultChecked={shown.transfer}
          onChange={sendForm}
        >
          {t('transfer_due')}
        </Checkbox>
      </Filters>
      <DeskList
        query={query}
        caption={t('orders')}
        columns={columns}
        rowKey={({ order_no }) => order_no}
        path={path}
        filtered={Object.keys(input).length > 1}
        empty={{ title: t('empty'), text: t('empty_text') }}
      />
      {query.currentData && query.currentData.total > 0 && (
        <p className={styles.actions}>
          <ExportButton<AdminOrder>
            name="orders"
            columns={[
              t('column.number'),
              t('export.what'),
              t('column.buyer'),
              t('column.amount'),
              t('export.currency'),
              t('status'),
              t('provider'),
              csvZone(t('column.created')),
            ]}
            rowKey={({ order_no }) => order_no}
            // Amounts in major units with a decimal point, for spreadsheets.
            rowOf={(order) => [
              order.order_no,
              order.description,
              order.user?.email ?? '',
              order.amount / 100,
              order.currency,
              t(`statuses.${order.status}`),
              order.provider ? t(`providers.${order.provider}`) : '',
              csvMoment(order.created_at),
            ]}
            ask={(paging) => ask({ ...input, ...paging }).unwrap()}
          />
        </p>
      )}
      <TimeZone />
    </>
  );
}
