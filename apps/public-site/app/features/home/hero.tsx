import type { Article, SiteInfo } from '@yunduo/api-contract';
import { LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { buttonClass, Carousel } from '@yunduo/ui';
import { Link } from 'react-router';
import { useWords } from '../../shell/words.ts';
import { InstallWindow } from './drawings/install-window.tsx';
import { OverviewWindow } from './drawings/overview-window.tsx';
import { ScheduleWindow } from './drawings/schedule-window.tsx';
import styles from './hero.module.css';
import { PictureLink } from './section.tsx';

interface HeroProps {
  /** The line above the headline: what this is. */
  description: Article | undefined;
  /** The headline and what stands beside it. */
  banner: Article | undefined;
  /** What editors put before the views of the client: pictures with a title each. */
  pictures: readonly Article[];
  links: SiteInfo['links'];
}

/** Top description, headline, and what editors show with the client in three views. */
export function Hero({ description, banner, pictures, links }: HeroProps) {
  const t = useWords('home');
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
            <LocaleLink to="/store" className={buttonClass} data-size="lg">
              {t('hero.browse')}
            </LocaleLink>
            {links.demo ? (
              <a href={localePath('/go-demo')} className={buttonClass} data-kind="line" data-size="lg">
                {t('hero.demo')}
              </a>
            ) : (
              <Link to="#download" discover="none" className={buttonClass} data-kind="line" data-size="lg">
                {t('hero.download')}
              </Link>
            )}
          </p>
          <p className={styles.systems}>{t('hero.systems')}</p>
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
              label: <Mark bearing="000" name={t('deck.overview')} />,
              content: <OverviewWindow />,
            },
            {
              id: 'install',
              label: <Mark bearing="120" name={t('deck.install')} />,
              content: <InstallWindow />,
            },
            {
              id: 'schedule',
              label: <Mark bearing="240" name={t('deck.schedule')} />,
              content: <ScheduleWindow />,
            },
          ]}
        />
      </div>
    </section>
  );
}

function Mark({ bearing, name }: { bearing: string; name: string }) {
  return (
    <>
      <span className={`num ${styles.bearing ?? ''}`}>{bearing}°</span> {name}
    </>
  );
}
