import type { LicencePlanOffer } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { formatMoney } from '@yunduo/i18n';
import { useTranslations } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import styles from './download.module.css';
import { Section } from './section.tsx';

interface DownloadProps extends SectionArticles {
  plans: readonly LicencePlanOffer[];
}

/** Supported computers, the free part and the price of a licence. Installers are available by invitation. */
export function Download({ head, plans }: DownloadProps) {
  const t = useTranslations('home');
  const locale = useLocale();
  return (
    <Section place="download" head={head} band>
      <ul className={styles.systems}>
        {head?.facts.map(({ label, value }) => (
          <li key={label}>
            <b>{label}</b>
            <span>{value}</span>
          </li>
        ))}
      </ul>
      <div className={styles.costs}>
        <div>
          <h3>{t('costs.free')}</h3>
          <p>{t('costs.free_text')}</p>
        </div>
        <div>
          <h3>{t('costs.licence')}</h3>
          <p>{t('costs.licence_text')}</p>
          <p className={styles.prices}>
            {plans.map(({ plan, name, price, currency }) => (
              <span key={plan}>
                {name} <b>{formatMoney(price, currency, locale)}</b>
              </span>
            ))}
          </p>
          <p>
            <LocaleLink to="/auth">{t('costs.compare')}</LocaleLink>
          </p>
        </div>
      </div>
      <p className={styles.invite}>
        <LocaleLink to="/client-download" className={styles.get}>
          {t('download.get')}
        </LocaleLink>
        <LocaleLink to="/client-download#invite">{t('download.invite')}</LocaleLink>
      </p>
    </Section>
  );
}
