import type { OrderDetail } from '@yunduo/api-contract';
import { CopyButton, useLocale } from '@yunduo/app-shell';
import { decimal, formatMoney, momentOf } from '@yunduo/i18n';
import { Button, Card, DescriptionList } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './orders.module.css';

interface TransferAccountProps {
  transfer: NonNullable<OrderDetail['transfer']>;
  refreshing: boolean;
  onCheck: () => void;
  /** Undefined if there is no other payment method. */
  onOtherWay: (() => void) | undefined;
}

/** Bank account for the transfer, with copy buttons; who confirms the payment, and by when. */
export function TransferAccount({ transfer, refreshing, onCheck, onOtherWay }: TransferAccountProps) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const row = (term: string, value: string, { copy = value, num = false } = {}) => ({
    term,
    value: (
      <span className={styles.copyable}>
        <span className={num ? 'num' : undefined} translate="no">
          {value}
        </span>
        <CopyButton text={copy} label={t('payment.copy', { what: term })} />
      </span>
    ),
  });
  return (
    <Card title={t('payment.transfer_heading')} as="h3">
      <DescriptionList
        layout="rows"
        items={[
          row(t('payment.account_name'), transfer.account_name),
          row(t('payment.bank'), transfer.bank),
          row(t('payment.account_number'), transfer.account_number, {
            copy: transfer.account_number.replaceAll(' ', ''),
            num: true,
          }),
          row(t('payment.reference'), transfer.reference, { num: true }),
          row(t('payment.amount'), formatMoney(transfer.amount, transfer.currency, locale), {
            // A bank's form takes only the number.
            copy: decimal(transfer.amount),
            num: true,
          }),
          {
            term: t('payment.deadline'),
            value: <time dateTime={transfer.expires_at}>{momentOf(transfer.expires_at, locale)}</time>,
          },
        ]}
      />
      <div className={styles.after}>
        <p>
          <strong>{t('payment.reference_note')}</strong>
        </p>
        <p className="quiet">{t('payment.confirmed_by')}</p>
        <p className={styles.buttons}>
          <Button kind="line" busy={refreshing} onClick={onCheck}>
            {t('payment.refresh')}
          </Button>
          {onOtherWay && (
            <Button kind="bare" onClick={onOtherWay}>
              {t('payment.other_way')}
            </Button>
          )}
        </p>
      </div>
    </Card>
  );
}
