import type { OrderDetail } from '@yunduo/api-contract';
import { lazyWithRetry, notePage, safeNavigate, useLocale, usePassed } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useOrderDetailQuery, useOrderPayMutation } from '@yunduo/data-access';
import { formatMoney, momentOf } from '@yunduo/i18n';
import { Button, Notice, RadioGroup } from '@yunduo/ui';
import { DAY, ORDER, PAY_CODE_TTL, PAY_POLLING, type PayProvider } from '@yunduo/validation';
import { useState } from 'react';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from './orders.module.css';
import { TransferAccount } from './transfer-account.tsx';

/** The QR code encoder loads only for users who pay with it. */
const ScanToPay = lazyWithRetry(() => import('./scan-to-pay.tsx'));

/** Payment providers, which notify the server within seconds. */
const BY_COMPANY: readonly (PayProvider | null)[] = ['alipay', 'wechat_pay', 'stripe'];

interface PaymentProps {
  order: OrderDetail;
  /** Shown shortly before the payment deadline, with a way to extend it. */
  ending: string;
  refreshing: boolean;
  onCheck: () => void;
}

/** Payment: the provider choice, or the account for a bank transfer once that is chosen. */
export function Payment({ order, ending, refreshing, onCheck }: PaymentProps) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const [otherWay, setOtherWay] = useState(false);
  const [code, setCode] = useState<{ text: string; until: number } | null>(null);
  const { transfer, expires_at: until, status } = order;
  // A code that was shown before the payment failed, or hours ago, cannot be scanned any more.
  const [before, setBefore] = useState(status);
  if (status !== before) {
    setBefore(status);
    if (status === 'failed') setCode(null);
  }
  const codeIsOver = usePassed(code?.until ?? null);
  const awaited = order.status === 'pending' && BY_COMPANY.includes(order.provider);
  // Polls the page's own query: once the order is paid, the page replaces this section.
  useOrderDetailQuery(order.order_no, {
    skip: !awaited,
    pollingInterval: PAY_POLLING,
    skipPollingIfUnfocused: true,
  });
  return (
    <section className={styles.payment} aria-labelledby="payment">
      <h2 id="payment" className={styles.heading}>
        {t('payment.heading')}
      </h2>
      {order.status === 'failed' && (
        <Notice tone="bad">
          <p>{t('payment.failed')}</p>
        </Notice>
      )}
      {until && <p>{t('payment.until', { time: momentOf(until, locale) })}</p>}
      {ending && (
        <Notice tone="warn">
          <p>{ending}</p>
        </Notice>
      )}
      {transfer && !otherWay ? (
        <TransferAccount
          transfer={transfer}
          refreshing={refreshing}
          onCheck={onCheck}
          onOtherWay={order.providers.length > 1 ? () => setOtherWay(true) : undefined}
        />
      ) : code && !codeIsOver ? (
        <ScanToPay order={order} code={code.text} onOtherWay={() => setCode(null)} />
      ) : (
        <>
          <ChooseProvider
            order={order}
            onTransfer={() => setOtherWay(false)}
            onCode={(text) => setCode({ text, until: Date.now() + PAY_CODE_TTL })}
          />
          {awaited && <p className="quiet">{t('payment.updates')}</p>}
        </>
      )}
    </section>
  );
}

interface ChooseProviderProps {
  order: OrderDetail;
  onTransfer: () => void;
  /** Called if there is a QR code instead of a payment page. */
  onCode: (code: string) => void;
}

function ChooseProvider({ order, onTransfer, onCode }: ChooseProviderProps) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const [pay] = useOrderPayMutation();
  const { order_no, providers, provider } = order;
  const form = useForm({
    id: 'order-pay',
    initialValues: {
      order_no,
      provider: (providers.find((name) => name === provider) ?? providers[0] ?? '') as string,
    },
    schema: formSchema('paySchema'),
    draft: null,
    onSubmit: async (values) => {
      const onPage = notePage();
      const { transfer, pay_url: address, pay_code: code } = await pay(handledByForm(values)).unwrap();
      if (transfer) return onTransfer();
      if (code) return onCode(code);
      // The server's answer is the explicit permission to open a provider's page (SECURITY.md).
      if (onPage()) safeNavigate(address, { allow: [new URL(address, location.origin).origin] });
    },
  });
  if (providers.length === 0)
    return (
      <Notice tone="warn">
        <p>{t('payment.none')}</p>
      </Notice>
    );
  const byBank = form.values.provider === 'bank_transfer';

  return (
    <form {...form.form} className={styles.form}>
      <RadioGroup
        required
        legend={t('payment.method')}
        name="provider"
        options={providers.map((name) => ({
          value: name,
          label: t(`payment.${name}`),
          hint: t(`payment.${name}_hint`, { days: ORDER.transferTtl / DAY }),
        }))}
        value={form.values.provider}
        onChange={(name) => form.setValue('provider', name)}
        error={form.errorOf('provider')}
      />
      <FormError error={form.error} />
      <div>
        <Button type="submit" busy={form.busy}>
          {form.busy
            ? t('payment.starting')
            : byBank
              ? t('payment.choose_transfer')
              : t('payment.pay', { amount: formatMoney(order.amount, order.currency, locale) })}
        </Button>
      </div>
    </form>
  );
}
