import type { Article } from '@yunduo/api-contract';
import { LocaleLink, RichText, sitePath } from '@yunduo/app-shell';
import type { ReactNode } from 'react';
import { matchPage, NOT_FOUND_PAGE } from '../../route-map.ts';
import { useWords } from '../../shell/words.ts';
import type { HomePlace } from './articles.ts';
import styles from './section.module.css';

interface SectionProps {
  place: Exclude<HomePlace, 'top_description' | 'banner'>;
  /** Where on the helm the section stands, in degrees: the page is one turn of the wheel. */
  bearing: string;
  /** What editors wrote for it; without it the section keeps its own headline. */
  head: Article | undefined;
  /** The one band of colour. */
  band?: boolean;
  children: ReactNode;
}

/** A section of the home page: its bearing in the margin, its headline, its text. */
export function Section({ place, bearing, head, band, children }: SectionProps) {
  const t = useWords('home');
  const id = place.replace('_', '-');
  return (
    <section className={styles.section} data-band={band || undefined} id={id} aria-labelledby={`${id}-h`}>
      <div className={`wrap ${styles.columns ?? ''}`}>
        <p className={styles.bearing}>
          <span className="num">{bearing}°</span> {t(`bearings.${place}`)}
        </p>
        <div className={styles.body}>
          <h2 id={`${id}-h`} className={styles.title}>
            {head?.title ?? t(`headlines.${place}`)}
          </h2>
          {head?.intro && <p className={styles.lead}>{head.intro}</p>}
          {head?.html && <RichText html={head.html} />}
          {children}
          {head?.link && <ArticleLink link={head.link} />}
        </div>
      </div>
    </section>
  );
}

/** The link that editors put under a section. One to a page that does not exist (yet) is not shown. */
function ArticleLink({ link }: { link: NonNullable<Article['link']> }) {
  const path = sitePath(link.href, '');
  if (path === '' || matchPage(new URL(path, 'http://site.invalid').pathname).page === NOT_FOUND_PAGE)
    return null;
  return (
    <p className={styles.more}>
      <LocaleLink to={path}>{link.text}</LocaleLink>
    </p>
  );
}
