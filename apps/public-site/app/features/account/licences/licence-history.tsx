import type { LicenceDetail, LicenceTransfer } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { dayOf, momentOf } from '@yunduo/i18n';
import { useTranslations } from '../../../shell/words.ts';
import { orderPath } from '../panels.ts';
import styles from './licences.module.css';

/** When an offer got its state: an expiry is recorded only when the next offer is made. */
const sinceOf = ({ status, created_at: made, expires_at: end, decided_at: decided }: LicenceTransfer) =>
  status === 'expired' ? end : (decided ?? made);

/** Payments for a licence, and its transfer offers. */
export function LicenceHistory({ licence: { terms, transfers } }: { licence: LicenceDetail }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  return (
    <>
      <section aria-labelledby="code-terms">
        <h2 id="code-terms" className={styles.heading}>
          {t('detail.terms')}
        </h2>
        <ul className={styles.rows}>
          {terms.map(({ plan, added_at: added, order_no: number, revoked_at: revoked }) => (
            <li key={added + plan}>
              <span>{t('detail.term_added', { plan: t(`plans.${plan}`), date: dayOf(added, locale) })}</span>
              {number ? (
                <LocaleLink to={orderPath(number)}>{t('detail.term_order', { number })}</LocaleLink>
              ) : (
                <span className="quiet">{t('detail.term_granted')}</span>
              )}
              {revoked && <span className="quiet">{t('detail.term_revoked')}</span>}
            </li>
          ))}
        </ul>
      </section>
      {transfers.length > 0 && (
        <section aria-labelledby="code-transfers">
          <h2 id="code-transfers" className={styles.heading}>
            {t('detail.transfers')}
          </h2>
          <ul className={styles.rows}>
            {transfers.map((offer) => (
              <li key={offer.id}>
                <span>{t('detail.transfer_row', { email: offer.to_email })}</span>
                <span>{t(`transfer.statuses.${offer.status}`)}</span>
                <time className="quiet" dateTime={sinceOf(offer)}>
                  {momentOf(sinceOf(offer), locale)}
                </time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
