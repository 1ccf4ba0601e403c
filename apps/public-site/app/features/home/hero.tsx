import type { AppItem, Article, LicencePlanOffer, SiteInfo } from '@yunduo/api-contract';
import { LocaleLink, useLocale, useLocalePath } from '@yunduo/app-shell';
import { formatMoney } from '@yunduo/i18n';
import { buttonClass, Carousel } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { InstallWindow } from './drawings/install-window.tsx';
import { OverviewWindow } from './drawings/overview-window.tsx';
import { ScheduleWindow } from './drawings/schedule-window.tsx';
import styles from './hero.module.css';
import { PictureLink } from './section.tsx';

interface HeroProps {
  /** The line above the headline. */
  description: Article | undefined;
  /** The headline and its text. */
  banner: Article | undefined;
  /** The editors' pictures before the views of the client, each with a title. */
  pictures: readonly Article[];
  links: SiteInfo['links'];
  plans: readonly LicencePlanOffer[];
  /** Apps whose logos the views of the client show. */
  picks: readonly AppItem[];
}

/** The systems with a download of their own; visitors of other systems see the generic label. */
const SYSTEMS = ['windows', 'mac'] as const;

/** Top description, headline, and the editors' pictures with the three views of the client. */
export function Hero({ description, banner, pictures, links, plans, picks }: HeroProps) {
  const t = useTranslations('home');
  const locale = useLocale();
  const [cheapest] = [...plans].sort((one, other) => one.price - other.price);
  const localePath = useLocalePath();
  return (
    <section className={styles.hero} id="top-description" aria-labelledby="hero-h">
      <div className={`wrap ${styles.head ?? ''}`}>
        <div>
          <p className={styles.what}>{description?.title ?? t('headlines.top_description')}</p>
          <h1 id="hero-h" className={styles.title}>
            {banner?.title ?? t('headlines.banner')}
          </h1>
        </div>
        <div className={styles.act}>
          <p>{description?.intro ?? t('description')}</p>
          <p className={styles.links}>
            <LocaleLink to="/client-download" className={`${buttonClass} ${styles.get ?? ''}`} data-size="lg">
              <span>{t('hero.download')}</span>
              {SYSTEMS.map((system) => (
                <span key={system} data-for={system}>
                  {t(`hero.download_${system}`)}
                </span>
              ))}
            </LocaleLink>
            <LocaleLink to="/store" className={buttonClass} data-kind="line" data-size="lg">
              {t('hero.browse')}
            </LocaleLink>
          </p>
          <p className={styles.terms}>
            {t('hero.needs_code')} <LocaleLink to="/client-download#invite">{t('hero.ask')}</LocaleLink>
            {links.demo && (
              <a className={styles.demo} href={localePath('/go-demo')}>
                {t('hero.demo')}
              </a>
            )}
          </p>
          {cheapest && (
            <p className={styles.terms}>
              {t('hero.price', { price: formatMoney(cheapest.price, cheapest.currency, locale) })}{' '}
              <LocaleLink to="/auth">{t('hero.prices')}</LocaleLink>
            </p>
          )}
          <p className={styles.terms}>{t('hero.systems')}</p>
        </div>
      </div>
      <div id="banner" className={styles.deck}>
        <Carousel
          label={t('deck.label')}
          words={{ previous: t('carousel.previous'), next: t('carousel.next') }}
          slides={[
            ...pictures.map((article) => ({
              id: String(article.id),
              label: article.title,
              content: (
                <figure className={styles.banner}>
                  <PictureLink article={article} />
                  {article.intro && <figcaption>{article.intro}</figcaption>}
                </figure>
              ),
            })),
            {
              id: 'overview',
              label: t('deck.overview'),
              content: <OverviewWindow />,
            },
            {
              id: 'install',
              label: t('deck.install'),
              content: <InstallWindow logos={new Map(picks.map(({ app_key, logo }) => [app_key, logo]))} />,
            },
            {
              id: 'schedule',
              label: t('deck.schedule'),
              content: <ScheduleWindow />,
            },
          ]}
        />
      </div>
    </section>
  );
}
