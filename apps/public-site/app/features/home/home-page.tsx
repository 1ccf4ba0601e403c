import type { AppItem, Article, LicencePlanOffer, SiteInfo } from '@yunduo/api-contract';
import { useTranslations } from '../../shell/words.ts';
import { articlesOf, hasUpload, type SectionArticles } from './articles.ts';
import benefitStyles from './benefits.module.css';
import credentialStyles from './credentials.module.css';
import { Download } from './download.tsx';
import { BenefitView } from './drawings/benefit-views.tsx';
import { Hero } from './hero.tsx';
import { Introduction } from './introduction.tsx';
import { MailForm } from './mail-form.tsx';
import mailStyles from './mail.module.css';
import partnerStyles from './partners.module.css';
import { ArticleLink, PictureLink, Section } from './section.tsx';
import { SelfHosting } from './self-hosting.tsx';
import { foreignLang, LocaleLink, useLocale } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import styles from './selection.module.css';

interface HomePageProps {
  articles: readonly Article[];
  picks: readonly AppItem[];
  plans: readonly LicencePlanOffer[];
  site: SiteInfo;
}

/** All sections, in order from the introduction to the newsletter. */
export function HomePage({ articles, picks, plans, site }: HomePageProps) {
  const banner = articlesOf(articles, 'banner');
  return (
    <>
      <Hero
        description={articlesOf(articles, 'top_description').head}
        banner={banner.head}
        pictures={banner.items.filter(hasUpload)}
        links={site.links}
        plans={plans}
        picks={picks}
      />
      <Introduction {...articlesOf(articles, 'introduction')} />
      <Benefits {...articlesOf(articles, 'benefits')} />
      <Selection {...articlesOf(articles, 'selection')} picks={picks} />
      <SelfHosting {...articlesOf(articles, 'self_hosting')} product={site.name} />
      <Credentials {...articlesOf(articles, 'credentials')} />
      <Partners {...articlesOf(articles, 'partners')} />
      <Download {...articlesOf(articles, 'download')} plans={plans} />
      <Mail {...articlesOf(articles, 'email')} supportEmail={site.support_email} />
    </>
  );
}

/** The client's daily features: terminal, files, MySQL, scheduled tasks. */
function Benefits({ head, items }: SectionArticles) {
  return (
    <Section place="benefits" head={head}>
      <div className={benefitStyles.cells}>
        {items.map((article) => (
          <article key={article.id}>
            {hasUpload(article) ? (
              <PictureLink article={article} />
            ) : (
              <BenefitView of={article.picture ?? ''} />
            )}
            <h3>{article.title}</h3>
            <p>{article.intro}</p>
          </article>
        ))}
      </div>
    </Section>
  );
}

/** Facts that a visitor can verify before installing. */
function Credentials({ head }: SectionArticles) {
  return (
    <Section place="credentials" head={head}>
      <dl className={credentialStyles.facts}>
        {head?.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Partners: first those with logo and link, then those with a name and a drawn mark. */
function Partners({ head, items }: SectionArticles) {
  return (
    <Section place="partners" head={head}>
      <ul className={partnerStyles.mates}>
        {items.filter(hasUpload).map((article) => (
          <li key={article.id} className={partnerStyles.logo}>
            <PictureLink article={article} />
          </li>
        ))}
        {head?.facts.map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </Section>
  );
}

interface MailProps extends SectionArticles {
  supportEmail: string;
}

/** Newsletter: an address, the slider, and a confirmation mail. */
function Mail({ head, supportEmail }: MailProps) {
  const t = useTranslations('home');
  return (
    <Section place="email" head={head}>
      <div className={mailStyles.box}>
        <MailForm />
        <noscript>
          <p className="quiet">{t('email.no_script', { email: supportEmail })}</p>
        </noscript>
      </div>
    </Section>
  );
}

interface SelectionProps extends SectionArticles {
  picks: readonly AppItem[];
}

/** The store's picks. */
function Selection({ head, picks }: SelectionProps) {
  const t = useTranslations('home');
  const locale = useLocale();
  return (
    <Section place="selection" head={head}>
      <ul className={styles.picks}>
        {picks.map(({ id, app_key, name, logo, cate_name, version, untranslated }) => (
          <li key={id}>
            <LocaleLink to={`/store/${String(id)}`}>
              <AppLogo appKey={app_key} src={logo} />
              <b lang={foreignLang({ untranslated }, 'name', locale)}>{name}</b>
              <span>{cate_name}</span>
              <span>{version}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
      {!head?.link && <ArticleLink link={{ text: t('selection.all'), href: '/store' }} />}
    </Section>
  );
}
