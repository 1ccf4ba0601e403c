import type { LicencePlanOffer } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { DAY, LICENCE_GRACE, type PayProvider } from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';
import styles from './licence.module.css';
import { OrderForm } from './order-form.tsx';
import { Rules } from './rules.tsx';

interface AuthPageProps {
  offers: readonly LicencePlanOffer[];
  /** How an order can be paid now. */
  providers: readonly PayProvider[];
  /** Where to write when nothing is on sale. */
  email: string;
}

/** Authorization codes: what is on sale, what a code does, how it is bound, and the rules. */
export function LicencePage({ offers, providers, email }: AuthPageProps) {
  const t = useWords('purchase');
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

/** What needs no code and what one unlocks, side by side. */
function FreeOrLicence() {
  const t = useWords('purchase');
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
