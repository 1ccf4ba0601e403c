import type { Licence } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import type { FieldProps } from '@yunduo/app-shell/forms';
import { dayOf } from '@yunduo/i18n';
import { Notice } from '@yunduo/ui';
import { OFFLINE_RECEIPT_MAX } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import { FileText } from './file-text.tsx';

interface ReceiptFieldProps {
  offline: NonNullable<Licence['offline']>;
  field: FieldProps;
  error: string | undefined;
  onText: (text: string) => void;
}

/** Explains why a licence cannot be unbound yet, and takes the deactivation receipt. */
export function ReceiptField({ offline, field, error, onText }: ReceiptFieldProps) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const { server, expires_at: until, receipt } = offline;
  return (
    <>
      <Notice
        tone="warn"
        title={
          until
            ? t('receipt.title', { server, date: dayOf(until, locale) })
            : t('receipt.title_permanent', { server })
        }
      >
        <p>{t(receipt ? 'receipt.text' : 'receipt.text_old')}</p>
        <p>
          {t(receipt ? 'receipt.gone' : 'receipt.ask')}{' '}
          <LocaleLink to="/feedback">{t('receipt.contact')}</LocaleLink>
        </p>
      </Notice>
      {receipt && (
        <FileText
          labels={{
            file: t('receipt.file'),
            text: t('receipt.paste'),
            tooLarge: t('receipt.too_large', { max: OFFLINE_RECEIPT_MAX }),
          }}
          max={OFFLINE_RECEIPT_MAX}
          field={field}
          error={error}
          onText={onText}
        />
      )}
    </>
  );
}
