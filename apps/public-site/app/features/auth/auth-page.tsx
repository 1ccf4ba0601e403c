import type { LicencePlanOffer } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './auth.module.css';
import { OrderForm } from './order-form.tsx';
import { Rules } from './rules.tsx';

interface AuthPageProps {
  offers: readonly LicencePlanOffer[];
  /** Where to write when nothing is on sale. */
  email: string;
}

/** Authorization codes: what is on sale, what a code does, how it is bound, and the rules. */
export function AuthPage({ offers, email }: AuthPageProps) {
  const t = useWords('auth');
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={t('heading')} lead={t('lead')}>
        <LocaleLink to="/user?panel=my-codes" className={buttonClass} data-kind="line">
          {t('mine')}
        </LocaleLink>
      </PageHead>
      {offers.length > 0 ? (
        <OrderForm offers={offers} />
      ) : (
        <EmptyState title={t('none.title')}>{t('none.text', { email })}</EmptyState>
      )}
      <Rules />
    </div>
  );
}
