import { LocaleLink, useLocale, useLocalePath } from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { Ruler } from '@yunduo/ui';
import { useLocation } from 'react-router';
import { Brand } from './brand.tsx';
import { footerColumns, type FooterLink } from './footer-map.ts';
import styles from './footer.module.css';
import { showsFooter } from './navigation-map.ts';
import { useTranslations } from './words.ts';

/** The footer: products, help and agreements. */
export function Footer() {
  const t = useTranslations('frame');
  const locale = useLocale();
  const { pathname } = useLocation();
  const { data: site } = useSiteInfoQuery();
  if (!showsFooter(pathname)) return null;
  return (
    <footer className={styles.foot}>
      <Ruler className={styles.tape} />
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.columns}>
          <div>
            <LocaleLink to="/" className={styles.brand}>
              <Brand />
              <span className="sr">{t('home')}</span>
            </LocaleLink>
            {site && <p>{site.slogan}</p>}
          </div>
          {footerColumns(site).map(({ key, links }) => (
            <nav key={key} aria-labelledby={`footer-${key}`}>
              <h2 id={`footer-${key}`}>{t(`footer.${key}`)}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.key}>
                    <FooterEntry link={link} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className={styles.legal}>
          {site && <span>{`© ${site.name}`}</span>}
          {site?.record_number && (
            <span lang={locale === 'zh' ? undefined : 'zh-CN'}>{site.record_number}</span>
          )}
          <a href="#main">{t('back_to_top')}</a>
        </p>
      </div>
    </footer>
  );
}

function FooterEntry({ link: { key, to, plain } }: { link: FooterLink }) {
  const t = useTranslations('frame');
  const path = useLocalePath();
  const name = t(`links.${key}`);
  if (!plain) return <LocaleLink to={to}>{name}</LocaleLink>;
  return <a href={to.startsWith('/') ? path(to) : to}>{name}</a>;
}
