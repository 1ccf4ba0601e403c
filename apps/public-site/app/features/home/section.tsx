import type { Article } from '@yunduo/api-contract';
import { LocaleLink, RichText, sitePath } from '@yunduo/app-shell';
import { articlePictureSize } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { matchPage, NOT_FOUND_PAGE } from '../../route-map.ts';
import { useTranslations } from '../../shell/words.ts';
import type { HomePlace } from './articles.ts';
import styles from './section.module.css';

interface SectionProps {
  place: Exclude<HomePlace, 'top_description' | 'banner'>;
  /** The editors' article; without it the section keeps its default headline. */
  head: Article | undefined;
  /** The one coloured band. */
  band?: boolean;
  children: ReactNode;
}

/** A section of the home page: its name in the margin, its headline, its content. */
export function Section({ place, head, band, children }: SectionProps) {
  const t = useTranslations('home');
  const id = place.replace('_', '-');
  return (
    <section className={styles.section} data-band={band || undefined} id={id} aria-labelledby={`${id}-h`}>
      <div className={`wrap ${styles.columns ?? ''}`}>
        <p className={styles.name}>{t(`names.${place}`)}</p>
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

function existingPath(href: string): string | null {
  const path = sitePath(href, '');
  const missing =
    path === '' || matchPage(new URL(path, 'http://site.invalid').pathname).page === NOT_FOUND_PAGE;
  return missing ? null : path;
}

/** The editors' link below a section. A link to a page that does not exist (yet) is not shown. */
export function ArticleLink({ link }: { link: NonNullable<Article['link']> }) {
  const path = existingPath(link.href);
  if (path === null) return null;
  return (
    <p className={styles.more}>
      <LocaleLink to={path}>{link.text}</LocaleLink>
    </p>
  );
}

/** Target of an editor's link: a page of this site or another site; null for a page that does not exist. */
const targetOf = (href: string): string | null => (href.startsWith('https://') ? href : existingPath(href));

/** A picture uploaded by an editor, with its dimensions, to avoid layout shifts. */
function ArticlePicture({ src, alt }: { src: string; alt: string }) {
  return <img src={src} alt={alt} {...articlePictureSize(src)} loading="lazy" decoding="async" />;
}

/** An article's picture, inside its link if it has one. */
export function PictureLink({ article: { picture, title, link } }: { article: Article }) {
  const target = link ? targetOf(link.href) : null;
  const shown = <ArticlePicture src={picture ?? ''} alt={title} />;
  if (target === null) return shown;
  return target.startsWith('/') ? (
    <LocaleLink to={target}>{shown}</LocaleLink>
  ) : (
    <a href={target} rel="noopener">
      {shown}
    </a>
  );
}
