import type { DataOf, devWebhook, DevWebhook } from '@yunduo/api-contract';
import { Dialog, showToast, useLocale } from '@yunduo/app-shell';
import { useDevWebhookDeliveryQuery, useDevWebhookReplayMutation } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Badge, Button, DescriptionList, Skeleton } from '@yunduo/ui';
import { PartFailed } from '../../parts/part-failed.tsx';
import { useTranslations } from '../../shell/words.ts';
import { DELIVERY_TONES, EVENT_WORDS, useTryWords } from './webhook-words.ts';
import styles from './webhooks.module.css';

interface DeliveryDialogProps {
  id: number;
  webhook: DevWebhook;
  onClose: () => void;
}

/** A delivery: payload, the response to each try, and a button to send it again. */
export default function DeliveryDialog({ id, webhook, onClose }: DeliveryDialogProps) {
  const t = useTranslations('webhooks');
  const { currentData, error, isFetching, refetch } = useDevWebhookDeliveryQuery(
    { id },
    { refetchOnMountOrArgChange: true },
  );
  const [replay, { isLoading }] = useDevWebhookReplayMutation();
  const send = () =>
    replay({ id })
      .unwrap()
      .then(
        () => {
          showToast(t('delivery.replayed'));
          onClose();
        },
        // A toast has reported it, and the dialog stays open for another try.
        () => undefined,
      );
  return (
    <Dialog
      title={t('delivery.title')}
      onClose={() => {
        // The answer closes it: by then another delivery could be open.
        if (!isLoading) onClose();
      }}
      footer={
        <>
          <Button kind="line" disabled={isLoading} onClick={onClose}>
            {t('delivery.close')}
          </Button>
          {currentData && webhook.state !== 'disabled' && (
            <Button busy={isLoading} onClick={() => void send()}>
              {t(isLoading ? 'delivery.replaying' : 'delivery.replay')}
            </Button>
          )}
        </>
      }
    >
      {currentData ? (
        <Delivery delivery={currentData} paused={webhook.state === 'disabled'} />
      ) : error ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('delivery.loading')} shape="text" rows={4} />
      )}
    </Dialog>
  );
}

function Delivery({ delivery, paused }: { delivery: DataOf<typeof devWebhook.delivery>; paused: boolean }) {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const tryWords = useTryWords();
  const { type, state, created_at, next_try_at, event_id, body, log } = delivery;
  const moment = (at: string) => <time dateTime={at}>{momentOf(at, locale)}</time>;
  return (
    <div className={styles.delivery}>
      <p className={styles.badges}>
        {t(EVENT_WORDS[type])} <Badge tone={DELIVERY_TONES[state]}>{t(`deliveries.${state}`)}</Badge>
      </p>
      <DescriptionList
        layout="rows"
        items={[
          { term: t('delivery.id'), value: <span translate="no">{event_id}</span>, num: true },
          { term: t('delivery.created'), value: moment(created_at) },
          ...(next_try_at && !paused ? [{ term: t('delivery.next'), value: moment(next_try_at) }] : []),
        ]}
      />
      <h3>{t('delivery.tries')}</h3>
      {log.length === 0 && <p className="quiet">{t('delivery.none')}</p>}
      <ol className={styles.tries}>
        {log.map((one, index) => (
          <li key={log.length - index}>
            <p>
              {moment(one.at)} <span>{tryWords(one)}</span>
            </p>
            {one.answer ? (
              <Text label={t('delivery.answer_of', { date: momentOf(one.at, locale) })} text={one.answer} />
            ) : (
              <p className="quiet">{t('delivery.no_answer')}</p>
            )}
          </li>
        ))}
      </ol>
      <h3>{t('delivery.body')}</h3>
      <Text label={t('delivery.body')} text={pretty(body)} />
    </div>
  );
}

/** Raw text. Lines longer than the box scroll, which must be possible by keyboard. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable
    <pre className={styles.text} translate="no" tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  );
}

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);
