import type { DevWebhook } from '@yunduo/api-contract';
import {
  CopyButton,
  lazyWithRetry,
  LocaleLink,
  useAppSelector,
  useLocalePath,
  useSessionEnd,
} from '@yunduo/app-shell';
import { isApiFailure, useDevWebhooksQuery } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import { Badge, Button, buttonClass, EmptyState, PageHead, Skeleton, Table, type Column } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NotDeveloper, useDeveloper } from '../../parts/developers-only.tsx';
import { PartFailed } from '../../parts/part-failed.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { WebhookFile } from './webhook-file.tsx';
import { EVENT_WORDS, STATE_TONES } from './webhook-words.ts';
import styles from './webhooks.module.css';

const WebhookForm = lazyWithRetry(() => import('./webhook-form.tsx'));

/** The developer's webhooks: all, or the one in the address with its deliveries. */
export function WebhooksPage() {
  useSessionEnd();
  // A change of account, for example in another tab, remounts the page and drops the previous account's data
  // and new secret.
  return <OwnWebhooks key={useAppSelector(selectGeneration)} />;
}

function OwnWebhooks() {
  const t = useTranslations('webhooks');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const path = useLocalePath();
  const { webhooks, limit, apps, refused, failed, retrying, retry } = useWebhooks();
  const [creating, setCreating] = useState(false);
  /** The new secret and its webhook, while it is shown. */
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null);
  if (refused) return <NotDeveloper page="webhooks" />;
  if (!webhooks || !apps)
    return (
      <>
        <PageHead title={t('heading')} />
        {failed ? (
          <PartFailed retrying={retrying} onRetry={retry} />
        ) : (
          <Skeleton label={t('loading')} rows={4} />
        )}
      </>
    );
  // Without the punctuation of a sentence around the link.
  const id = Number(/^\d+\b/.exec(query.get('id') ?? '')?.[0]);
  const webhook = webhooks.find((one) => one.id === id);
  if (query.has('id') && !webhook)
    // A newly created webhook arrives with the next list.
    return retrying || made?.id === id ? <Skeleton label={t('loading')} rows={4} /> : <Gone />;
  const secret = made && made.id === webhook?.id && (
    <MadeSecret secret={made.secret} onDone={() => setMade(null)} />
  );
  if (webhook)
    return (
      <WebhookFile key={webhook.id} webhook={webhook} apps={apps} onSecret={setMade}>
        {secret}
      </WebhookFile>
    );
  const create = <Button onClick={() => setCreating(true)}>{t('new')}</Button>;
  return (
    <>
      <PageHead
        title={t('heading')}
        lead={
          <>
            {t('lead', { limit })}{' '}
            <a className={styles.guide} href={path('/developers/webhooks')}>
              {t('reference')}
            </a>
          </>
        }
      >
        {webhooks.length > 0 && create}
      </PageHead>
      {webhooks.length > 0 ? (
        <WebhookTable webhooks={webhooks} />
      ) : (
        <EmptyState title={t('none.heading')} action={create}>
          {t('none.text')}
        </EmptyState>
      )}
      {creating && (
        <WebhookForm
          apps={apps}
          onClose={() => setCreating(false)}
          onMade={({ item, secret: shown }) => {
            setCreating(false);
            setMade({ id: item.id, secret: shown });
            void navigate(path(`${PATHS.webhooks}?id=${item.id}`));
          }}
        />
      )}
    </>
  );
}

function useWebhooks() {
  const { options, apps, ...developer } = useDeveloper();
  const webhooks = useDevWebhooksQuery(undefined, options);
  return {
    webhooks: options.skip ? undefined : webhooks.data?.list,
    limit: webhooks.data?.limit ?? 0,
    apps: apps?.list,
    refused: developer.refused || (isApiFailure(webhooks.error) && webhooks.error.status === 403),
    failed: developer.failed || (developer.user !== null && webhooks.error !== undefined),
    retrying: developer.retrying || webhooks.isFetching,
    retry: () => {
      developer.retry();
      if (developer.user && webhooks.error) void webhooks.refetch();
    },
  };
}

function WebhookTable({ webhooks }: { webhooks: readonly DevWebhook[] }) {
  const t = useTranslations('webhooks');
  const columns: Column<DevWebhook>[] = [
    {
      key: 'url',
      header: t('column.url'),
      cell: ({ url, app }) => (
        <>
          <b className={styles.url} translate="no">
            {url}
          </b>
          <small>{app ? app.name : t('every_app')}</small>
        </>
      ),
    },
    {
      key: 'events',
      header: t('column.events'),
      cell: ({ events }) => (
        <ul>
          {events.map((event) => (
            <li key={event}>{t(EVENT_WORDS[event])}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'state',
      header: t('column.state'),
      cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{t(`state.${state}`)}</Badge>,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      kind: 'actions',
      cell: ({ id, url }) => (
        <LocaleLink
          className={buttonClass}
          data-kind="line"
          data-size="sm"
          to={`${PATHS.webhooks}?id=${id}`}
          aria-label={t('open_label', { url })}
        >
          {t('open')}
        </LocaleLink>
      ),
    },
  ];
  return (
    <div className={styles.list}>
      <Table caption={t('list')} columns={columns} rows={webhooks} rowKey={({ id }) => id} />
    </div>
  );
}

/** The new secret, shown once. It takes the focus, so that the developer does not miss it. */
function MadeSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslations('webhooks');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [secret]);
  return (
    <div className={styles.made} role="region" aria-labelledby="made-secret">
      <h2 id="made-secret" ref={heading} tabIndex={-1}>
        {t('secret.heading')}
      </h2>
      <p>{t('secret.text')}</p>
      <div className={styles.secret}>
        <code translate="no" aria-label={t('secret.label')} role="group">
          {secret}
        </code>
        <CopyButton text={secret} label={t('secret.copy')} withText />
      </div>
      <Button kind="line" onClick={onDone}>
        {t('secret.done')}
      </Button>
    </div>
  );
}

function Gone() {
  const t = useTranslations('webhooks');
  return (
    <EmptyState
      as="h1"
      title={t('gone.heading')}
      action={
        <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={PATHS.webhooks}>
          {t('gone.action')}
        </LocaleLink>
      }
    >
      {t('gone.text')}
    </EmptyState>
  );
}
