import type { LicencePlanOffer } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import {
  DAY,
  LICENCE_GRACE,
  type PayProvider,
  LICENCE_REMINDER_DAYS,
  LICENCE_TRANSFER_TTL,
  LICENCE_UNBIND,
} from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';
import styles from './licence.module.css';
import { OrderForm } from './order-form.tsx';

interface AuthPageProps {
  offers: readonly LicencePlanOffer[];
  /** Payment methods available now. */
  providers: readonly PayProvider[];
  /** Contact if nothing is on sale. */
  email: string;
}

/** Authorization codes: plans on sale, what a code does, how it is bound, and the rules. */
export function LicencePage({ offers, providers, email }: AuthPageProps) {
  const t = useTranslations('purchase');
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={t('heading')} lead={t('lead')}>
        <LocaleLink to="/user?panel=my-codes" className={buttonClass} data-kind="line">
          {t('mine')}
        </LocaleLink>
      </PageHead>
      <FreeOrLicence />
      {offers.length > 0 ? (
        <OrderForm offers={offers} providers={providers} />
      ) : (
        <EmptyState title={t('none.title')}>{t('none.text', { email })}</EmptyState>
      )}
      <Rules />
    </div>
  );
}

/** Free features and those that a code unlocks, side by side. */
function FreeOrLicence() {
  const t = useTranslations('purchase');
  return (
    <div className={styles.compare}>
      <section aria-labelledby="free-h">
        <h2 id="free-h">{t('free.heading')}</h2>
        <ul>
          {(['client', 'apps', 'publish'] as const).map((what) => (
            <li key={what}>{t(`free.${what}`)}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="licensed-h">
        <h2 id="licensed-h">{t('licensed.heading')}</h2>
        <ul>
          {(['server', 'offline', 'keep'] as const).map((what) => (
            <li key={what}>{t(`licensed.${what}`, { days: LICENCE_GRACE / DAY })}</li>
          ))}
        </ul>
        <p>
          {t('licensed.private')} <LocaleLink to="/private">{t('licensed.to_private')}</LocaleLink>
        </p>
      </section>
    </div>
  );
}

const graceDays = LICENCE_GRACE / DAY;
const [first, second, third] = LICENCE_REMINDER_DAYS;

/** Steps to bind a code, and the rules; the numbers are the constants that the server enforces. */
function Rules() {
  const t = useTranslations('purchase');
  return (
    <div className={styles.rules}>
      <section aria-labelledby="steps-h">
        <h2 id="steps-h">{t('steps.heading')}</h2>
        <ol className={styles.columns}>
          {(['pay', 'find', 'bind'] as const).map((step) => (
            <li key={step}>
              <h3>{t(`steps.${step}`)}</h3>
              <p>{t(`steps.${step}_text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="rules-h">
        <h2 id="rules-h">{t('rules.heading')}</h2>
        <dl className={styles.terms}>
          <div>
            <dt>{t('rules.move')}</dt>
            <dd>{t('rules.move_text', { days: LICENCE_UNBIND.days, count: LICENCE_UNBIND.count })}</dd>
          </div>
          <div>
            <dt>{t('rules.end')}</dt>
            <dd>{t('rules.end_text', { first, second, third, days: graceDays })}</dd>
          </div>
          <div>
            <dt>{t('rules.give')}</dt>
            <dd>{t('rules.give_text', { days: LICENCE_TRANSFER_TTL / DAY })}</dd>
          </div>
          <div>
            <dt>{t('rules.refund')}</dt>
            <dd>{t('rules.refund_text')}</dd>
          </div>
          <div>
            <dt>{t('rules.invoice')}</dt>
            <dd>{t('rules.invoice_text')}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
