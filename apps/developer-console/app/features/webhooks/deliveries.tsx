import type { DevWebhook, WebhookDelivery } from '@yunduo/api-contract';
import { lazyWithRetry, ListPages, useLocale, useLocalePath } from '@yunduo/app-shell';
import { useDevWebhookDeliveriesQuery } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Badge, Button, EmptyState, Select, Skeleton, Table, type Column } from '@yunduo/ui';
import { MINUTE, WEBHOOK_DELIVERY_STATES } from '@yunduo/validation';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { pageOf } from '../../parts/page-of.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { DELIVERY_TONES, EVENT_WORDS, useTryWords } from './webhook-words.ts';
import styles from './webhooks.module.css';

const DeliveryDialog = lazyWithRetry(() => import('./delivery-dialog.tsx'));

/** Polling interval in milliseconds while a delivery is due. */
const LOOK_AGAIN = 2_000;
/** Milliseconds; polls for retries that are due earlier than this. */
const SOON = 10_000;
/** A pause between two tries that the user may wait for. */
const SHORTLY = 10 * MINUTE;

/** The deliveries of a webhook, newest first, with the state from the address. */
export function Deliveries({ webhook }: { webhook: DevWebhook }) {
  const t = useTranslations('webhooks');
  const path = useLocalePath();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [opened, setOpened] = useState<number | null>(null);
  const state = WEBHOOK_DELIVERY_STATES.find((known) => known === address.get('state'));
  const page = pageOf(address);
  const input = { id: webhook.id, page, ...(state && { state }) };
  const [pollingInterval, setPollingInterval] = useState(0);
  const { currentData, error, isFetching, refetch, fulfilledTimeStamp } = useDevWebhookDeliveriesQuery(
    input,
    { refetchOnMountOrArgChange: true, pollingInterval, skipPollingIfUnfocused: true },
  );
  const waiting = currentData?.list.filter(({ next_try_at }) => next_try_at !== null) ?? [];
  const due = waiting.some(
    ({ tries, next_try_at }) =>
      tries === 0 || Date.parse(next_try_at ?? '') < (fulfilledTimeStamp ?? 0) + SOON,
  );
  // This device's clock may be wrong: retries that follow the last try shortly are polled anyway.
  const follows = waiting.some(
    ({ last_try, next_try_at }) =>
      last_try && Date.parse(next_try_at ?? '') - Date.parse(last_try.at) < SHORTLY,
  );
  const wanted = webhook.state === 'disabled' ? 0 : due ? LOOK_AGAIN : follows ? SOON : 0;
  if (wanted !== pollingInterval) setPollingInterval(wanted);
  const pathOf = (query: Record<string, string | number | undefined>) => {
    const search = new URLSearchParams({ id: String(webhook.id) });
    for (const [name, value] of Object.entries(query)) if (value) search.set(name, String(value));
    return `${PATHS.webhooks}?${search}`;
  };
  if (currentData && currentData.list.length === 0 && currentData.total > 0) {
    // Old deliveries were deleted meanwhile: this page of the list has become empty.
    const last = Math.ceil(currentData.total / currentData.page_size);
    return <Navigate replace to={path(pathOf({ state, page: last > 1 ? last : undefined }))} />;
  }
  return (
    <section className={styles.deliveries} aria-labelledby="deliveries">
      <div className={styles.bar}>
        <div>
          <h2 id="deliveries">{t('deliveries.heading')}</h2>
          <p className="quiet">{t('deliveries.lead')}</p>
        </div>
        <label>
          {t('deliveries.filter')}
          <Select
            value={state ?? ''}
            onChange={({ target }) =>
              void navigate(path(pathOf({ state: target.value })), { preventScrollReset: true })
            }
          >
            <option value="">{t('deliveries.all')}</option>
            {WEBHOOK_DELIVERY_STATES.map((one) => (
              <option key={one} value={one}>
                {t(`deliveries.${one}`)}
              </option>
            ))}
          </Select>
        </label>
      </div>
      {!currentData ? (
        error ? (
          <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label={t('deliveries.loading')} shape="text" rows={3} />
        )
      ) : currentData.list.length === 0 ? (
        state ? (
          <p>{t('deliveries.none_found')}</p>
        ) : (
          <EmptyState as="h3" title={t('deliveries.none')}>
            {t('deliveries.none_text')}
          </EmptyState>
        )
      ) : (
        <>
          <DeliveryTable
            deliveries={currentData.list}
            paused={webhook.state === 'disabled'}
            onOpen={setOpened}
          />
          <ListPages
            list={currentData}
            path={(next) => pathOf({ state, page: next > 1 ? next : undefined })}
          />
        </>
      )}
      {opened !== null && <DeliveryDialog id={opened} webhook={webhook} onClose={() => setOpened(null)} />}
    </section>
  );
}

function DeliveryTable({
  deliveries,
  paused,
  onOpen,
}: {
  deliveries: readonly WebhookDelivery[];
  /** Deliveries are paused: pending ones have no next time. */
  paused: boolean;
  onOpen: (id: number) => void;
}) {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const tryWords = useTryWords();
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'at',
      header: t('deliveries.at'),
      cell: ({ created_at }) => <time dateTime={created_at}>{momentOf(created_at, locale)}</time>,
    },
    {
      key: 'event',
      header: t('deliveries.event'),
      cell: ({ type }) => (
        <>
          {t(EVENT_WORDS[type])}
          <small className="num" translate="no">
            {type}
          </small>
        </>
      ),
    },
    {
      key: 'state',
      header: t('deliveries.state'),
      cell: ({ state, next_try_at, tries }) => (
        <>
          <Badge tone={DELIVERY_TONES[state]}>{t(`deliveries.${state}`)}</Badge>
          {next_try_at && tries > 0 && !paused && (
            <small>
              <time dateTime={next_try_at}>
                {t('deliveries.next', { date: momentOf(next_try_at, locale) })}
              </time>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'result',
      header: t('deliveries.result'),
      cell: ({ last_try }) =>
        last_try ? tryWords(last_try) : <span className="quiet">{t('deliveries.first')}</span>,
    },
    { key: 'tries', header: t('deliveries.tries'), kind: 'number', cell: ({ tries }) => tries },
    {
      key: 'actions',
      header: t('deliveries.actions'),
      kind: 'actions',
      cell: ({ id, created_at }) => (
        <Button
          kind="line"
          size="sm"
          aria-label={t('deliveries.open_label', { date: momentOf(created_at, locale) })}
          onClick={() => onOpen(id)}
        >
          {t('deliveries.open')}
        </Button>
      ),
    },
  ];
  return (
    <Table caption={t('deliveries.heading')} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
  );
}
