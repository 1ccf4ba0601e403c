import type { OrderDetail } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { formatMoney } from '@yunduo/i18n';
import { Button, Card, focusHeading } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { QrCode } from '../qr-code.tsx';
import styles from './orders.module.css';

interface ScanToPayProps {
  order: OrderDetail;
  /** Content of the QR code for WeChat. */
  code: string;
  onOtherWay: () => void;
}

/** QR code for the buyer's phone. The order is polled meanwhile, and replaces this view once it is paid. */
export default function ScanToPay({ order, code, onOtherWay }: ScanToPayProps) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (part.current) focusHeading(part.current);
  }, []);
  return (
    <div ref={part}>
      <Card title={t('payment.scan_heading')} as="h3">
        <div className={styles.scan}>
          <QrCode text={code} label={t('payment.scan_label')} />
          <div className={styles.after}>
            <p>{t('payment.scan_text', { amount: formatMoney(order.amount, order.currency, locale) })}</p>
            <p className="quiet">{t('payment.updates')}</p>
            <p className={styles.buttons}>
              <Button kind="line" onClick={onOtherWay}>
                {t('payment.other_way')}
              </Button>
            </p>
          </div>
        </div>
      </Card>
    </div>
  );
}
