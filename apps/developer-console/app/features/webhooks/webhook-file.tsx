import type { DevAppItem, DevWebhook } from '@yunduo/api-contract';
import {
  ConfirmDialog,
  lazyWithRetry,
  LocaleLink,
  notePage,
  showToast,
  useLocale,
  useLocalePath,
} from '@yunduo/app-shell';
import {
  useDevWebhookDeleteMutation,
  useDevWebhookDisableMutation,
  useDevWebhookEnableMutation,
  useDevWebhookPingMutation,
  useDevWebhookRotateMutation,
} from '@yunduo/data-access';
import { dayOf, momentOf } from '@yunduo/i18n';
import { Badge, Button, DescriptionList, Notice } from '@yunduo/ui';
import { DAY, WEBHOOK } from '@yunduo/validation';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { TimeZone } from '../../parts/time-zone.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { Deliveries } from './deliveries.tsx';
import { EVENT_WORDS, STATE_TONES } from './webhook-words.ts';
import styles from './webhooks.module.css';

const WebhookForm = lazyWithRetry(() => import('./webhook-form.tsx'));
const DAYS = WEBHOOK.disableAfter / DAY;

interface WebhookFileProps {
  webhook: DevWebhook;
  apps: readonly DevAppItem[];
  /** Shows a new secret, once. */
  onSecret: (made: { id: number; secret: string }) => void;
  /** The new secret, above everything else. */
  children: ReactNode;
}

/** One webhook: state, actions and deliveries. */
export function WebhookFile({ webhook, apps, onSecret, children }: WebhookFileProps) {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const [ping, pinging] = useDevWebhookPingMutation();
  const [enable, enabling] = useDevWebhookEnableMutation();
  const [disable, disabling] = useDevWebhookDisableMutation();
  const [rotate] = useDevWebhookRotateMutation();
  const [remove] = useDevWebhookDeleteMutation();
  const { id, url, events, app, state } = webhook;
  const close = () => setAsking(null);
  /** A toast reports a failure. */
  const then = (call: Promise<unknown>, toast: string) =>
    void call.then(
      () => showToast(toast),
      () => undefined,
    );
  const previous = webhook.previous_secret_until;
  return (
    <>
      <LocaleLink className={styles.back} to={PATHS.webhooks}>
        {t('back')}
      </LocaleLink>
      <div className={styles.head}>
        <h1 className={styles.url} translate="no">
          {url}
        </h1>
        <Badge tone={STATE_TONES[state]}>{t(`state.${state}`)}</Badge>
      </div>
      {children}
      <WebhookNotice webhook={webhook} />
      <DescriptionList
        className={styles.facts}
        layout="rows"
        items={[
          {
            term: t('facts.events'),
            value: events.map((event) => t(EVENT_WORDS[event])).join(locale === 'zh' ? '、' : ', '),
          },
          { term: t('facts.app'), value: app ? app.name : t('every_app') },
          { term: t('facts.created'), value: momentOf(webhook.created_at, locale) },
          { term: t('facts.secret'), value: momentOf(webhook.secret_created_at, locale) },
          ...(previous ? [{ term: t('facts.previous'), value: momentOf(previous, locale) }] : []),
        ]}
      />
      <div className={styles.actions}>
        {state === 'disabled' ? (
          <Button busy={enabling.isLoading} onClick={() => then(enable({ id }).unwrap(), t('enabled_toast'))}>
            {t('enable')}
          </Button>
        ) : (
          <Button busy={pinging.isLoading} onClick={() => then(ping({ id }).unwrap(), t('pinged'))}>
            {t('ping')}
          </Button>
        )}
        <Button kind="line" onClick={() => setAsking('edit')}>
          {t('edit')}
        </Button>
        <Button kind="line" onClick={() => setAsking('rotate')}>
          {t('rotate')}
        </Button>
        {state !== 'disabled' && (
          <Button
            kind="line"
            busy={disabling.isLoading}
            onClick={() => then(disable({ id }).unwrap(), t('disabled_toast'))}
          >
            {t('disable')}
          </Button>
        )}
        <Button kind="danger" onClick={() => setAsking('remove')}>
          {t('remove')}
        </Button>
      </div>
      <Deliveries webhook={webhook} />
      <TimeZone />
      {asking === 'edit' && <WebhookForm apps={apps} webhook={webhook} onClose={close} />}
      {asking === 'rotate' && (
        <ConfirmDialog
          title={t('rotate_title')}
          confirm={t('rotate_confirm')}
          onClose={close}
          onConfirm={async () => {
            const call = rotate({ id });
            const { secret } = await call.unwrap();
            // Only this answer contains the secret: the store drops it, the page shows it.
            call.reset();
            onSecret({ id, secret });
          }}
        >
          <p>{t('rotate_text')}</p>
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          danger
          title={t('remove_title')}
          confirm={t('remove_confirm')}
          onClose={close}
          onConfirm={async () => {
            const onPage = notePage();
            await remove({ id }).unwrap();
            showToast(t('removed_toast'));
            if (onPage()) void navigate(path(PATHS.webhooks), { replace: true });
          }}
        >
          <p className={styles.url}>{t('remove_text', { url })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Problem of a webhook, if any. */
function WebhookNotice({ webhook }: { webhook: DevWebhook }) {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const { state, failing_since, disabled_at, disabled_by } = webhook;
  if (state === 'failing' && failing_since)
    return <Notice tone="warn">{t('failing', { date: dayOf(failing_since, locale), days: DAYS })}</Notice>;
  if (state !== 'disabled' || !disabled_at) return null;
  return disabled_by === 'failures' ? (
    <Notice tone="bad">{t('disabled_by_failures', { date: dayOf(disabled_at, locale), days: DAYS })}</Notice>
  ) : (
    <Notice>{t('disabled_by_owner')}</Notice>
  );
}
