import type { LicencePlanOffer } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { formatMoney } from '@yunduo/i18n';
import { useTranslations } from '../../shell/words.ts';
import styles from './licence.module.css';

interface PlansProps {
  offers: readonly LicencePlanOffer[];
  chosen: string;
  onChoose: (plan: string) => void;
  error: string | undefined;
}

/** Plans on sale, one per row: name, audience, price and price per month. */
export function Plans({ offers, chosen, onChoose, error }: PlansProps) {
  const t = useTranslations('purchase');
  const locale = useLocale();
  return (
    <fieldset
      className={styles.plans}
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'plan-error' : undefined}
    >
      <legend>{t('plan')}</legend>
      {offers.map(({ plan, name, note, months, price, currency }) => (
        <label key={plan} className={styles.plan}>
          <input
            type="radio"
            name="plan"
            value={plan}
            checked={plan === chosen}
            onChange={() => onChoose(plan)}
          />
          <span className={styles.name}>
            <b>{name}</b>
            {note && <small>{note}</small>}
          </span>
          <span className={styles.price}>
            <b>{formatMoney(price, currency, locale)}</b>
            {months !== null && months > 1 && (
              <small>
                {t('month', { price: formatMoney(Math.round(price / months), currency, locale) })}
              </small>
            )}
          </span>
        </label>
      ))}
      {error && (
        <p id="plan-error" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
